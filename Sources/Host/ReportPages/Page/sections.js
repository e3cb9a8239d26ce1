// The sections of a report: titles, charts, plots and tables.

import { Chart, countText, figure, percentText } from './chart.js'
import { make } from './findings.js'
import { Plot } from './plot.js'
import { addSaving } from './saving.js'

/** Makes the sections of a page, and remembers what must be drawn again when colours change. */
export class Sections {
  #parent
  #view
  #shade
  #name
  #drawings = []

  /** Sections of a page; files of charts over the time of `view` begin with `name`. */
  constructor(parent, { view, shade, name } = {}) {
    this.#parent = parent
    this.#view = view
    this.#shade = shade
    this.#name = name
  }

  restyle() { this.#drawings.forEach((drawing) => drawing.restyle()) }

  /** Adds a section. */
  add(id, title, note = '') {
    const section = make('section', { id, className: 'card' }, make('h2', { textContent: title }))
    if (note) section.append(make('p', { className: 'note', textContent: note }))
    this.#parent.append(section)
    return section
  }

  /** Adds a chart over time; lines without a curve are left out. Nothing is added if none is left, or all are zero throughout. */
  chart(section, title, options) {
    const lines = options.lines.filter(({ curve }) => curve)
    if (!options.isBare && lines.every(({ curve }) => curve.isZero)) return
    const canvas = make('canvas', { className: options.isBare ? 'chart strip' : 'chart' })
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', `${title} over time`)
    const head = make('div', { className: 'head' }, make('h3', { textContent: options.unit ? `${title} [${options.unit}]` : title }))
    const legend = make('ul', { className: 'legend' })
    if (lines.length > 0) head.append(legend)
    section.append(make('figure', {}, head, canvas))
    const chart = new Chart(canvas, this.#view, { shade: this.#shade, ...options, lines }, legend)
    this.#drawings.push(chart)
    if (lines.length === 0) return
    const name = `${this.#name}.${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
    addSaving(head, chart, { title, unit: options.unit, name, view: this.#view })
  }

  /** Adds a plot with axes of its own; `note` below it describes the place under the pointer. */
  plot(parent, title, options, note = '') {
    const canvas = make('canvas', { className: options.isSquare ? 'plot square' : 'plot' })
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', title)
    const text = make('p', { className: 'note', textContent: note })
    parent.append(make('figure', {}, make('div', { className: 'head' }, make('h3', { textContent: title })), canvas, ...(note ? [text] : [])))
    this.#drawings.push(new Plot(canvas, options, note ? text : undefined))
  }

  /** Adds a table; numbers are texts already. */
  table(section, headings, rows) {
    const cells = (name, texts) => make('tr', {}, ...texts.map((textContent) => make(name, { textContent })))
    section.append(make('div', { className: 'table' }, make('table', {},
      make('thead', {}, cells('th', headings)), make('tbody', {}, ...rows.map((row) => cells('td', row))))))
  }

  /** Adds names with their values. */
  facts(section, facts) { section.append(factList(facts)) }
}

/** Names with their values. */
export function factList(facts) {
  return make('dl', { className: 'facts' }, ...facts.map(({ name, value }) =>
    make('div', {}, make('dt', { textContent: name }), make('dd', { textContent: value }))))
}

/** Spectra: a plot of each sensor with its strongest lines. */
export function addSpectra(sections, section, spectra) {
  section.append(legend([...'xyz'].map((name) => ({ name, color: name }))))
  const grid = section.appendChild(make('div', { className: 'pair' }))
  for (const { name, unit, step, densities, peaks, segments } of spectra) {
    const all = densities.flatMap((density) => density.slice(1)).filter((value) => value > 0)
    if (all.length === 0) continue
    const top = 10 ** Math.ceil(Math.log10(Math.max(...all)) + 0.3)
    const bottom = Math.max(10 ** Math.floor(Math.log10(Math.min(...all))), top * 1e-10)
    const highest = step * (densities[0].length - 1)
    const named = peaks.map(({ frequency }) => `${figure(frequency)} Hz`).join(', ')
    sections.plot(grid, `${name} [${unit}]`, {
      x: { from: 0, to: highest, title: 'frequency in Hz' }, y: { from: bottom, to: top, title: 'density', isLog: true },
      describe(frequency) {
        const bin = Math.round(frequency / step)
        if (!(bin >= 0 && bin < densities[0].length)) return ''
        const values = densities.map((density, axis) => `${'xyz'[axis]} ${density[bin].toExponential(2).replaceAll('-', '−')}`)
        return `${figure(bin * step)} Hz: ${values.join(', ')} ${unit}`
      },
      draw(plot) {
        for (const [axis, density] of densities.entries()) {
          plot.line(density.map((value, bin) => [bin * step, value]).slice(1), 'xyz'[axis], 1.3)
        }
        for (const { frequency } of peaks) {
          const bin = Math.round(frequency / step)
          plot.text(`${figure(frequency)} Hz`, frequency, Math.max(...densities.map((density) => density[bin])))
        }
      } }, `${named ? `Peaks at ${named}.` : 'No peak stands out.'} Mean of ${segments} segments of 512 readings.`)
  }
}

/** The names of colours. */
export function legend(entries) {
  return make('ul', { className: 'legend' }, ...entries.map(({ name, color }) => {
    const item = make('li', {}, make('span', { textContent: name }))
    item.dataset.color = color
    return item
  }))
}

/** The times between rows. */
export function addIntervals(sections, section, classes, notIncreasing) {
  if (classes.length === 0) return
  const total = classes.reduce((sum, { rows }) => sum + rows, 0)
  const [from, to] = [classes[0].from / 1.1, classes.at(-1).to * 1.1]
  sections.plot(section, 'Intervals between rows', {
    x: { from, to, isLog: true, title: 'interval in ms' },
    y: { from: 0.5, to: 2 * Math.max(...classes.map(({ rows }) => rows)), isLog: true, title: 'rows' },
    describe(interval) {
      const found = classes.find((one) => interval >= one.from && interval < one.to)
      return found ? `${figure(found.from)} to ${figure(found.to)} ms: ${countText(found.rows)} rows, ${percentText(found.rows / total)}` : ''
    },
    draw({ context, area, x, y }) {
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent')
      for (const one of classes) {
        const left = x(one.from)
        context.fillRect(left, y(one.rows), Math.max(1.5, x(one.to) - left - 0.5), area.bottom - y(one.rows))
      }
    } }, `${countText(total)} intervals in classes of 1 %${notIncreasing ? `; ${countText(notIncreasing)} more are zero or negative` : ''}.`)
}

/** The magnetic field from three sides. */
export function addCloud(sections, section, clouds, strength) {
  const largest = 1.1 * Math.max(strength, ...clouds.map((cloud) => cloud.largest))
  const points = new Map()
  const pointsOf = (cloud) => {
    if (!points.has(cloud)) points.set(cloud, spread(cloud.axes()))
    return points.get(cloud)
  }
  const grid = section.appendChild(make('div', { className: 'triple' }))
  for (const [first, second] of [[0, 1], [0, 2], [1, 2]]) {
    const axis = (index) => ({ from: -largest, to: largest, title: `${'xyz'[index]} in µT` })
    sections.plot(grid, `${'xyz'[first]} and ${'xyz'[second]}`, {
      isSquare: true, x: axis(first), y: axis(second),
      draw(plot) {
        plot.line(Array.from({ length: 97 }, (_, index) => [
          strength * Math.cos(index * Math.PI / 48), strength * Math.sin(index * Math.PI / 48)]), 'muted', 1)
        for (const cloud of clouds) plot.points(pointsOf(cloud).map((point) => [point[first], point[second]]), cloud.color)
      } })
  }
  section.append(legend(clouds))
}

/** Up to 2000 points of those that are there. */
function spread([x, y, z]) {
  let count = 0
  for (const number of x) if (!Number.isNaN(number)) count += 1
  const step = Math.max(1, Math.ceil(count / 2000))
  const points = []
  let seen = 0
  for (let place = 0; place < x.length; place += 1) {
    if (Number.isNaN(x[place])) continue
    if (seen % step === 0) points.push([x[place], y[place], z[place]])
    seen += 1
  }
  return points
}

/** The rate at rest by temperature. */
export function addRestRates(sections, section, classes) {
  const rates = classes.flatMap(({ rate }) => rate)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const padding = Math.max(0.01, (high - low) * 0.1)
  const temperatures = classes.map(({ temperature }) => temperature)
  sections.plot(section, 'Rate at rest by temperature [deg/s]', {
    x: { from: Math.min(...temperatures) - 1, to: Math.max(...temperatures) + 1, title: 'temperature in °C' },
    y: { from: low - padding, to: high + padding, title: 'rate' },
    describe(temperature) {
      const nearest = classes.reduce((best, one) => Math.abs(one.temperature - temperature) < Math.abs(best.temperature - temperature) ? one : best)
      return `${figure(nearest.temperature, 0.1)} °C: ${nearest.rate.map((rate, axis) => `${'xyz'[axis]} ${figure(rate, 0.001)}`).join(', ')} deg/s, ${countText(nearest.rows)} rows`
    },
    draw(plot) {
      for (const axis of [0, 1, 2]) {
        const points = classes.map(({ temperature, rate }) => [temperature, rate[axis]])
        plot.line(points, 'xyz'[axis])
        plot.points(points, 'xyz'[axis], 3, 1)
      }
    } }, 'Means of the rows at rest in classes of one degree.')
}
