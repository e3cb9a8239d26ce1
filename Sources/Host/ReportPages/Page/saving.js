// Files of what a chart shows: its visible values as CSV, and its picture as PNG.

import { paletteColor } from './chart.js'
import { make } from './findings.js'

/** Offers a file for download. */
export function save(name, blob) {
  const address = URL.createObjectURL(blob)
  make('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The fewest digits that give the same number of 24 bits again; empty for NaN. */
function digits(value) {
  if (Number.isNaN(value)) return ''
  const precision = [6, 7, 8].find((count) => Math.fround(Number(value.toPrecision(count))) === value) ?? 9
  return String(Number(value.toPrecision(precision)))
}

/**
 * The visible parts of curves as CSV. Parts of one row have a column for each curve; longer ones have their end, and the least and
 * the greatest value.
 * @param {{name: string, curve: Curve, sigma?: Curve}[]} lines
 */
export function csvOf(lines, unit, { from, to }) {
  const curves = lines.flatMap(({ name, curve, sigma }) => [{ name, curve }, ...(sigma ? [{ name: `${name} sigma`, curve: sigma }] : [])])
  const { parts } = lines[0].curve
  const isReduced = parts.end !== parts.time
  const titled = (name) => unit ? `${name} [${unit}]` : name
  const header = isReduced ?
    ['t [s]', 'end [s]', ...curves.flatMap(({ name }) => [titled(`${name} least`), titled(`${name} greatest`)])] :
    ['t [s]', ...curves.map(({ name }) => titled(name))]
  const rows = [header]
  for (let part = 0; part < parts.count; part += 1) {
    if (parts.end[part] < from || parts.time[part] > to) continue
    const times = isReduced ? [parts.time[part], parts.end[part]] : [parts.time[part]]
    rows.push([...times, ...curves.flatMap(({ curve }) =>
      (isReduced ? [curve.least[part], curve.greatest[part]] : [curve.least[part]]).map(digits))])
  }
  return rows.map((row) => `${row.join()}\n`).join('')
}

/** The picture of a chart with its title and the names of its lines. */
export function pictureOf(chart, title) {
  const { canvas, ratio } = chart.picture
  const picture = make('canvas', { width: canvas.width, height: canvas.height + Math.round(44 * ratio) })
  const context = picture.getContext('2d')
  context.fillStyle = paletteColor('card')
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(canvas, 0, picture.height - canvas.height)
  context.scale(ratio, ratio)
  context.textBaseline = 'middle'
  context.fillStyle = paletteColor('ink')
  context.font = '600 14px system-ui, "DejaVu Sans", sans-serif'
  context.fillText(title, 10, 14)
  context.font = '12px system-ui, "DejaVu Sans", sans-serif'
  let left = 10
  for (const { name, color } of chart.shownLines) {
    context.fillStyle = paletteColor(color)
    context.beginPath()
    context.arc(left + 4, 34, 4, 0, 2 * Math.PI)
    context.fill()
    context.fillStyle = paletteColor('ink')
    context.fillText(name, left + 13, 34)
    left += 30 + context.measureText(name).width
  }
  return picture
}

/** Adds the buttons that save a chart. */
export function addSaving(head, chart, { title, unit, name, view }) {
  const button = (format, action) => {
    const element = make('button', { type: 'button', textContent: format, ariaLabel: `Save the visible part of ${title} as ${format}` })
    element.addEventListener('click', action)
    return element
  }
  head.append(make('span', { className: 'saving' },
    button('CSV', () => {
      if (chart.shownLines.length > 0) save(`${name}.csv`, new Blob([csvOf(chart.shownLines, unit, view)], { type: 'text/csv' }))
    }),
    button('PNG', () => pictureOf(chart, unit ? `${title} [${unit}]` : title).toBlob((blob) => save(`${name}.png`, blob)))))
}
