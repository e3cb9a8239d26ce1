// The envelope of a long recording for its chart: the least and greatest of each angle in equal parts of the time.

/**
 * @param {Float64Array} time timestamps in seconds
 * @param {Float64Array[]} blocks yaw, pitch, roll and heading a row, in radians, for all timestamps
 * @param {number} buckets the number of parts
 * @returns {Float32Array} for each part: least and greatest yaw, pitch, roll, in degrees; NaN without a sample
 */
export function envelope(time, blocks, buckets) {
  const result = new Float32Array(6 * buckets).fill(NaN)
  const [first, duration] = [time[0], time.at(-1) - time[0]]
  let row = 0
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += 4, row += 1) {
      const part = duration > 0 ? Math.floor((time[row] - first) / duration * buckets) : 0
      const place = 6 * Math.max(0, Math.min(buckets - 1, part))
      for (let angle = 0; angle < 3; angle += 1) {
        const degrees = block[at + angle] * 180 / Math.PI
        const [least, greatest] = [place + 2 * angle, place + 2 * angle + 1]
        if (!(result[least] <= degrees)) result[least] = degrees
        if (!(result[greatest] >= degrees)) result[greatest] = degrees
      }
    }
  }
  return result
}
