// The player of recordings: a button and a slider that move the cursor of a view.

import { timeText } from './chart.js'

/** Plays a view in real time, or what its speed says. */
export class Player {
  #view
  #parts
  #frame = 0
  #listeners = new AbortController()
  /** Times real time. */
  speed = 1

  /**
   * @param {TimeView} view
   * @param {{play: HTMLButtonElement, moment: HTMLInputElement, clock: HTMLElement}} parts
   */
  constructor(view, parts) {
    this.#view = view
    this.#parts = parts
    const { play, moment } = parts
    moment.min = view.start
    moment.max = view.end
    play.disabled = moment.disabled = false
    const options = { signal: this.#listeners.signal }
    play.addEventListener('click', () => this.isPlaying ? this.pause() : this.play(), options)
    moment.addEventListener('input', () => {
      this.pause()
      view.moveCursor(Number(moment.value))
    }, options)
    view.addEventListener('choose', () => this.pause(), options)
    view.addEventListener('change', () => this.#show(), options)
    this.#show()
  }

  get isPlaying() { return this.#frame !== 0 }

  stop() {
    this.pause()
    this.#listeners.abort()
    this.#parts.play.disabled = this.#parts.moment.disabled = true
  }

  /** Plays from the cursor, or from the start if it is at the end. */
  play() {
    const view = this.#view
    if (view.cursor >= view.end) view.moveCursor(view.start)
    let before = performance.now()
    const step = (now) => {
      view.moveCursor(view.cursor + this.speed * Math.max(0, now - before) / 1000)
      before = now
      if (view.cursor < view.end) this.#frame = requestAnimationFrame(step)
      else this.pause()
    }
    this.#frame = requestAnimationFrame(step)
    this.#parts.play.textContent = 'Pause'
  }

  pause() {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#parts.play.textContent = 'Play'
  }

  #show() {
    const { moment, clock } = this.#parts
    moment.value = this.#view.cursor
    const text = timeText(this.#view.cursor, 0.1, this.#view.end)
    if (clock.textContent === text) return
    clock.textContent = text
    moment.setAttribute('aria-valuetext', text)
  }
}
