// A visit of the page in Chromium: what a test needs to use it, to read it, and to know what it should say.
//
// Arguments of the program: BUILD DATASETS PICTURES.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Chromium } from './chromium.mjs'
import { serve } from './server.mjs'

export const [build, datasets, pictures] = process.argv.slice(2).map((path) => resolve(path))
export const { Cardan } = await import(pathToFileURL(join(build, 'cardan.js')))
const { LogReader, bytesReader } = await import(pathToFileURL(join(build, 'log.js')))
mkdirSync(pictures, { recursive: true })

export const server = await serve(build)
export const browser = new Chromium()
export const page = await browser.newPage()
/** What was asked of the network, and what went wrong in the page. */
export const [asked, faults] = [[], []]

export const text = (id) => page.evaluate(`document.getElementById('${id}').textContent`)
export const painted = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** What is asked of the network by the page and its workers, and what goes wrong in them. */
export async function watch() {
  browser.listen(({ method, params, sessionId }) => {
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url)
    if (method === 'Runtime.exceptionThrown') faults.push(params.exceptionDetails.exception?.description)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') faults.push(params.entry.text)
    if (method === 'Target.attachedToTarget' && sessionId) {
      for (const domain of ['Network', 'Runtime']) browser.send(`${domain}.enable`, {}, params.sessionId).catch(() => {})
    }
  })
  for (const domain of ['Network', 'Log', 'DOM']) await page.send(`${domain}.enable`)
  await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
}

/** What the page should write for a row of angles in radians. */
export function written([yaw, pitch, roll, heading]) {
  return [yaw, pitch, roll, heading].map((angle) => (angle * 180 / Math.PI).toFixed(1).replace(/^-0\.0$/, '0.0').replace('-', '−') + '°')
}

export const shown = () => Promise.all(['yaw', 'pitch', 'roll', 'heading'].map(text))

/** The columns of a log, in this process. */
export function samples(file) {
  const columns = { time: [], angularRate: [], specificForce: [], magneticField: [] }
  const reader = new LogReader(file, bytesReader(readFileSync(file)))
  for (let rows = reader.next(); rows.count > 0; rows = reader.next()) {
    for (const name of ['angularRate', 'specificForce', 'magneticField']) columns[name].push(...rows[name])
    columns.time.push(...Array.from(rows.timestamps, (timestamp) => Number(timestamp) / 1e9))
  }
  return columns
}

/** The rows of a log and the angles of the module for each, in this process. */
export function fused(file) {
  const columns = samples(file)
  const row = columns.time.length
  const cardan = new Cardan()
  const { quaternion, orientation } = cardan.fuse(columns)
  const rows = cardan.rows(row)
  rows.quaternion.set(quaternion)
  cardan.anglesOfRows(row)
  return { count: row, time: columns.time, angles: rows.angles, orientation }
}

/** Moves the slider to a moment and compares what is shown with the module. */
export async function expectMoment(log, seconds) {
  await page.evaluate(`(() => { const slider = document.getElementById('moment')
    slider.value = ${seconds}; slider.dispatchEvent(new Event('input')) })()`)
  const row = log.time.findLastIndex((time) => time - log.time[0] <= seconds)
  assert.deepEqual(await shown(), written(log.angles.subarray(4 * row, 4 * row + 4)), `at ${seconds} s`)
  const name = Cardan.orientationNames[log.orientation[row]].replaceAll('-', ' ')
  assert.equal((await text('orientation')).toLowerCase(), name === 'unknown' ? 'position unknown' : name)
}

/**
 * Where the instruments have their marks on the screen: the horizon sinks below the middle when the top edge rises, and its right end
 * rises when the right side of the device sinks; north lies to the left on the compass when the heading is east.
 */
export async function expectInstruments(log, seconds) {
  await expectMoment(log, seconds)
  const row = log.time.findLastIndex((time) => time - log.time[0] <= seconds)
  const [, pitch, roll, heading] = log.angles.subarray(4 * row, 4 * row + 4)
  const [horizon, rose] = await page.evaluate(`[['#horizon .sky', '#horizon'], ['#compass .north', '#compass']].map(([mark, dial]) => {
    const { a, b, c, d, e, f } = document.querySelector(dial).getScreenCTM().inverse()
      .multiply(document.querySelector(mark).getScreenCTM())
    return [a, b, c, d, e, f] })`)
  const angle = Math.atan2(horizon[1], horizon[0])
  assert(Math.abs(angle + roll) < 1e-3, `the horizon is turned by ${angle}, roll is ${roll}`)
  // The middle of the dial in coordinates of the horizon, whose y goes down: as far above it as the top edge is.
  const [a, b, c, d, e, f] = horizon
  const above = -(a * -f - b * -e) / (a * d - b * c)
  assert(Math.sign(above) === Math.sign(pitch) && Math.abs(above - 1.6 * pitch * 180 / Math.PI) < 0.1, `the middle is ${above} above`)
  const turned = Math.atan2(rose[1], rose[0])
  assert(Math.abs(Math.sin(turned + heading)) < 1e-3 && Math.cos(turned + heading) > 0, `the rose is turned by ${turned}`)
}

export async function key(name, code = name) {
  const text = name === 'Enter' ? '\r' : undefined
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: name, code, text, windowsVirtualKeyCode: keyCodes[name] })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: name, code, windowsVirtualKeyCode: keyCodes[name] })
}
const keyCodes = { Tab: 9, Enter: 13, ' ': 32, ArrowRight: 39, ArrowLeft: 37 }

/** Opens the example and waits until it is there. */
export async function openExample() {
  await page.evaluate(`document.getElementById('message').textContent = ''`)
  await page.click('#example')
  await page.until(`/^example.csv: 6,000 samples/.test(document.getElementById('message').textContent)`)
}

/** How many pixels of each colour an element has on the screen. */
export async function colours(selector) {
  const clip = await page.evaluate(`(() => { const { x, y, width, height } = document.querySelector('${selector}').getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height, scale: 1 } })()`)
  const { data } = await page.send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true })
  return page.evaluate(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${data}'
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')
    context.drawImage(picture, 0, 0)
    const counts = {}
    for (const pixel of new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer)) {
      counts[pixel] = (counts[pixel] ?? 0) + 1
    }
    return counts })()`)
}
