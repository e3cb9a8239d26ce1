// A server of files for the tests; it remembers what was asked for.

import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

const types = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
  '.csv': 'text/csv', '.webmanifest': 'application/manifest+json' }

/** Serves a folder on a free port of this machine. */
export async function serve(folder) {
  const requests = []
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname)
    requests.push(path)
    try {
      const name = path.endsWith('/') ? path + 'index.html' : path
      const bytes = await readFile(join(folder, name))
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`, requests,
    close: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections() }) }
}
