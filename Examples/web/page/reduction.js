// The curves of a recording, reduced to a bounded number of parts of equally many rows.

const columns = ['yaw', 'pitch', 'roll']

/** The whole turns in degrees from an angle to the nearest turn of another. */
const turnTo = (other, angle) => 360 * Math.round((other - angle) / 360)

/**
 * The least and greatest of each angle in up to `most` parts.
 * @param {Float64Array} time timestamps in seconds
 * @param {Float64Array[]} blocks yaw, pitch, roll and heading a row, in radians, for all timestamps
 * @param {number} most
 * @returns {{time: Float64Array, end: Float64Array, least: Float32Array[], greatest: Float32Array[]}} times since the first
 *   row; angles in degrees, those that wrap around continuous within a part
 */
export function reduce(time, blocks, most) {
  const size = Math.max(1, Math.ceil(time.length / most))
  const count = Math.ceil(time.length / size)
  const result = {
    time: new Float64Array(count), end: new Float64Array(count),
    least: columns.map(() => new Float32Array(count)), greatest: columns.map(() => new Float32Array(count)) }
  let row = 0
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += 4, row += 1) {
      const part = Math.floor(row / size)
      const isFirst = row % size === 0
      if (isFirst) result.time[part] = time[row] - time[0]
      result.end[part] = time[row] - time[0]
      for (let angle = 0; angle < 3; angle += 1) {
        const [least, greatest] = [result.least[angle], result.greatest[angle]]
        const degrees = block[at + angle] * 180 / Math.PI
        if (isFirst) least[part] = greatest[part] = degrees
        else {
          const turned = angle === 1 ? degrees : degrees + turnTo(least[part], degrees)
          if (turned < least[part]) least[part] = turned
          if (turned > greatest[part]) greatest[part] = turned
        }
      }
    }
  }
  return result
}
