// Fuses a log in the background: reads it in pieces, reports progress, and returns attitude and angles at the end.

import { Cardan } from './cardan.js'
import { LogReader } from './log.js'
import { reduce } from './reduction.js'

// Small, since bias and standard deviations are those at the end of a block.
const blockLength = 32
/** The numbers of a block: the bias of x, y and z, and the standard deviations of tilt and heading. */
const stateWidth = 5

self.onmessage = ({ data: { file, settings } }) => {
  try {
    const result = fuse(file, settings, new Cardan())
    const { parts } = result
    self.postMessage({ result }, [
      result.time, result.quaternion, result.angularRate, result.flags, result.orientation, result.states, parts.time, parts.end,
      ...parts.least, ...parts.greatest].map(({ buffer }) => buffer))
  } catch (error) {
    self.postMessage({ error: error.message, lacks: error.lacks, units: error.units })
  }
}

// Before this, while its modules load, a worker loses messages.
self.postMessage({ isReady: true })

/** Reads a file in pieces. */
function fileReader(file, onProgress) {
  const reader = new FileReaderSync()
  let at = 0
  return (target) => {
    const piece = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + target.length)))
    target.set(piece)
    at += piece.length
    onProgress(at / file.size)
    return piece.length
  }
}

function fuse(file, settings, cardan) {
  const started = performance.now()
  const rows = cardan.rows(blockLength)
  const blocks = { time: [], quaternion: [], angularRate: [], angles: [], flags: [], orientation: [] }
  const states = []
  let [count, filtering, first] = [0, 0, undefined]
  const reader = new LogReader(
    file.name, fileReader(file, (progress) => self.postMessage({ progress, count })), settings, blockLength)

  for (let next = reader.next(); next.count > 0; next = reader.next()) {
    first ??= next.timestamps[0]
    for (let row = 0; row < next.count; row += 1) rows.time[row] = Number(next.timestamps[row] - first) / 1e9
    for (const name of ['angularRate', 'specificForce', 'magneticField']) rows[name].set(next[name])
    const before = performance.now()
    cardan.fuseRows(next.count)
    filtering += performance.now() - before
    cardan.anglesOfRows(next.count)
    for (const name in blocks) blocks[name].push(rows[name].slice(0, next.count * rows[name].length / blockLength))
    states.push(new Float64Array([...cardan.gyroscopeBias, cardan.tiltDeviation, cardan.headingDeviation]))
    count += next.count
  }
  if (count === 0) throw new Error(`${file.name}: no rows`)

  const time = joined(Float64Array, blocks.time)
  return {
    name: file.name, count, time, first, hasMagnetometer: reader.hasMagnetometer, verdict: reader.findings, blockLength, stateWidth,
    quaternion: joined(Float64Array, blocks.quaternion), angularRate: joined(Float64Array, blocks.angularRate),
    flags: joined(Uint16Array, blocks.flags), orientation: joined(Uint8Array, blocks.orientation),
    states: joined(Float64Array, states), parts: reduce(time, blocks.angles, 8192),
    nanosecondsPerSample: filtering * 1e6 / count, seconds: (performance.now() - started) / 1000 }
}

function joined(Type, blocks) {
  const whole = new Type(blocks.reduce((sum, block) => sum + block.length, 0))
  let at = 0
  for (const block of blocks) {
    whole.set(block, at)
    at += block.length
  }
  return whole
}
