// Opens the pages of `cardan report` from disk in Chromium and uses them. Stops at the first thing that is wrong.
//
//     node report.mjs FOLDER PICTURES

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { charts } from './charts.mjs'
import { Chromium } from './chromium.mjs'
import { contrast } from './contrast.mjs'

const [folder, pictures] = process.argv.slice(2).map((path) => resolve(path))
mkdirSync(pictures, { recursive: true })
const browser = new Chromium()
const page = await browser.newPage()
const [asked, faults] = [[], []]
browser.listen(({ method, params }) => {
  if (method === 'Network.requestWillBeSent') asked.push(params.request.url)
  if (method === 'Runtime.exceptionThrown') faults.push(params.exceptionDetails.exception?.description)
  if (method === 'Runtime.consoleAPICalled') faults.push(params.args[0]?.value)
  if (method === 'Log.entryAdded') faults.push(params.entry.text)
})
for (const domain of ['Network', 'Log', 'DOM', 'Runtime']) await page.send(`${domain}.enable`)

const address = (name) => pathToFileURL(join(folder, name)).href
const text = (id) => page.evaluate(`document.getElementById('${id}').textContent`)
const painted = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** The columns of a result of `cardan fuse`. */
function csv(name) {
  const [header, ...lines] = readFileSync(join(folder, name), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'))
  const rows = lines.map((line) => line.split(','))
  return Object.fromEntries(header.split(',').map((title, column) => [
    title.split(' ')[0], rows.map((row) => title === 'flags' ? row[column] : Number(row[column]))]))
}

/** A module of the page by itself. */
function part(name) {
  const source = readFileSync(new URL(`../../../Sources/Host/ReportPages/Page/${name}`, import.meta.url), 'utf8')
  return import('data:text/javascript,' + encodeURIComponent(source))
}
const { unpack } = await part('packed.js')

/** The report of the open page: its JSON, and its columns by name. */
async function readReport() {
  const report = JSON.parse(await text('report'))
  const bytes = Buffer.from((await text('data')).trim(), 'base64')
  const columns = {}
  for (const { name, divisor, offset, size, count } of report.columns) {
    const packed = new Uint8Array(size + 4)
    packed.set(bytes.subarray(offset, offset + size))
    columns[name] = unpack(packed, new Float64Array(count), divisor)
  }
  return { report, columns }
}

/** The columns of the page that are also in a result of `cardan fuse`: the factor between them, and the finest step of the page. */
const sameColumns = {
  yaw: [1, 2 ** -9], pitch: [1, 2 ** -9], roll: [1, 2 ** -9], tilt_sigma: [1, 2 ** -12], heading_sigma: [1, 2 ** -12],
  user_accel_x: [1, 2 ** -11], user_accel_y: [1, 2 ** -11], user_accel_z: [1, 2 ** -11],
  rate_x: [180 / Math.PI, 2 ** -9], rate_y: [180 / Math.PI, 2 ** -9], rate_z: [180 / Math.PI, 2 ** -9],
  gyro_bias_x: [180 / Math.PI, 2 ** -14], gyro_bias_y: [180 / Math.PI, 2 ** -14], gyro_bias_z: [180 / Math.PI, 2 ** -14] }

/**
 * The largest errors of a column, for each block of 256 rows: half of the finest step, or an eighth of the median of the second
 * differences, if an eighth of them, and 16, are not zero; beside them the decimals of the file and the 24 bits of single precision.
 */
function allowedErrors(values, finest) {
  return Array.from({ length: Math.ceil(values.length / 256) }, (_, block) => {
    const present = values.slice(256 * block, 256 * (block + 1)).filter((value) => !Number.isNaN(value))
    const differences = present.slice(2).map((value, place) => Math.abs(value - 2 * present[place + 1] + present[place]))
    const noise = differences.filter((difference) => difference > 1e-7).sort((one, other) => one - other)
    const largest = Math.max(0, ...present.map(Math.abs))
    return Math.max(finest / 2, noise.length < 16 || 8 * noise.length < present.length ? 0 : noise[noise.length >> 1] / 8, largest * 2 ** -23) + 1e-6 * (1 + largest)
  })
}

/** Every number of the page is that of `cardan fuse`, and the errors are those of `cardan evaluate`. */
async function numbers() {
  await page.open(address('short.html'))
  const { report, columns } = await readReport()
  const expected = csv('short.csv')
  assert.equal(report.rowsPerPart, 1)
  assert.equal(columns.time.length, expected.t.length)
  for (const [row, time] of columns.time.entries()) assert(Math.abs(time - (expected.t[row] - expected.t[0])) < 1e-9)
  for (const [name, [factor, finest]] of Object.entries(sameColumns)) {
    const values = expected[name].map((value) => factor * value)
    const allowed = allowedErrors(values, finest)
    const wrong = columns[name].findIndex((value, row) =>
      Number.isNaN(value) !== Number.isNaN(values[row]) || Math.abs(value - values[row]) > allowed[row >> 8])
    assert.equal(wrong, -1, `${name} in row ${wrong}: ${columns[name][wrong]} instead of ${values[wrong]}, ${allowed[wrong >> 8]} apart at most`)
    assert(allowed.every((error) => error < (name.startsWith('user_accel') ? 0.1 : 0.2)), `${name} is coarse: ${Math.max(...allowed)}`)
  }
  for (const { name, rows } of report.flags) {
    assert.equal(expected.flags.filter((flags) => flags.split('|').includes(name)).length, rows, name)
  }
  const [errors] = JSON.parse(readFileSync(join(folder, 'short.json'), 'utf8'))
  for (const name of ['total', 'heading', 'inclination', 'normalizedHeading', 'normalizedInclination', 'rows']) {
    assert.equal(report.facts.errors[name], errors[name], name)
  }
  const result = JSON.parse(await text('result'))
  assert.equal(result.rows, expected.t.length)
  assert.equal(report.facts.field.source, 'WMM2025')
  assert.equal(report.facts.provenance.find(({ name }) => name === 'SHA-256 of the log').value.length, 64)
}

/** The page of a long log has every row, is small and drawn soon; where it is zoomed, it shows rows. */
async function longLog() {
  await page.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.open(address('long.html'))
  await page.evaluate(painted)
  const { metrics } = await page.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration').value
  const { report, columns } = await readReport()
  const expected = csv('long.csv')
  assert.equal(report.rowsPerPart, 1)
  assert.equal(columns.time.length, expected.t.length)
  for (const name of ['pitch', 'rate_z', 'user_accel_x']) {
    const [factor, finest] = sameColumns[name]
    const values = expected[name].map((value) => factor * value)
    const allowed = allowedErrors(values, finest)
    const wrong = columns[name].findIndex((value, row) => Math.abs(value - values[row]) > allowed[row >> 8])
    assert.equal(wrong, -1, `${name} in row ${wrong}`)
  }
  const whole = statSync(join(folder, 'long.html')).size
  assert(whole < 5e6, `${whole} bytes`)
  console.log(`# ten minutes at 200 Hz: ${whole} bytes, painted after ${seconds.toFixed(2)} s of processor time`)
  await visible('#attitude canvas')
  await page.evaluate(`location.hash = '#t=300,300.5'`)
  await page.until(`document.getElementById('range').textContent !== ''`)
  await page.evaluate(painted)
  const [from, to] = [300, 300.5].map((time) => time + expected.t[0])
  const rows = [...expected.t.keys()].filter((row) => expected.t[row] > from - 1e-6 && expected.t[row] < to + 1e-6)
  const lines = (await csvOfChart('#rate')).trim().split('\n')
  assert.equal(lines.length, rows.length + 1, 'the chart has not every row')
}

/** What the first chart of a section saves as CSV. */
function csvOfChart(section) {
  return page.evaluate(`(async () => {
    const kept = URL.createObjectURL
    const blob = await new Promise((resolve) => {
      URL.createObjectURL = (blob) => { resolve(blob); return kept.call(URL, blob) }
      document.querySelector('${section} .saving button').click()
    })
    URL.createObjectURL = kept
    return blob.text() })()`)
}

/** A column of a chart holds what its parts reach; one with an angle at the edge is not drawn from -180 to 180. */
async function columns() {
  const { Curve, Parts } = await part('curves.js')
  const values = [170, 179, -179, -175, 178, 10, 12, 11]
  const of = (curve) => {
    const found = []
    curve.forEachColumn((time) => time / 4, 2, (x, least, greatest) => found.push([least, greatest]))
    return found
  }
  const parts = new Parts(values.map((_, index) => index))
  assert.deepEqual(of(new Curve(parts, values)), [[-179, 179], [10, 178]])
  const [first, second] = of(new Curve(parts, [...values.slice(0, 4), -180, -178, 179, 177], undefined, { isCyclic: true }))
  assert.deepEqual([first, second], [[170, 185], [-183, -178]])
  assert.deepEqual(of(new Curve(parts, [NaN, 1, NaN, 2, NaN, NaN, NaN, NaN])), [[1, 2]])
  pyramid(Curve, Parts)
}

/** A column that is drawn from the pyramid reaches what its rows reach. */
function pyramid(Curve, Parts) {
  const count = 100_003
  const values = Float64Array.from({ length: count }, (_, row) => 80 * Math.sin(row / 900) + 7 * Math.sin(row * row))
  values[77_777] = 500
  values.fill(NaN, 30_000, 31_000)
  const time = Float64Array.from({ length: count }, (_, row) => row / 200)
  const curve = new Curve(new Parts(time, time, (row) => row === 31_000), values)
  for (const [from, to] of [[0, 500.01], [100, 400], [388.8, 389], [149.9, 155.3]]) {
    const place = (seconds) => 300 * (seconds - from) / (to - from)
    const rows = [...values.keys()].filter((row) => time[row] >= from && time[row] <= to && !Number.isNaN(values[row])).map((row) => values[row])
    let [low, high, columns] = [Infinity, -Infinity, 0]
    curve.forEachColumn(place, 300, (x, least, greatest) => {
      if (x < 0 || x > 300) return
      ;[low, high, columns] = [Math.min(low, least), Math.max(high, greatest), columns + 1]
    })
    // Nodes at the edges reach a quarter of a column beyond them.
    assert(Math.abs(low - Math.min(...rows)) < 3 && Math.abs(high - Math.max(...rows)) < 3, `${low} to ${high} in ${from} to ${to} s`)
    assert(columns > 20 && columns <= 301, `${columns} columns`)
    const range = curve.range(from, to)
    assert(range[0] <= Math.min(...rows) && range[1] >= Math.max(...rows) && range[1] - range[0] < 1.1 * (Math.max(...rows) - Math.min(...rows)), `${range}`)
  }
  assert.equal(new Curve(new Parts(time), values).peaks(0, 500).reduce((most, peak) => Math.max(most, peak)), 500)
}

/** How many bytes the picture of an element has, which is more with more in it. */
async function drawn(selector) {
  const clip = await page.evaluate(`(() => { const { x, y, width, height } = document.querySelector('${selector}').getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height, scale: 1 } })()`)
  const { data } = await page.send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true })
  return Buffer.from(data, 'base64').length
}

