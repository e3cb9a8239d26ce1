// What the module and the reader of logs promise: directions, units, what is wrong is said, awkward input is survived.
//
//     node contract.mjs BUILD

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const build = process.argv[2]
const { Cardan } = await import(pathToFileURL(resolve(build, 'cardan.js')))
const { LogError, LogReader, bytesReader } = await import(pathToFileURL(resolve(build, 'log.js')))
const near = (actual, expected, tolerance) => actual.length === expected.length
  && [...actual].every((number, index) => Math.abs(number - expected[index]) <= tolerance)

/** A body that is at rest in a pose, given by up and north in its axes, for some seconds. */
function resting(up, north, seconds = 20) {
  const cardan = new Cardan()
  const field = north?.map((coordinate, index) => 20 * coordinate - 40 * up[index])
  for (let index = 0; index < 100 * seconds; index += 1) cardan.update(0.01, [0, 0, 0], up.map((u) => 9.80665 * u), field)
  return cardan
}

/** Poses that can be checked by hand: up and north in body axes; then quaternion, heading, orientation. */
function poses() {
  const half = Math.SQRT1_2
  for (const [up, north, wxyz, heading, orientation] of [
    [[0, 0, 1], [0, 1, 0], [1, 0, 0, 0], 0, 'face-up'],
    // The top edge to the east: turned clockwise by 90°, yaw -90°.
    [[0, 0, 1], [-1, 0, 0], [half, 0, 0, -half], 90, 'face-up'],
    // Upright, the screen to the south: the person looks north.
    [[0, 1, 0], [0, 0, -1], [half, half, 0, 0], 0, 'portrait'],
    // Upright, the screen to the west: the person looks east.
    [[0, 1, 0], [-1, 0, 0], [0.5, 0.5, -0.5, -0.5], 90, 'portrait'],
    [[0, -1, 0], [0, 0, -1], [0, 0, half, -half], 0, 'portrait-upside-down'],
    [[1, 0, 0], [0, 0, -1], [0.5, 0.5, -0.5, 0.5], 0, 'landscape-left'],
    [[-1, 0, 0], [0, 0, -1], [0.5, 0.5, 0.5, -0.5], 0, 'landscape-right'],
    [[0, 0, -1], [0, 1, 0], [0, 0, 1, 0], 0, 'face-down']]) {
    const cardan = resting(up, north)
    const said = cardan.quaternion
    const sign = Math.sign(said.reduce((sum, number, index) => sum + number * wxyz[index], 0))
    assert(near(said.map((number) => sign * number), wxyz, 1e-6), `${orientation} ${heading}: ${said}`)
    const difference = (cardan.heading * 180 / Math.PI - heading + 540) % 360 - 180
    assert(Math.abs(difference) < 1e-4, `${orientation}: heading ${cardan.heading * 180 / Math.PI}`)
    assert.equal(cardan.orientation, orientation)
    assert(near(cardan.gravity, up.map((u) => -9.80665 * u), 1e-5))
    assert(near(cardan.userAcceleration, [0, 0, 0], 1e-5))
  }
}

/** After a rest, flat, 30° a second for a second about each axis in turn. */
function turns() {
  for (const [axis, name] of ['pitch', 'roll', 'yaw'].entries()) {
    const cardan = resting([0, 0, 1], undefined, 5)
    const rate = [0, 1, 2].map((index) => index === axis ? Math.PI / 6 : 0)
    for (let index = 1; index <= 100; index += 1) {
      const angle = index / 100 * Math.PI / 6
      const up = [[0, Math.sin(angle), Math.cos(angle)], [-Math.sin(angle), 0, Math.cos(angle)], [0, 0, 1]][axis]
      cardan.update(0.01, rate, up.map((u) => 9.80665 * u))
    }
    for (const other of ['yaw', 'pitch', 'roll']) {
      const degrees = cardan.deviceAngles[other] * 180 / Math.PI
      assert(Math.abs(degrees - (other === name ? 30 : 0)) < 0.5, `about ${'xyz'[axis]}: ${other} is ${degrees}`)
    }
    // In the order z-y'-x″ it is roll that is about x, and pitch that is about y.
    const { yaw, pitch, roll } = cardan.euler
    assert(near([roll, pitch, yaw], [0, 1, 2].map((index) => index === axis ? Math.PI / 6 : 0), 0.01))
  }
}

