// Prints what the module finds in logs: an array of verdicts with their findings.
//
//     node findings.mjs BUILD LOG...

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [build, ...logs] = process.argv.slice(2)
const { LogReader, bytesReader } = await import(pathToFileURL(resolve(build, 'log.js')))

console.log(JSON.stringify(logs.map((log) => {
  const reader = new LogReader(log, bytesReader(readFileSync(log)))
  while (reader.next().count > 0);
  return reader.findings
})))