async function visible(selector) {
  const size = await drawn(selector)
  assert(size > 3000, `${selector} is ${size} bytes as a picture`)
}

/** The values beside the charts, the player, the pointer and the keys. */
async function use() {
  await page.resize({ width: 1280, height: 900 })
  await page.open(address('short.html'))
  const expected = csv('short.csv')
  const legend = (section) => page.evaluate(`[...document.querySelectorAll('#${section} .legend output')].map((value) => value.textContent).join(' ')`)
  const seek = (seconds) => page.evaluate(`(() => { const slider = document.getElementById('moment')
    slider.value = ${seconds}; slider.dispatchEvent(new Event('input')); return ${painted} })()`)
  for (const seconds of [0, 12.34, 25.5, 59.9]) {
    await seek(seconds)
    const row = expected.t.findLastIndex((time) => time - expected.t[0] <= seconds + 1e-9)
    const values = (await legend('attitude')).replaceAll('−', '-').split(' ').slice(0, 3).map(Number)
    for (const [place, name] of ['yaw', 'pitch', 'roll'].entries()) {
      assert(Math.abs(values[place] - expected[name][row]) < 0.02, `${name} at ${seconds} s: ${values[place]}`)
    }
    assert.match(await text('now-pitch'), /^−?\d+\.\d°$/)
    assert(Math.abs(parseFloat((await text('now-pitch')).replace('−', '-')) - expected.pitch[row]) < 0.07)
  }
  const range = () => text('range')
  assert.equal(await range(), '')
  const box = await page.evaluate(`(() => { const { x, y, width, height } = document.querySelector('#attitude canvas').getBoundingClientRect()
    return { x, y, width, height } })()`)
  const mouse = (type, x, more = {}) => page.send('Input.dispatchMouseEvent', { type, x, y: box.y + 60, button: 'left', clickCount: 1, ...more })
  const at = (share) => box.x + 52 + share * (box.width - 64)
  await mouse('mouseMoved', at(0.5), { button: 'none' })
  await page.evaluate(painted)
  const hovered = await legend('attitude')
  const middle = expected.t.findLastIndex((time) => time - expected.t[0] <= 30)
  const rows = [-5, 5].map((shift) => expected.yaw[middle + shift])
  const yaw = parseFloat(hovered.replace('−', '-'))
  assert(yaw >= Math.min(...rows) - 0.02 && yaw <= Math.max(...rows) + 0.02, `${hovered} under the pointer`)
  const before = await drawn('#uncertainty canvas')
  await mouse('mousePressed', at(0.25))
  await mouse('mouseMoved', at(0.4), { buttons: 1 })
  await mouse('mouseMoved', at(0.5), { buttons: 1 })
  await mouse('mouseReleased', at(0.5))
  await page.evaluate(painted)
  assert.match(await range(), /^1[45]\.\d s to (29|30)\.\d s$/)
  assert.notEqual(await drawn('#uncertainty canvas'), before, 'another chart is not zoomed')
  await page.click('#zoom-all')
  assert.equal(await range(), '')
  const key = async (name, more = {}) => {
    for (const type of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key: name, text: type === 'keyDown' && name.length === 1 ? name : undefined, ...more })
    await page.evaluate(painted)
  }
  await page.evaluate(`document.querySelector('#attitude canvas').focus()`)
  await key('+')
  assert.notEqual(await range(), '')
  await key('0')
  assert.equal(await range(), '')
  await key('Home')
  const start = Number(await page.evaluate(`document.getElementById('moment').value`))
  await key('ArrowRight')
  assert(Number(await page.evaluate(`document.getElementById('moment').value`)) > start, 'the arrow does not move the cursor')
  await page.click('#play')
  assert.equal(await text('play'), 'Pause')
  await page.until(`Number(document.getElementById('moment').value) > 1`)
  await page.click('#play')
  assert.equal(await text('play'), 'Play')
}

