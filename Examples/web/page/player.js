// The player of recordings: a button, a slider, and a cursor on the chart.

import { Cardan } from './cardan.js'

/** Shows a recording at a time that advances or is chosen. */
export class Player {
  #recording
  #page
  #angles = new Cardan()
  #seconds = 0
  #frame = 0
  #listeners = new AbortController()

  constructor(recording, page) {
    this.#recording = recording
    this.#page = page
    const { play, moment } = page.parts
    moment.max = recording.duration
    play.disabled = moment.disabled = false
    const options = { signal: this.#listeners.signal }
    play.addEventListener('click', () => this.#frame ? this.pause() : this.play(), options)
    moment.addEventListener('input', () => this.#choose(Number(moment.value)), options)
    const canvas = document.getElementById('chart')
    const choose = ({ buttons, clientX }) => buttons & 1 && this.#choose(page.chart.momentAt(clientX))
    canvas.addEventListener('pointerdown', choose, options)
    canvas.addEventListener('pointermove', choose, options)
    this.#show()
  }

  stop() {
    this.pause()
    this.#listeners.abort()
    const { play, moment } = this.#page.parts
    play.disabled = moment.disabled = true
  }

  /** Plays in real time, from the start if at the end. */
  play() {
    if (this.#seconds >= this.#recording.duration) this.#seconds = 0
    let before = performance.now()
    const step = (now) => {
      this.#seconds = Math.min(this.#seconds + Math.max(0, now - before) / 1000, this.#recording.duration)
      before = now
      this.#show()
      if (this.#seconds < this.#recording.duration) this.#frame = requestAnimationFrame(step)
      else this.pause()
    }
    this.#frame = requestAnimationFrame(step)
    this.#page.parts.play.textContent = 'Pause'
  }

  pause() {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#page.parts.play.textContent = 'Play'
  }

  #choose(seconds) {
    this.pause()
    this.#seconds = seconds
    this.#show()
  }

  #show() {
    const recording = this.#recording
    const row = recording.rowAt(this.#seconds)
    const quaternion = recording.quaternionOfRow(row)
    const rows = this.#angles.rows(1)
    rows.quaternion.set(quaternion)
    this.#angles.anglesOfRows(1)
    const [yaw, pitch, roll, heading] = rows.angles
    this.#page.show({
      quaternion, yaw, pitch, roll, heading, orientation: Cardan.orientationNames[recording.orientation[row]],
      details: [
        ['Samples', recording.count.toLocaleString('en')],
        recording.isTimed
          ? ['Per sample', `${recording.nanosecondsPerSample.toFixed(0)} ns`]
          : ['Duration', `${recording.duration.toFixed(1)} s`]] })
    const { moment, clock } = this.#page.parts
    moment.value = this.#seconds
    const text = `${this.#seconds.toFixed(1)} s`
    clock.textContent = text
    moment.setAttribute('aria-valuetext', text)
    this.#page.chart.moveCursor(this.#seconds)
  }
}