/** Outputs turned by a quarter: what pointed north points west. */
function turnedOutputs() {
  const cardan = resting([0, 0, 1], [0, 1, 0])
  cardan.turnOutputs(Math.PI / 2)
  assert(near([cardan.euler.yaw, cardan.heading], [Math.PI / 2, 1.5 * Math.PI], 1e-6))
  assert(near(cardan.gravity, [0, 0, -9.80665], 1e-5))
  cardan.reset()
  assert.deepEqual([...cardan.quaternion], [1, 0, 0, 0])
}

/** Nothing that a sensor says poisons the filter, and the flags say what it was. */
function awkward() {
  const cardan = resting([0, 0, 1])
  const before = [...cardan.quaternion]
  const bits = Object.fromEntries(Cardan.flagNames.map((name, index) => [name, 1 << index]))
  assert(cardan.update(0.01, [NaN, 0, 0], [0, 0, 9.8]) & bits.angularRateRejected)
  assert(cardan.update(0.01, [0, 0, 0], [Infinity, 0, 0]) & bits.specificForceRejected)
  assert(cardan.update(-1, [0, 0, 0], [0, 0, 9.8]) & bits.intervalRejected)
  assert(cardan.update(NaN, [], []) & bits.intervalRejected)
  assert(cardan.update(9, [0, 0, 0], [0, 0, 9.8]) & bits.afterGap)
  for (const time of [0, 1, NaN, 1e300, -1e300, -Infinity, 1.5, 9.3e9]) cardan.updateAt(time, [0, 0, 0], [0, 0, 9.8])
  assert(near(cardan.quaternion, before, 0.01), `${cardan.quaternion}`)
  assert(cardan.headingDeviation > 0 && cardan.tiltDeviation > 0)
}

/** An accelerometer in g is doubted after some seconds, until the reset. */
function doubts() {
  const cardan = resting([0, 0, 1])
  assert.deepEqual(cardan.doubts, [])
  for (let index = 0; index < 600; index += 1) cardan.update(0.01, [0, 0, 0], [0, 0, 1])
  assert.deepEqual(cardan.doubts, ['forceUnit'])
  cardan.reset()
  assert.deepEqual(cardan.doubts, [])
}

/** What the caller does wrong is an error; instances do not know one another; memory grows without harm. */
function callers() {
  const cardan = new Cardan()
  assert.throws(() => cardan.fuse({ time: [0, 1], angularRate: [0, 0, 0], specificForce: [0, 0, 0, 0, 0, 0] }), /angularRate/)
  assert.throws(() => cardan.fuse({ time: [0], angularRate: [0, 0, 0] }), /specificForce/)
  for (const count of [-1, 0.5, NaN]) assert.throws(() => cardan.rows(count), RangeError)
  assert.throws(() => cardan.fuseRows(2), RangeError)
  assert.throws(() => cardan.anglesOfRows(NaN), RangeError)
  assert.equal(cardan.fuse({ time: [], angularRate: [], specificForce: [] }).quaternion.length, 0)

  const turned = resting([0, 1, 0])
  const quaternion = [...turned.quaternion]
  const rows = turned.rows(100_000)
  for (const name in rows) rows[name].fill(name === 'flags' || name === 'orientation' ? 255 : NaN)
  assert.deepEqual([...turned.quaternion], quaternion, 'rows lie over the engine')
  assert.equal(turned.rows(1).quaternion.buffer, rows.quaternion.buffer)
  assert.deepEqual([...new Cardan().quaternion], [1, 0, 0, 0])
}

/** The rows of a log, read in pieces. */
function parsed(text, { pieceLength, settings } = {}) {
  const reader = new LogReader('log.csv', bytesReader(new TextEncoder().encode(text), pieceLength), settings, 100)
  const log = { timestamps: [], angularRate: [], specificForce: [], magneticField: [], hasMagnetometer: reader.hasMagnetometer }
  for (let rows = reader.next(); rows.count > 0; rows = reader.next()) {
    for (const name of ['timestamps', 'angularRate', 'specificForce', 'magneticField']) log[name].push(...rows[name])
  }
  return log
}

const header = 't [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n'