/** Zoom, curves, links and files. */
async function explore() { await charts(page, address('short.html'), csv('short.csv')) }

/** Everything can be read at every width, in light, dark and on paper. */
async function look() {
  await page.open(address('short.html'))
  await page.evaluate(`(() => { const slider = document.getElementById('moment'); slider.value = 25.5; slider.dispatchEvent(new Event('input')) })()`)
  for (const [name, size] of Object.entries({
    desktop: { width: 1280, height: 900 }, dark: { width: 1280, height: 900, dark: true }, narrow: { width: 320, height: 700 }, small: { width: 360, height: 740, scale: 2 },
    phone: { width: 390, height: 844, scale: 2 }, 'phone-dark': { width: 390, height: 844, dark: true, scale: 2 }, landscape: { width: 844, height: 390 } })) {
    await page.resize(size)
    assert(await page.evaluate('document.documentElement.scrollWidth') <= size.width, `${name}: the page is wider than the screen`)
    const { top, bottom } = await page.evaluate(`(() => { const { top, bottom } = document.getElementById('play').getBoundingClientRect(); return { top, bottom } })()`)
    assert(top >= 0 && bottom <= size.height, `${name}: Play is not on the screen`)
    writeFileSync(join(pictures, `${name}.png`), await page.screenshot({ ...size, whole: false }))
    const paint = await page.evaluate(`getComputedStyle(document.body).backgroundColor`)
    assert.equal(paint, size.dark ? 'rgb(18, 22, 26)' : 'rgb(243, 244, 241)', name)
    for (const [ink, paper] of [['ink', 'card'], ['ink', 'paper'], ['muted', 'card'], ['muted', 'paper'], ['x', 'card'], ['y', 'card'], ['z', 'card'],
      ['truth', 'card'], ['good', 'card'], ['doubt', 'card'], ['error', 'card']]) {
      const [first, second] = await page.evaluate(`['${ink}', '${paper}'].map((name) =>
        getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim())`)
      assert(contrast(first, second) >= 4.5, `${ink} on ${paper}: ${contrast(first, second).toFixed(2)}, ${name}`)
    }
  }
  await page.resize({ width: 1280, height: 900 })
  const { height } = await page.evaluate(`({ height: document.documentElement.scrollHeight })`)
  await page.resize({ width: 1280, height })
  writeFileSync(join(pictures, 'whole.png'), await page.screenshot({ width: 1280, height, whole: false }))
  for (const id of ['attitude', 'uncertainty', 'errors', 'acceleration', 'rate', 'field', 'cloud', 'sampling', 'spectra']) await visible(`#${id} canvas`)
  await visible('#body')
  const { nodes } = await page.send('Accessibility.getFullAXTree')
  for (const { role, name, ignored } of nodes) {
    if (!ignored && ['button', 'slider', 'image', 'img', 'combobox'].includes(role?.value)) assert(name?.value, `a ${role.value} has no name`)
  }
  await paper()
  const { data } = await page.send('Page.printToPDF', { printBackground: false })
  writeFileSync(join(pictures, 'print.pdf'), Buffer.from(data, 'base64'))
  assert(data.length > 50_000, 'the print is empty')
}

