// Fuses a log in the background: reads it in pieces, reports progress, and returns attitude and angles at the end.

import { Cardan } from './cardan.js'
import { LogParser } from './log.js'
import { reduce } from './reduction.js'

// Small, since bias and standard deviations are those at the end of a block.
const blockLength = 32
/** The numbers of a block: the bias of x, y and z, and the standard deviations of tilt and heading. */
const stateWidth = 5

self.onmessage = async ({ data: { file, units, velocityDensity } }) => {
  try {
    const result = await fuse(file, new LogParser(units), new Cardan({ velocityDensity }))
    const { parts } = result
    self.postMessage({ result }, [
      result.time, result.quaternion, result.angularRate, result.flags, result.orientation, result.states, parts.time, parts.end,
      ...parts.least, ...parts.greatest].map(({ buffer }) => buffer))
  } catch (error) {
    self.postMessage({ error: error.message, missingUnit: error.missingUnit })
  }
}

// Before this, while its modules load, a worker loses messages.
self.postMessage({ isReady: true })

async function fuse(file, parser, cardan) {
  const started = performance.now()
  const rows = cardan.rows(blockLength)
  const blocks = { time: [], quaternion: [], angularRate: [], angles: [], flags: [], orientation: [] }
  const states = []
  let [count, filled, read, filtering] = [0, 0, 0, 0]

  function flush() {
    if (filled === 0) return
    const before = performance.now()
    cardan.fuseRows(filled)
    filtering += performance.now() - before
    cardan.anglesOfRows(filled)
    for (const name in blocks) blocks[name].push(rows[name].slice(0, filled * rows[name].length / blockLength))
    states.push(new Float64Array([...cardan.gyroscopeBias, cardan.tiltDeviation, cardan.headingDeviation]))
    count += filled
    filled = 0
  }
  function nextRow() {
    if (filled === blockLength) flush()
    return { columns: rows, row: filled++ }
  }

  const reader = file.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    parser.read(piece.value, false, nextRow)
    read += piece.value.length
    self.postMessage({ progress: read / file.size, count: count + filled })
  }
  parser.read(new Uint8Array(0), true, nextRow)
  flush()
  if (count === 0) throw new Error('the log has no rows')

  const time = joined(Float64Array, blocks.time)
  return {
    name: file.name, count, time, hasMagnetometer: parser.hasMagnetometer, blockLength, stateWidth,
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
