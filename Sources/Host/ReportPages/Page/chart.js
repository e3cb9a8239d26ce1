// A chart of curves over time on a canvas. All charts of a view are zoomed together.

import { Gestures } from './gestures.js'
import { Legend } from './legend.js'

/** A colour of the page's palette. */
export function paletteColor(name) { return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() }

/** Gives a canvas the pixels of its size on the screen, and clears it. */
export function fitted(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas
  const ratio = Math.max(devicePixelRatio || 1, matchMedia('print').matches ? 2 : 1)
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  const context = canvas.getContext('2d')
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  context.font = '12px system-ui, "DejaVu Sans", sans-serif'
  return { context, width, height }
}

/** The least of 1, 2, 5 times a power of ten that is not less. */
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least || 1))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9)) ?? power
}

/** The multiples of a step in a range. */
export function multiples(step, from, to) {
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.max(0, Math.min(100, Math.floor(to / step + 1e-9) - first + 1))
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

/** A number for people, with the decimals that a step of an axis needs. */
export function figure(value, step = 0) {
  if (value === undefined || Number.isNaN(value)) return '–'
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4 && step < 1e-4)) {
    const [digits, power] = value.toExponential(step ? 0 : 2).split('e')
    return `${digits}e${Number(power)}`.replaceAll('-', '−')
  }
  const decimals = step ? Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)) : Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value) || 1)) - 1)
  const text = value.toFixed(Math.min(decimals, 8))
  return (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text).replace('-', '−')
}

