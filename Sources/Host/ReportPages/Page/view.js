// The time that charts show together: its range, the cursor of the player, and the place of the pointer.

/** A range of time in seconds. Dispatches `change` when anything of it changes. */
export class TimeView extends EventTarget {
  /** The time that the pointer is at; undefined without. */
  hover

  constructor(start = 0, end = 1) {
    super()
    this.setLimits(start, end)
  }

  /** Sets the whole time, and shows all of it. */
  setLimits(start, end) {
    this.start = start
    this.end = end > start ? end : start + 1
    this.cursor = start
    this.reset()
  }

  get isWhole() { return this.from === this.start && this.to === this.end }

  /** The time whose values are to be shown. */
  get shown() { return this.hover ?? this.cursor }

  reset() { this.show(this.start, this.end) }

  /** Shows a part of the time, moved into its limits. */
  show(from, to) {
    const whole = this.end - this.start
    const length = Math.min(whole, Math.max(to - from, whole * 1e-6, 1e-4))
    const first = Math.max(this.start, Math.min(from, this.end - length))
    this.from = first
    this.to = first + length >= this.end ? this.end : first + length
    this.#changed()
  }

  /** Shows `factor` times as much around a time, which stays where it is. */
  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor)
  }

  pan(seconds) { this.show(this.from + seconds, this.to + seconds) }

  /** Moves the cursor; a range that does not hold it follows. */
  moveCursor(seconds) {
    this.cursor = Math.max(this.start, Math.min(this.end, seconds))
    const length = this.to - this.from
    if (this.cursor < this.from || this.cursor > this.to) this.show(this.cursor - 0.1 * length, this.cursor + 0.9 * length)
    else this.#changed()
  }

  moveHover(seconds) {
    if (seconds === this.hover) return
    this.hover = seconds
    this.#changed()
  }

  #changed() { this.dispatchEvent(new Event('change')) }
}