/** On paper, from a dark screen too: light, the three clouds in a row, and the colours of the legends are kept. */
async function paper() {
  await page.resize({ width: 688, height: 970 })
  await page.send('Emulation.setEmulatedMedia', { media: 'print', features: [{ name: 'prefers-color-scheme', value: 'dark' }] })
  await page.evaluate(painted)
  const { tops, card, dots, width } = await page.evaluate(`({
    tops: [...document.querySelectorAll('#cloud canvas')].map((canvas) => canvas.getBoundingClientRect().top),
    card: getComputedStyle(document.documentElement).getPropertyValue('--card').trim(),
    dots: [...document.querySelectorAll('#attitude .legend li')].map((item) => getComputedStyle(item, '::before').printColorAdjust),
    width: document.documentElement.scrollWidth })`)
  assert(tops.length === 3 && tops.every((top) => top === tops[0]), `the clouds are at ${tops}`)
  assert.equal(card, '#ffffff')
  assert(dots.length > 3 && dots.every((dot) => dot === 'exact'), dots.join())
  assert(width <= 688, `${width} pixels wide on paper`)
  writeFileSync(join(pictures, 'paper.png'), await page.send('Page.captureScreenshot', { format: 'png' }).then(({ data }) => Buffer.from(data, 'base64')))
  await page.send('Emulation.setEmulatedMedia', { media: '', features: [] })
}