/** A number of rows, with its thousands apart. */
export function countText(count) { return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f') }

/** A share from 0 to 1 in per cent. */
export function percentText(share) {
  return share > 0 && share < 0.0005 ? '< 0.1 %' : `${figure(100 * share, 0.1)} %`
}

/** A time in seconds; as minutes and hours, if it or `reach`, the largest time beside it, is a minute or more. */
export function timeText(seconds, step = 0.1, reach = 0) {
  const decimals = Math.max(0, Math.min(4, Math.ceil(-Math.log10(step) - 1e-9)))
  const sign = seconds < 0 ? '−' : ''
  const whole = Math.abs(seconds).toFixed(decimals)
  if (Number(whole) < 60 && reach < 60) return `${sign}${whole} s`
  const minutes = Math.floor(Number(whole) / 60)
  const rest = (Number(whole) - 60 * minutes).toFixed(decimals).padStart(decimals > 0 ? 3 + decimals : 2, '0')
  if (minutes < 60) return `${sign}${minutes}:${rest}`
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}

/** A time as precisely as the range of a view shows it. */
export function momentText(seconds, view) {
  return timeText(seconds, Math.min(0.1, roundStep((view.to - view.from) / 2000)), view.end)
}

/** Steps of time: 1, 2, 5 and their tens below a minute, then parts of minutes and hours. */
function timeStep(least) {
  return least <= 10 ? roundStep(least) : [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 36000].find((step) => step >= least) ?? roundStep(least)
}

const margin = { left: 52, right: 12, top: 8, bottom: 22 }

/**
 * @typedef {object} ChartOptions
 * @property {{name: string, color: string, curve: Curve, sigma?: Curve, isDashed?: boolean}[]} lines with a band of one sigma
 * @property {string} unit
 * @property {[number, number]} [widest] what the vertical axis, which shows what is visible, does not exceed
 * @property {number[]} [steps] of the vertical axis above ten
 * @property {number} [smallest] the least height of the vertical axis, so that noise does not fill it
 * @property {boolean} [fromZero] whether the vertical axis begins at zero
 * @property {boolean} [isRobust] whether a peak five times above 99 % of the values is cut off, with a note of its height
 * @property {boolean} [isBare] whether only the shades are drawn
 * @property {{value: number, text: string}[]} [references] level lines
 * @property {(draw: (from: number, to: number, color: string) => void) => void} [shade] shades ranges of time
 */
export class Chart {
  #canvas
  #view
  #options
  #legend
  #gestures
  #picture
  #frame = 0
  #isVisible = false

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {TimeView} view
   * @param {ChartOptions} options
   * @param {HTMLElement} [legend] gets the names of the lines with their values at the time of the view
   */
  constructor(canvas, view, options, legend) {
    this.#canvas = canvas
    this.#view = view
    this.#options = options
    canvas.tabIndex = 0
    if (legend) this.#legend = new Legend(legend, options.lines, () => this.restyle())
    // What is far from the screen is drawn when it comes near.
    new ResizeObserver(() => {
      this.#picture = undefined
      if (this.#isVisible) this.draw()
    }).observe(canvas)
    new IntersectionObserver((entries) => {
      this.#isVisible = entries.at(-1).isIntersecting
      if (this.#isVisible) this.draw()
    }, { rootMargin: '200px' }).observe(canvas)
    view.addEventListener('change', () => this.#later())
    this.#gestures = new Gestures(canvas, view, {
      timeAt: (clientX) => this.#timeAt(clientX), isLive: () => Boolean(this.#options.isLive) })
  }

  /** The lines that are not hidden. */
  get shownLines() { return this.#options.lines.filter((line, index) => this.#legend?.shows(index) ?? true) }

  /** All but the cursors as a canvas, and its pixels per pixel of the page. */
  get picture() {
    this.draw()
    return { canvas: this.#picture.canvas, ratio: this.#canvas.width / this.#canvas.clientWidth }
  }

  /** Replaces the lines. */
  setOptions(options) {
    this.#options = options
    this.restyle()
  }

  /** Draws everything again after a change of colours, size or values. */
  restyle() {
    this.#picture = undefined
    this.draw()
  }

  #later() {
    if (!this.#isVisible) return
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.draw()
    })
  }

  #plot(width, height) {
    const { from, to } = this.#view
    const inner = { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom }
    if (this.#options.isBare) [inner.top, inner.bottom] = [0, height]
    return { ...inner, x: (seconds) => inner.left + (inner.right - inner.left) * (seconds - from) / (to - from) }
  }

  /** The time at a place on the screen. */
  #timeAt(clientX) {
    const box = this.#canvas.getBoundingClientRect()
    const share = (clientX - box.left - margin.left) / (box.width - margin.left - margin.right)
    const { from, to } = this.#view
    return from + Math.max(0, Math.min(1, share)) * (to - from)
  }

  draw() {
    if (this.#canvas.clientWidth === 0) return
    this.#writeValues()
    const { context, width, height } = fitted(this.#canvas)
    const plot = this.#plot(width, height)
    const { from, to } = this.#view
    if (this.#picture?.from !== from || this.#picture?.to !== to || this.#options.isLive) this.#draw(plot)
    context.drawImage(this.#picture.canvas, 0, 0, width, height)
    const mark = (seconds, color, dash) => {
      if (seconds === undefined || seconds < from || seconds > to) return
      context.strokeStyle = paletteColor(color)
      context.setLineDash(dash)
      context.lineWidth = 1.5
      context.beginPath()
      context.moveTo(plot.x(seconds), plot.top)
      context.lineTo(plot.x(seconds), plot.bottom)
      context.stroke()
      context.setLineDash([])
    }
    if (!this.#options.isLive) mark(this.#view.cursor, 'ink', [])
    mark(this.#view.hover, 'muted', [4, 3])
    this.#drawTime(context, plot)
    const { selection } = this.#gestures
    if (selection) {
      context.fillStyle = paletteColor('accent')
      context.globalAlpha = 0.18
      context.fillRect(plot.x(selection.from), plot.top, plot.x(selection.to) - plot.x(selection.from), plot.bottom - plot.top)
      context.globalAlpha = 1
    }
  }

  /** Draws the time of the pointer on the time axis. */
  #drawTime(context, plot) {
    const { hover, from, to } = this.#view
    if (this.#options.isBare || hover === undefined || hover < from || hover > to) return
    const text = momentText(hover, this.#view)
    const half = context.measureText(text).width / 2 + 4
    const middle = Math.max(plot.left + half, Math.min(plot.right - half, plot.x(hover)))
    // The labels of the axis that it would cover in part.
    context.clearRect(middle - half - 30, plot.bottom + 1, 2 * half + 60, margin.bottom)
    context.fillStyle = paletteColor('ink')
    context.fillRect(middle - half, plot.bottom + 3, 2 * half, 17)
    context.fillStyle = paletteColor('card')
    context.textAlign = 'center'
    context.fillText(text, middle, plot.bottom + 16)
  }

  #writeValues() {
    if (!this.#legend) return
    const time = this.#view.shown
    for (const [index, { curve }] of this.#options.lines.entries()) {
      const [least, greatest] = curve.at(time)
      const step = this.#picture?.valueStep ?? 0.01
      const text = figure(least, step) === figure(greatest, step) ? figure(least, step) : `${figure(least, step)} … ${figure(greatest, step)}`
      this.#legend.write(index, text)
    }
  }

  /** Tells screen readers what is visible. */
  #describe(low, high, step) {
    const { from, to } = this.#view
    const range = this.#options.isBare ? '' : `, ${figure(low, step / 10)} to ${figure(high, step / 10)} ${this.#options.unit}`
    this.#canvas.ariaDescription = `${momentText(from, this.#view)} to ${momentText(to, this.#view)}${range}`
  }

  /** Draws all but the cursors on a canvas of its own. */
  #draw(plot) {
    const { from, to } = this.#view
    const canvas = document.createElement('canvas')
    canvas.width = this.#canvas.width
    canvas.height = this.#canvas.height
    const context = canvas.getContext('2d')
    const ratio = this.#canvas.width / this.#canvas.clientWidth
    context.scale(ratio, ratio)
    context.font = '12px system-ui, "DejaVu Sans", sans-serif'
    const { low, high, step, peak } = this.#vertical()
    const y = (value) => plot.bottom - (plot.bottom - plot.top) * (value - low) / (high - low)
    if (!this.#options.isLive) this.#describe(low, high, step)
    this.#picture = { canvas, from, to, valueStep: this.#options.valueStep ?? 10 ** Math.floor(Math.log10(step) - 3) }
    this.#drawGrid(context, plot, y, { low, high, step })
    context.save()
    context.beginPath()
    context.rect(plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top)
    context.clip()
    for (const { value } of this.#options.references ?? []) {
      context.strokeStyle = paletteColor('muted')
      context.setLineDash([6, 4])
      level(context, plot, y(value))
      context.setLineDash([])
    }
    // Ours lie over those that they are compared with.
    for (const line of this.shownLines.filter((one) => one.isDashed)) this.#drawLine(context, plot, y, line)
    for (const line of this.shownLines.filter((one) => !one.isDashed)) this.#drawLine(context, plot, y, line)
    context.restore()
    this.#drawReferences(context, plot, y)
    if (peak > high) {
      context.textAlign = 'left'
      context.textBaseline = 'top'
      context.fillStyle = paletteColor('muted')
      context.fillText(`cut off; up to ${figure(peak)}`, plot.left + 6, plot.top + 3)
    }
  }

  #vertical() {
    const { widest = [-Infinity, Infinity], steps = [], references = [], smallest = 1e-9, fromZero } = this.#options
    const lines = this.shownLines
    const { from, to } = this.#view
    const ranges = lines.map(({ curve }) => curve.range(from, to)).filter(Boolean)
    let low = Math.min(...ranges.map(([least]) => least), ...references.map(({ value }) => value))
    let high = Math.max(...ranges.map(([, greatest]) => greatest), ...references.map(({ value }) => value))
    if (!(low <= high)) [low, high] = [0, 1]
    if (fromZero) low = 0
    const peak = high
    if (this.#options.isRobust) {
      const usual = usualHeight(lines, from, to)
      if (high > 5 * usual) high = 1.5 * usual
    }
    const missing = Math.max(0, smallest - (high - low)) / 2
    const padding = (high - low + 2 * missing) * 0.06
    low = fromZero ? 0 : Math.max(widest[0], low - missing - padding)
    high = Math.min(widest[1], high + (fromZero ? 2 * missing : missing) + padding)
    const plotHeight = this.#canvas.clientHeight - margin.top - margin.bottom
    const least = (high - low) / Math.max(2, plotHeight / 34)
    return { low, high, step: (least > 10 && steps.find((step) => step >= 0.8 * least)) || roundStep(least), peak }
  }

  #drawGrid(context, plot, y, { low, high, step }) {
    this.#options.shade?.((first, last, color) => {
      const left = Math.max(plot.left, plot.x(first))
      const right = Math.min(plot.right, Math.max(plot.x(last), plot.x(first) + 1))
      if (right <= left) return
      context.fillStyle = paletteColor(color)
      context.fillRect(left, plot.top, right - left, plot.bottom - plot.top)
    })
    context.strokeStyle = paletteColor('line')
    context.fillStyle = paletteColor('muted')
    context.lineWidth = 1
    if (this.#options.isBare) {
      context.strokeRect(plot.left + 0.5, 0.5, plot.right - plot.left - 1, plot.bottom - 1)
      return
    }
    context.textAlign = 'right'
    context.textBaseline = 'middle'
    for (const value of multiples(step, low, high)) {
      context.fillText(figure(value, step), plot.left - 6, y(value))
      level(context, plot, Math.round(y(value)) + 0.5)
    }
    context.textBaseline = 'alphabetic'
    const { from, to } = this.#view
    const tick = timeStep((to - from) * 76 / (plot.right - plot.left))
    for (const seconds of multiples(tick, from, to)) {
      const x = plot.x(seconds)
      context.textAlign = x > plot.right - 20 ? 'right' : 'center'
      context.fillText(timeText(seconds, tick, this.#view.end), Math.min(x, plot.right), plot.bottom + 16)
      context.beginPath()
      context.moveTo(Math.round(x) + 0.5, plot.top)
      context.lineTo(Math.round(x) + 0.5, plot.bottom)
      context.stroke()
    }
  }

  #drawReferences(context, plot, y) {
    context.textAlign = 'right'
    context.textBaseline = 'bottom'
    context.lineWidth = 3
    for (const { value, text } of this.#options.references ?? []) {
      const place = y(value) - 3
      if (place < plot.top + 8 || place > plot.bottom) continue
      context.strokeStyle = paletteColor('card')
      context.strokeText(text, plot.right - 6, place)
      context.fillStyle = paletteColor('muted')
      context.fillText(text, plot.right - 6, place)
    }
  }

  #drawLine(context, plot, y, { curve, color, sigma, isDashed }) {
    const place = (seconds) => plot.x(seconds) - plot.left
    const columns = plot.right - plot.left
    if (sigma) {
      context.fillStyle = paletteColor(color)
      context.globalAlpha = 0.2
      const widths = new Map()
      sigma.forEachColumn(place, columns, (x, least, greatest) => widths.set(Math.round(x), greatest))
      let width = 0
      let last
      curve.forEachColumn(place, columns, (x, least, greatest, isBroken) => {
        width = widths.get(Math.round(x)) ?? width
        const left = last === undefined || isBroken ? x - 0.5 : last
        for (const turn of curve.isCyclic ? [-360, 0, 360] : [0]) {
          const [top, bottom] = [y(greatest + width + turn), y(least - width + turn)]
          if (bottom > plot.top && top < plot.bottom) context.fillRect(plot.left + left, top, x - left, bottom - top)
        }
        last = x
      })
      context.globalAlpha = 1
    }
    context.strokeStyle = paletteColor(color)
    context.lineWidth = isDashed ? 1.2 : 1.5
    context.lineJoin = 'round'
    context.beginPath()
    let last
    let lastX = 0
    let isAlone = false
    let height = 0
    const dot = () => { if (isAlone) context.lineTo(plot.left + lastX + 0.75, y(last)) }
    curve.forEachColumn(place, columns, (x, least, greatest, isBroken) => {
      let [low, high] = [least, greatest]
      if (curve.isCyclic) {
        const turn = 360 * Math.round((low + high) / 720)
        ;[low, high] = [low - turn, high - turn]
      }
      const hasLast = last !== undefined && !isBroken
      if (!hasLast) dot()
      const turn = curve.isCyclic && hasLast ? 360 * Math.round((last - (low + high) / 2) / 360) : 0
      const near = hasLast && Math.abs(last - high - turn) < Math.abs(last - low - turn) ? high : low
      const far = near === low ? high : low
      if (!hasLast) context.moveTo(plot.left + x, y(near))
      else {
        context.lineTo(plot.left + x, y(near + turn))
        if (turn !== 0) {
          // Over the edge: the same line once more on the other side.
          context.moveTo(plot.left + lastX, y(last - turn))
          context.lineTo(plot.left + x, y(near))
        }
      }
      if (far !== near) {
        context.lineTo(plot.left + x, y(far))
        if (curve.isCyclic && (Math.abs(low) > 180 || Math.abs(high) > 180)) {
          const other = low < -180 ? 360 : -360
          context.moveTo(plot.left + x, y(low + other))
          context.lineTo(plot.left + x, y(high + other))
          context.moveTo(plot.left + x, y(far))
        }
      }
      isAlone = !hasLast && far === near
      height += Math.abs(y(high) - y(low))
      ;[last, lastX] = [far, x]
    })
    dot()
    // Dashes of a line that goes up and down all the time are not seen, and take seconds.
    if (isDashed && height < 20 * columns) context.setLineDash([5, 3])
    context.stroke()
    context.setLineDash([])
  }
}

/** The height below which 99 % of the values of lines are. */
function usualHeight(lines, from, to) {
  const values = Float32Array.from(lines.flatMap(({ curve }) => curve.peaks(from, to))).sort()
  return values[Math.floor(values.length * 0.99)] ?? Infinity
}

function level(context, plot, y) {
  context.beginPath()
  context.moveTo(plot.left, y)
  context.lineTo(plot.right, y)
  context.stroke()
}
