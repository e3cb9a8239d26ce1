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

/** The report of the open page: its JSON, and its columns by name. */
async function readReport() {
  const report = JSON.parse(await text('report'))
  const bytes = Buffer.from((await text('data')).trim(), 'base64')
  const types = { f64: ['readDoubleLE', 8], f32: ['readFloatLE', 4], u16: ['readUInt16LE', 2] }
  const columns = {}
  for (const { name, type, width, offset, count } of report.columns) {
    const [read, size] = types[type]
    columns[name] = Array.from({ length: width * count }, (_, index) => bytes[read](offset + size * index))
  }
  return { report, columns }
}

const sameColumns = {
  yaw: 1, pitch: 1, roll: 1, tilt_sigma: 1, heading_sigma: 1, user_accel_x: 1, user_accel_y: 1, user_accel_z: 1,
  rate_x: 180 / Math.PI, rate_y: 180 / Math.PI, rate_z: 180 / Math.PI,
  gyro_bias_x: 180 / Math.PI, gyro_bias_y: 180 / Math.PI, gyro_bias_z: 180 / Math.PI }
/** Six or nine decimals in the file, 24 bits in the page. */
const near = (value, expected) => Math.abs(value - expected) <= 1e-6 + 1.2e-7 * Math.abs(expected) || Number.isNaN(value) && Number.isNaN(expected)

/** Every number of the page is that of `cardan fuse`, and the errors are those of `cardan evaluate`. */
async function numbers() {
  await page.open(address('short.html'))
  const { report, columns } = await readReport()
  const expected = csv('short.csv')
  assert.equal(report.rowsPerPart, 1)
  assert.equal(columns.time.length, expected.t.length)
  for (const [row, time] of columns.time.entries()) assert(Math.abs(time - (expected.t[row] - expected.t[0])) < 1e-9)
  for (const [name, factor] of Object.entries(sameColumns)) {
    const wrong = columns[name].findIndex((value, row) => !near(value, factor * expected[name][row]))
    assert.equal(wrong, -1, `${name} in row ${wrong}: ${columns[name][wrong]} instead of ${factor * expected[name][wrong]}`)
  }
  for (const [part, name] of ['q_w', 'q_x', 'q_y', 'q_z'].entries()) {
    assert(expected[name].every((value, row) => near(columns.q[4 * row + part], value)), name)
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

/** Parts of a long log hold exactly what its rows reach, and the page is small. */
async function longLog() {
  await page.open(address('long.html'))
  const { report, columns } = await readReport()
  const expected = csv('long.csv')
  const size = report.rowsPerPart
  assert(size > 1 && columns.time.length <= 8192 && columns.time.length > 4096)
  for (const name of ['pitch', 'tilt_sigma', 'user_accel_x', 'rate_z']) {
    for (let part = 0; part < columns.time.length; part += 97) {
      const rows = expected[name].slice(size * part, size * (part + 1)).filter((value) => !Number.isNaN(value)).map((value) => value * sameColumns[name])
      if (rows.length === 0) continue
      assert(near(columns[`${name}.least`][part], Math.min(...rows)) && near(columns[`${name}.greatest`][part], Math.max(...rows)), `${name}, part ${part}`)
    }
  }
  const data = (await text('data')).length
  const whole = statSync(join(folder, 'long.html')).size
  assert(whole - data < 1e6 && whole < 5e6, `${whole} bytes, of which ${data} are data`)
  console.log(`# ten minutes at 100 Hz: ${whole} bytes, of which ${data} are data`)
  await visible('#attitude canvas')
}

/** A column of a chart holds what its parts reach; one with an angle at the edge is not drawn from -180 to 180. */
async function columns() {
  const source = readFileSync(new URL('../../../Sources/Host/ReportPages/Page/curves.js', import.meta.url), 'utf8')
  const { Curve, Parts } = await import('data:text/javascript,' + encodeURIComponent(source))
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
  const written = (value, decimals) => value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1').replace('-', '−')
  const seek = (seconds) => page.evaluate(`(() => { const slider = document.getElementById('moment')
    slider.value = ${seconds}; slider.dispatchEvent(new Event('input')); return ${painted} })()`)
  for (const seconds of [0, 12.34, 25.5, 59.9]) {
    await seek(seconds)
    const row = expected.t.findLastIndex((time) => time - expected.t[0] <= seconds + 1e-9)
    assert.equal(await legend('attitude'), ['yaw', 'pitch', 'roll'].map((name) => written(expected[name][row], 2)).join(' '), `at ${seconds} s`)
    assert.equal(await text('now-pitch'), `${written(expected.pitch[row], 1)}°`)
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
  const before = await drawn('#rate canvas')
  await mouse('mousePressed', at(0.25))
  await mouse('mouseMoved', at(0.4), { buttons: 1 })
  await mouse('mouseMoved', at(0.5), { buttons: 1 })
  await mouse('mouseReleased', at(0.5))
  await page.evaluate(painted)
  assert.match(await range(), /^1[45]\.\d s to (29|30)\.\d s$/)
  assert.notEqual(await drawn('#rate canvas'), before, 'another chart is not zoomed')
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
  for (const step of [columns, numbers, longLog, use, explore, look, table, benchmark]) {
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