/** The attitude that a device estimated beside ours, velocities, and the axes of sensors on request. */
async function aids() {
  await page.resize({ width: 1280, height: 900 })
  await page.open(address('device.html'))
  const { report, columns } = await readReport()
  assert.deepEqual(report.facts.reference, { name: 'quaternion', isEstimate: true })
  assert.equal(await page.evaluate(`document.querySelector('#errors h2').textContent`), 'Difference from the attitude of the device')
  assert(Math.abs(report.facts.errors.inclination - 0.38) < 0.1, `${report.facts.errors.inclination}`)
  const names = await page.evaluate(`[...document.querySelectorAll('#attitude .legend button')].map((button) => button.textContent).join()`)
  assert.equal(names, 'yaw,pitch,roll,yaw (quaternion),pitch (quaternion),roll (quaternion)')
  const expected = csv('short.csv')
  const apart = columns.true_pitch.map((value, row) => Math.abs(value - expected.pitch[row])).filter((value) => value > 3)
  assert(columns.true_pitch.length === expected.t.length && apart.length === 0, `${apart.length} rows of the device are far from ours`)
  assert.equal(report.facts.verdict.info.truthRows, 0, 'the estimate of the device is taken for the truth')
  const isShown = () => page.evaluate(`document.querySelector('#readings canvas').checkVisibility()`)
  assert.equal(await isShown(), false)
  await page.click('#readings summary')
  await page.evaluate(painted)
  assert.equal(await isShown(), true)
  await visible('#readings canvas')

  await page.open(address('city.html'))
  const city = (await readReport()).report
  assert(city.velocities > 90 * 5, `${city.velocities} velocities`)
  const rejected = city.flags.find(({ name }) => name === 'velocity_rejected')?.rows ?? 0
  const note = (await page.evaluate(`document.querySelector('#velocity .note').textContent`)).replaceAll('\u202f', '')
  assert(note.includes(`${city.velocities - rejected} used, ${rejected} rejected`), note)
  await page.evaluate(`document.querySelector('#velocity').scrollIntoView()`)
  await page.evaluate(painted)
  await visible('#velocity canvas')
  assert.equal(city.facts.reference.name, 'truth')
}

