// Values over time in parts: the least and the greatest of each part, which are equal where a part is one row.

/** The parts of a recording. Times are in seconds. */
export class Parts {
  /**
   * @param {ArrayLike<number>} time the start of each part
   * @param {ArrayLike<number>} [end] the end of each part; without it every part is one row
   * @param {(part: number) => boolean} [isBroken] whether a gap comes before a part
   */
  constructor(time, end = time, isBroken = () => false) {
    this.time = time
    this.end = end
    this.isBroken = isBroken
  }

  get count() { return this.time.length }

  /** The last part that begins at or before a time; the first one if none does. Timestamps may go back. */
  at(seconds) {
    let [low, high] = [0, this.count - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.time[middle] <= seconds) low = middle
      else high = middle - 1
    }
    return Math.max(0, low)
  }
}

/** A curve: least and greatest value of each part, NaN where it has none. */
export class Curve {
  constructor(parts, least, greatest = least, { isCyclic = false } = {}) {
    Object.assign(this, { parts, least, greatest, isCyclic })
  }

  /** The least and greatest value between two times, all of -180 to 180 for angles that pass its end; undefined without values. */
  range(from, to) {
    const { parts, least, greatest } = this
    let [low, high] = [Infinity, -Infinity]
    for (let part = 0; part < parts.count; part += 1) {
      if (parts.end[part] < from || parts.time[part] > to) continue
      if (least[part] < low) low = least[part]
      if (greatest[part] > high) high = greatest[part]
    }
    if (this.isCyclic && (low < -180 || high > 180)) return [-180, 180]
    return low <= high ? [low, high] : undefined
  }

  /** Whether every value is zero. */
  get isZero() { return [this.least, this.greatest].every((values) => values.every((value) => value === 0 || Number.isNaN(value))) }

  /** The least and greatest value of the part at a time. */
  at(seconds) {
    const part = this.parts.at(seconds)
    return [this.least[part], this.greatest[part]]
  }

  /**
   * Calls `point(x, least, greatest, isBroken)` for each of the columns that have a value, from left to right. The values of a
   * cyclic curve are continuous within a column, so they may lie beyond 180.
   * @param {(seconds: number) => number} place the place of a time in columns
   * @param {number} columns how many columns there are; one more is given on either side
   */
  forEachColumn(place, columns, point) {
    const { parts, least, greatest, isCyclic } = this
    let [column, sum, count, low, high, isBroken] = [NaN, 0, 0, NaN, NaN, false]
    const flush = () => { if (count > 0) point(sum / count, low, high, isBroken) }
    let [before, after] = [-1, false]
    for (let part = 0; part < parts.count && !after; part += 1) {
      const x = place((parts.time[part] + parts.end[part]) / 2)
      if (x < 0) {
        before = part
        continue
      }
      if (before >= 0) {
        add(before, place((parts.time[before] + parts.end[before]) / 2))
        before = -1
      }
      add(part, x)
      after = x > columns
    }
    flush()

    function add(part, x) {
      if (parts.isBroken(part) && count > 0) {
        flush()
        count = 0
      }
      if (!(least[part] <= greatest[part])) return
      const mine = Math.floor(x)
      if (mine !== column || count === 0) {
        flush()
        ;[column, sum, count, low, high, isBroken] = [mine, x, 1, least[part], greatest[part], parts.isBroken(part)]
        return
      }
      sum += x
      count += 1
      // Angles of a column are continuous, over the edge too.
      const turn = isCyclic ? 360 * Math.round((low + high - least[part] - greatest[part]) / 720) : 0
      if (least[part] + turn < low) low = least[part] + turn
      if (greatest[part] + turn > high) high = greatest[part] + turn
    }
  }
}
