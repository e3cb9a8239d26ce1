// What pointers, the wheel and keys do to the time that charts show.
//
// Drag or turn the wheel to zoom, double-click to show all, click to move the cursor, Shift and drag to pan. Two fingers zoom, one
// pans, two taps show all. Keys: + and - zoom, arrows pan or move the cursor, 0 shows all.

/** How long a scroll of the page goes on between two turns of the wheel, in ms. */
const scrollPause = 400
let lastScroll = -Infinity
addEventListener('wheel', (event) => { if (!event.defaultPrevented) lastScroll = event.timeStamp }, { passive: true })

/** Listens to a chart. Where the view is live, nothing happens. */
export class Gestures {
  /** The range of time that is being dragged over; undefined without. */
  selection
  #canvas
  #view
  #timeAt
  #isLive
  #pointers = new Map()
  #start
  #wasPinched = false
  #lastTap = { time: -Infinity, x: 0 }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {TimeView} view
   * @param {{timeAt: (clientX: number) => number, isLive: () => boolean}} chart the time at a place on the screen
   */
  constructor(canvas, view, { timeAt, isLive }) {
    this.#canvas = canvas
    this.#view = view
    this.#timeAt = timeAt
    this.#isLive = isLive
    const listen = (name, listener, options) => {
      canvas.addEventListener(name, (event) => { if (!isLive()) listener(event) }, options)
    }
    listen('pointerleave', () => view.moveHover(undefined))
    listen('pointerdown', (event) => this.#press(event))
    listen('pointermove', (event) => this.#move(event))
    listen('pointerup', (event) => this.#release(event))
    listen('pointercancel', ({ pointerId }) => {
      this.#pointers.delete(pointerId)
      this.#start = this.selection = undefined
    })
    listen('dblclick', ({ clientX }) => this.#showAll(clientX))
    listen('wheel', (event) => this.#turn(event), { passive: false })
    listen('keydown', (event) => this.#key(event))
  }

  /** The pointer is at another time after the range has changed. */
  #hoverAt(clientX) { if (this.#view.hover !== undefined) this.#view.moveHover(this.#timeAt(clientX)) }

  #showAll(clientX) {
    this.#view.reset()
    this.#hoverAt(clientX)
  }

  #choose(seconds) {
    this.#view.moveCursor(seconds)
    this.#view.dispatchEvent(new Event('choose'))
  }

  #press(event) {
    if (event.button > 0) return
    const { pointerId, clientX: x, clientY: y, pointerType } = event
    this.#canvas.setPointerCapture(pointerId)
    this.#pointers.set(pointerId, { x, y })
    this.#wasPinched = this.#pointers.size > 1
    this.#start = { x, time: this.#timeAt(x), isPan: event.shiftKey || pointerType === 'touch' }
  }

  #move({ pointerId, clientX: x, clientY: y }) {
    const view = this.#view
    const before = this.#pointers.get(pointerId)
    if (!before) {
      view.moveHover(this.#timeAt(x))
      return
    }
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1]
    if (other) this.#pinch(other, before, { x, y })
    else if (this.#start?.isPan) {
      if (!this.#wasPinched) view.pan(this.#timeAt(before.x) - this.#timeAt(x))
    } else if (this.#start && this.#isDrag(x)) {
      const times = [this.#start.time, this.#timeAt(x)]
      this.selection = { from: Math.min(...times), to: Math.max(...times) }
      view.moveHover(times[1])
    }
    this.#pointers.set(pointerId, { x, y })
  }

  #isDrag(x) { return Math.abs(x - this.#start.x) > 4 }

  /** The time between two fingers stays between them. */
  #pinch(other, before, now) {
    const distance = ({ x, y }) => Math.hypot(x - other.x, y - other.y)
    if (distance(before) < 8 || distance(now) < 8) return
    const held = this.#timeAt((before.x + other.x) / 2)
    this.#view.zoom(distance(before) / distance(now), held)
    this.#view.pan(held - this.#timeAt((now.x + other.x) / 2))
  }

  #release({ pointerId, pointerType, clientX, timeStamp }) {
    const { selection } = this
    const start = this.#start
    this.#pointers.delete(pointerId)
    if (this.#pointers.size > 0 || !start) return
    this.#start = this.selection = undefined
    if (selection) {
      this.#view.show(selection.from, selection.to)
      this.#hoverAt(clientX)
    } else if (!this.#wasPinched && Math.abs(clientX - start.x) <= 4) {
      if (pointerType === 'touch' && this.#isSecondTap(clientX, timeStamp)) this.#showAll(clientX)
      else this.#choose(start.time)
    }
  }

  #isSecondTap(x, time) {
    const last = this.#lastTap
    const isSecond = time - last.time < 350 && Math.abs(x - last.x) < 30
    this.#lastTap = { x, time: isSecond ? -Infinity : time }
    return isSecond
  }

  /** The wheel zooms, unless the page is being scrolled or nothing is left to zoom out. */
  #turn(event) {
    const view = this.#view
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const isScroll = event.timeStamp - lastScroll < scrollPause || view.isWhole && event.deltaY >= 0
    if (!event.cancelable || !event.ctrlKey && !isSideways && isScroll) return
    event.preventDefault()
    if (isSideways) view.pan(event.deltaX / this.#canvas.clientWidth * (view.to - view.from))
    else view.zoom(1.0025 ** event.deltaY, this.#timeAt(event.clientX))
    this.#hoverAt(event.clientX)
  }

  #key(event) {
    const view = this.#view
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const length = view.to - view.from
    const actions = {
      '+': () => view.zoom(0.5, view.cursor), '=': () => view.zoom(0.5, view.cursor), '-': () => view.zoom(2, view.cursor),
      0: () => view.reset(), Escape: () => view.reset(), Home: () => this.#choose(view.start), End: () => this.#choose(view.end),
      ArrowLeft: () => event.shiftKey ? view.pan(-length / 10) : this.#choose(view.cursor - length / 100),
      ArrowRight: () => event.shiftKey ? view.pan(length / 10) : this.#choose(view.cursor + length / 100) }
    if (!actions[event.key]) return
    event.preventDefault()
    actions[event.key]()
  }
}
