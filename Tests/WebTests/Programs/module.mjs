// Runs logs through the module and writes what it says for this machine's filter to be compared with.
//
//     node module.mjs BUILD OUTPUT LOG...
//
// OUTPUT has six doubles for each row: the quaternion w x y z, flags, orientation; and after each log
// the 22 numbers that can be read after its last sample.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [build, output, ...logs] = process.argv.slice(2)
const { Cardan } = await import(pathToFileURL(resolve(build, 'cardan.js')))
const { LogReader, bytesReader } = await import(pathToFileURL(resolve(build, 'log.js')))

const numbers = []
for (const log of logs) {
  const columns = { time: [], angularRate: [], specificForce: [], magneticField: [] }
  const reader = new LogReader(log, bytesReader(readFileSync(log)))
  for (let rows = reader.next(); rows.count > 0; rows = reader.next()) {
    for (const name of ['angularRate', 'specificForce', 'magneticField']) columns[name].push(...rows[name])
    columns.time.push(...Array.from(rows.timestamps, (timestamp) => Number(timestamp) / 1e9))
  }
  const count = columns.time.length
  const cardan = new Cardan()
  const { quaternion, flags, orientation } = cardan.fuse(columns)
  for (let row = 0; row < count; row += 1) numbers.push(...quaternion.subarray(4 * row, 4 * row + 4), flags[row], orientation[row])
  const { euler, deviceAngles } = cardan
  numbers.push(
    ...cardan.quaternion, euler.yaw, euler.pitch, euler.roll, deviceAngles.yaw, deviceAngles.pitch, deviceAngles.roll,
    ...cardan.gravity, ...cardan.userAcceleration, ...cardan.gyroscopeBias, cardan.heading, cardan.tiltDeviation,
    cardan.headingDeviation)

  // One sample at a time, and the rows without a copy, are the same.
  const single = new Cardan()
  const part = (values, row) => values.slice(3 * row, 3 * row + 3)
  for (let row = 0; row < count; row += 1) {
    const { time, angularRate, specificForce, magneticField } = columns
    const said = single.updateAt(time[row], part(angularRate, row), part(specificForce, row), part(magneticField, row))
    assert.equal(said, flags[row])
    assert.deepEqual([...single.quaternion], [...quaternion.subarray(4 * row, 4 * row + 4)], `row ${row} of ${log}`)
    assert.equal(single.orientation, Cardan.orientationNames[orientation[row]])
  }
  const rows = single.rows(count)
  for (const name in columns) rows[name].set(columns[name])
  single.reset()
  single.fuseRows(count)
  assert.deepEqual(rows.quaternion, quaternion)
}
writeFileSync(output, new Float64Array(numbers))