function logs() {
  // Every number is the nearest double, however it is written and wherever the file is cut.
  const written = ['0', '-0.000001', '+1.5', '123456789012345', '0.1234567890123456789', '1e-7', '-2.5E3', '.5', '7.',
    '9007199254740993', '0.3', '5e-324', '00012.50', '99999999.9999999']
  for (let seed = 1; seed <= 3000; seed += 1) {
    const digits = String(BigInt(seed) ** 9n * 982451653n % 10n ** 30n).slice(0, 5 + seed % 24)
    written.push(`${digits.slice(0, seed % digits.length)}.${digits.slice(seed % digits.length)}`)
  }
  const text = header + written.map((number, index) => `${index},${number},0,0,0,0,${number}\n`).join('')
  for (const pieceLength of [1e9, 1, 7, 64]) {
    const { timestamps, angularRate, specificForce, hasMagnetometer } = parsed(text, { pieceLength })
    assert.equal(timestamps.length, written.length)
    written.forEach((number, index) => {
      assert.equal(timestamps[index], BigInt(index) * 1_000_000_000n)
      assert.equal(angularRate[3 * index], Number(number), number)
      assert.equal(specificForce[3 * index + 2], Number(number), number)
    })
    assert(!hasMagnetometer)
  }
  assert.throws(() => parsed(''), /log\.csv:1: the file is empty/)
  assert.throws(() => parsed('\0t\0 \0[\0s\0]\0'), /UTF-16/)
  // What the page can ask for.
  for (const [log, lacks] of [[header.replace('[s]', ''), 'time'], [header.replace('[rad/s]', ''), 'angularRate'],
    [header.replace('m/s^2', 'furlong'), 'specificForce'], [header.replace('t [s],', ''), 'rate'], ['hello\n', undefined]]) {
    assert.throws(() => parsed(log), (error) => error instanceof LogError && error.lacks === lacks && error.units.time[0] === 's', log)
  }
  const settings = { time: 'ms', angularRate: 'deg/s', specificForce: 'g' }
  const bare = parsed(header.replace(/ \[[^\]]*\]/g, '') + '1500,180,0,0,1,0,0\n', { settings })
  assert.deepEqual([bare.timestamps[0], bare.angularRate[0], bare.specificForce[0]], [1_500_000_000n, Math.PI, 9.80665])
  const counted = parsed(header.replace('t [s],', '') + '1,2,3,4,5,6\n1,2,3,4,5,6\n', { settings: { rate: 50 } })
  assert.deepEqual(counted.timestamps, [0n, 20_000_000n])
}

/** The headers and texts of Tests/Headers, which the command and the Python package read too: the same values bit by bit, or a refusal. */
function headers() {
  const cases = (name) => JSON.parse(readFileSync(new URL(`../../Headers/${name}.json`, import.meta.url), 'utf8'))
  const isRefused = (text, refused, what) =>
    assert.throws(() => parsed(text), (error) => error instanceof LogError && error.message.includes(refused), what)
  const valuesOf = ({ angularRate, specificForce, magneticField, hasMagnetometer }, row) =>
    [angularRate, specificForce, ...(hasMagnetometer ? [magneticField] : [])].flatMap((values) => values.slice(3 * row, 3 * row + 3))
  for (const { header: names, row, refused, values } of cases('headers')) {
    const text = `${names}\n${row}\n`
    if (refused) {
      isRefused(text, refused, names)
      continue
    }
    const log = parsed(text)
    assert.deepEqual([Number(log.timestamps[0]) / 1e9, ...valuesOf(log, 0)], values, names)
  }
  for (const { name, text, refused, rows } of cases('texts')) {
    if (refused) {
      isRefused(text, refused, name)
      continue
    }
    const log = parsed(text)
    assert.equal(log.timestamps.length, rows.length, name)
    for (const [index, [timestamp, ...values]] of rows.entries()) {
      assert.equal(log.timestamps[index], BigInt(timestamp), name)
      assert.deepEqual(valuesOf(log, index), values.map((value) => value ?? NaN), name)
    }
  }
}

/** The lines at the top of the documentation, as they stand there. */
function readme() {
  const text = readFileSync(new URL('../../../Examples/web/README.md', import.meta.url), 'utf8')
  const [, block] = /```js\n([^]*?)```/.exec(text)
  const program = block.replace('./cardan.js', pathToFileURL(resolve(build, 'cardan.js')).href)
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  assert.match(said, /^Float64Array\(4\) \[[^]*yaw: [^]*pitch: [^]*roll: [^]*(unknown|face-up)\n$/)
}

/** It needs nothing from outside, and is small. */
async function alone() {
  const bytes = readFileSync(resolve(build, 'cardan.wasm'))
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), [])
  assert(bytes.length < 91_500, `cardan.wasm has ${bytes.length} bytes`)
  // The reader asks for the bytes of the log, nothing else.
  const reader = readFileSync(resolve(build, 'log.wasm'))
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(reader)), [{ module: 'log', name: 'read', kind: 'function' }])
  assert(reader.length < 720_000, `log.wasm has ${reader.length} bytes`)
}

for (const check of [poses, turns, turnedOutputs, awkward, doubts, callers, logs, headers, readme, alone]) await check()
console.log('the module keeps its promises')
