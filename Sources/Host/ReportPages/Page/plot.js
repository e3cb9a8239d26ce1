// Plots with two axes of their own: lines, bars and points.

import { figure, fitted, multiples, paletteColor, roundStep } from './chart.js'

const room = { left: 62, right: 12, top: 10, bottom: 38 }

/**
 * @typedef {object} Axis
 * @property {number} from
 * @property {number} to
 * @property {string} title
 * @property {boolean} [isLog]
 * @property {number[]} [ticks]
 */
export class Plot {
  #canvas
  #options
  #hover
  #isNear = false

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{x: Axis, y: Axis, isSquare?: boolean, draw: (plot: object) => void, describe?: (x: number, y: number) => string}} options
   * @param {HTMLElement} [note] gets the description of the place under the pointer
   */
  constructor(canvas, options, note) {
    this.#canvas = canvas
    this.#options = options
    this.#hover = note
    new ResizeObserver(() => { if (this.#isNear) this.restyle() }).observe(canvas)
    new IntersectionObserver((entries) => {
      const wasNear = this.#isNear
      this.#isNear = entries.at(-1).isIntersecting
      if (this.#isNear && !wasNear) this.restyle()
    }, { rootMargin: '200px' }).observe(canvas)
    if (!options.describe || !note) return
    const former = note.textContent
    canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
      const box = canvas.getBoundingClientRect()
      const axes = this.#axes(box.width, box.height)
      note.textContent = options.describe(axes.x.value(clientX - box.left), axes.y.value(clientY - box.top)) || former
    })
    canvas.addEventListener('pointerleave', () => { note.textContent = former })
  }

  #axes(width, height) {
    const { x, y, isSquare } = this.#options
    let area = { left: room.left, right: width - room.right, top: room.top, bottom: height - room.bottom }
    if (isSquare) {
      const side = Math.min(area.right - area.left, area.bottom - area.top)
      const middle = (area.left + area.right) / 2
      area = { left: middle - side / 2, right: middle + side / 2, top: area.top, bottom: area.top + side }
    }
    return { area, x: scale(x, area.left, area.right), y: scale(y, area.bottom, area.top) }
  }

  restyle() {
    if (this.#canvas.clientWidth === 0) return
    const { context, width, height } = fitted(this.#canvas)
    const { area, x, y } = this.#axes(width, height)
    this.#drawGrid(context, area, x, y)
    context.save()
    context.beginPath()
    context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top)
    context.clip()
    this.#options.draw({
      context, area, x: x.place, y: y.place,
      line(points, color, lineWidth = 1.5) {
        context.strokeStyle = paletteColor(color)
        context.lineWidth = lineWidth
        context.beginPath()
        for (const [horizontal, vertical] of points) context.lineTo(x.place(horizontal), y.place(vertical))
        context.stroke()
      },
      points(points, color, radius = 1.6, opacity = 0.55) {
        context.fillStyle = paletteColor(color)
        context.globalAlpha = opacity
        for (const [horizontal, vertical] of points) {
          context.beginPath()
          context.arc(x.place(horizontal), y.place(vertical), radius, 0, 2 * Math.PI)
          context.fill()
        }
        context.globalAlpha = 1
      },
      /** A text above a place, `lift` pixels higher. */
      text(text, horizontal, vertical, color = 'ink', lift = 0) {
        context.font = '600 12px system-ui, "DejaVu Sans", sans-serif'
        const half = context.measureText(text).width / 2
        context.textAlign = 'center'
        context.textBaseline = 'bottom'
        const left = Math.max(area.left + half + 2, Math.min(area.right - half - 2, x.place(horizontal)))
        const bottom = Math.max(area.top + 14, y.place(vertical) - 5 - lift)
        context.strokeStyle = paletteColor('card')
        context.lineWidth = 3
        context.strokeText(text, left, bottom)
        context.fillStyle = paletteColor(color)
        context.fillText(text, left, bottom)
      },
    })
    context.restore()
  }

  #drawGrid(context, area, x, y) {
    const options = this.#options
    context.strokeStyle = paletteColor('line')
    context.fillStyle = paletteColor('muted')
    context.lineWidth = 1
    const stroke = (...points) => {
      context.beginPath()
      for (const [horizontal, vertical] of points) context.lineTo(Math.round(horizontal) + 0.5, Math.round(vertical) + 0.5)
      context.stroke()
    }
    context.textAlign = 'center'
    context.textBaseline = 'top'
    let end = -Infinity
    for (const { value, text } of x.ticks()) {
      const place = x.place(value)
      stroke([place, area.top], [place, area.bottom])
      const half = context.measureText(text).width / 2
      if (place - half < end + 6) continue
      context.fillText(text, place, area.bottom + 5)
      end = place + half
    }
    context.fillText(options.x.title, (area.left + area.right) / 2, area.bottom + 21)
    context.textAlign = 'right'
    context.textBaseline = 'middle'
    for (const { value, text } of y.ticks()) {
      const place = y.place(value)
      stroke([area.left, place], [area.right, place])
      context.fillText(text, area.left - 6, place)
    }
    context.save()
    context.translate(area.left - 52, (area.top + area.bottom) / 2)
    context.rotate(-Math.PI / 2)
    context.textAlign = 'center'
    context.fillText(options.y.title, 0, 0)
    context.restore()
  }
}

/** The places of values between two pixels, and the ticks. */
function scale({ from, to, isLog }, first, last) {
  const [low, high] = isLog ? [Math.log10(from), Math.log10(to)] : [from, to]
  const inner = (value) => isLog ? Math.log10(Math.max(value, 1e-300)) : value
  const length = Math.abs(last - first)
  return {
    place: (value) => first + (last - first) * (inner(value) - low) / (high - low || 1),
    value(pixel) {
      const value = low + (high - low) * (pixel - first) / (last - first)
      return isLog ? 10 ** value : value
    },
    ticks() {
      if (!isLog) {
        const step = roundStep((high - low) * 46 / length)
        return multiples(step, low, high).map((value) => ({ value, text: figure(value, step) }))
      }
      const each = Math.max(1, Math.ceil((high - low) * 24 / length))
      const ticks = multiples(1, Math.ceil(low - 1e-9), high).filter((power) => power % each === 0)
      if (ticks.length < 2) {
        const step = roundStep((to - from) * 60 / length)
        return multiples(step, from, to).filter((value) => value > 0).map((value) => ({ value, text: figure(value, step) }))
      }
      return ticks.map((power) => ({ value: 10 ** power, text: Math.abs(power) < 3 ? figure(10 ** power, 10 ** power) : `10${superscript(power)}` }))
    },
  }
}

function superscript(power) {
  return [...String(power)].map((sign) => sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)]).join('')
}