/** The page of a folder: the worst first, another order on request, links that lead to the pages. */
async function table() {
  await page.resize({ width: 1280, height: 900 })
  await page.open(address('pages/index.html'))
  const logs = () => page.evaluate(`[...document.querySelectorAll('#logs tbody tr')].map((row) => row.cells[0].textContent).join()`)
  assert.equal(await logs(), 'c bad.csv,b gap.csv,a good one.csv')
  await page.click('#logs th:first-child button')
  assert.equal(await logs(), 'a good one.csv,b gap.csv,c bad.csv')
  await page.click('#logs th:first-child button')
  assert.equal(await logs(), 'c bad.csv,b gap.csv,a good one.csv')
  assert.match(await page.evaluate(`document.querySelector('#logs tbody').textContent`), /51:\d+: .*expected a number/)
  for (const width of [390, 1280]) {
    await page.resize({ width, height: 900 })
    assert(await page.evaluate('document.documentElement.scrollWidth') <= width, `at ${width} pixels the table is wider`)
    writeFileSync(join(pictures, `folder-${width}.png`), await page.screenshot({ width, height: 900, whole: false }))
  }
  const links = await page.evaluate(`[...document.querySelectorAll('#logs a')].map((link) => link.href)`)
  assert.equal(links.length, 2)
  await page.open(links[0])
  assert.equal(await text('title'), 'b gap.csv')
  assert.match(await text('verdict'), /samples are missing|gap/)
}

/** The page of a benchmark: its tables, and a plot with every method. */
async function benchmark() {
  for (const width of [390, 1280]) {
    await page.resize({ width, height: 900 })
    await page.open(address('bench.html'))
    await page.evaluate(painted)
    assert(await page.evaluate('document.documentElement.scrollWidth') <= width, `at ${width} pixels the page is wider`)
    writeFileSync(join(pictures, `bench-${width}.png`), await page.screenshot({ width, height: 900, whole: true }))
  }
  const rows = (id) => page.evaluate(`[...document.querySelectorAll('#${id} tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))`)
  assert.deepEqual((await rows('summary-table')).map((row) => row[0]), ['default', 'vqf', 'madgwick'])
  const [errors] = JSON.parse(readFileSync(join(folder, 'short.json'), 'utf8'))
  assert.equal((await rows('recordings'))[0][1], errors.total.toFixed(3))
  assert.match((await rows('data'))[0][3], /^[0-9a-f]{64}$/)
  assert.match(await text('provenance'), /bench .*hand-held\.csv/)
  assert.equal(JSON.parse(await text('benchmark')).points.length, 3)
  await visible('#front canvas')
}

try {
  await page.resize({ width: 1280, height: 900 })
  for (const step of [columns, numbers, longLog, use, explore, look, aids, table, benchmark]) {
    const start = performance.now()
    await step()
    console.log(`${step.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  assert.deepEqual(asked.filter((url) => !url.startsWith(pathToFileURL(folder).href)), [], 'a page asks for more than itself')
  assert(asked.every((url) => url.endsWith('.html')), asked.join())
  assert.deepEqual(faults, [])
  console.log('all of the pages work')
} finally {
  await browser.close()
}
