// Fuses a log in the background: reads it in pieces, reports progress, and returns attitude and angles at the end.

import { Cardan } from './cardan.js'
import { LogParser } from './log.js'
import { envelope } from './envelope.js'

const blockLength = 8192

self.onmessage = async ({ data: { file, velocityDensity } }) => {
  try {
    const result = await fuse(file, new Cardan({ velocityDensity }))
    const { time, quaternion, orientation } = result
    self.postMessage({ result }, [time.buffer, quaternion.buffer, orientation.buffer, result.envelope.buffer])
  } catch (error) {
    self.postMessage({ error: error.message })
  }
}

// Before this, while its modules load, a worker loses messages.
self.postMessage({ isReady: true })

async function fuse(file, cardan) {
  const started = performance.now()
  const rows = cardan.rows(blockLength)
  const blocks = { time: [], quaternion: [], angles: [], orientation: [] }
  const parser = new LogParser()
  let [count, filled, read, filtering] = [0, 0, 0, 0]

  function flush() {
    if (filled === 0) return
    const before = performance.now()
    cardan.fuseRows(filled)
    filtering += performance.now() - before
    cardan.anglesOfRows(filled)
    for (const name in blocks) blocks[name].push(rows[name].slice(0, filled * rows[name].length / blockLength))
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
    name: file.name, count, time, hasMagnetometer: parser.hasMagnetometer,
    quaternion: joined(Float64Array, blocks.quaternion), orientation: joined(Uint8Array, blocks.orientation),
    envelope: envelope(time, blocks.angles, 1000),
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
