// Opens the page in Chromium and uses it: sensors, logs, keyboard, no network. Stops at the first thing that is wrong.
//
//     node page.mjs BUILD DATASETS PICTURES

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrast } from './contrast.mjs'
import {
  Cardan, asked, browser, build, colours, datasets, expectInstruments, expectMoment, faults, fused, key, openExample, page, painted,
  pictures, samples, server, shown, text, watch, written } from './visit.mjs'

/** With the keyboard alone: the example, the player, the slider. */
async function keyboard() {
  await page.evaluate('document.activeElement.blur()')
  const focused = () => page.evaluate('document.activeElement.id')
  const order = []
  for (let index = 0; index < 3; index += 1) {
    await key('Tab')
    order.push(await focused())
  }
  assert.deepEqual(order, ['phone', 'file', 'example'])
  assert.notEqual(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`), 'none', 'the focus is not seen')
  await key('Enter')
  await page.until(`!document.getElementById('play').disabled`)
  assert.equal(await text('play'), 'Pause', 'a recording plays by itself')
  await key('Tab')
  assert.equal(await focused(), 'play')
  await key(' ', 'Space')
  await page.until(`document.getElementById('play').textContent === 'Play'`)
  await key('Tab')
  assert.equal(await focused(), 'moment')
  const before = await page.evaluate(`Number(document.getElementById('moment').value)`)
  await key('ArrowRight')
  assert(await page.evaluate(`Number(document.getElementById('moment').value)`) > before, 'the slider does not move')
  const example = fused(join(build, 'example.csv'))
  for (const seconds of [0, 7.123, 25.5, 59.99]) await expectMoment(example, seconds)
  for (const seconds of [7.123, 14, 25.5, 38]) await expectInstruments(example, seconds)
}

/** A log that is dropped on the page, and one that cannot be used. */
async function drop() {
  const file = join(datasets, 'quadrotor.csv')
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop']) await page.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  await page.until(`document.getElementById('message').textContent.startsWith('quadrotor.csv: 6,000 samples')`)
  await page.click('#play')
  for (const seconds of [3, 20.001]) await expectMoment(fused(file), seconds)
  await page.evaluate(`(() => { const data = new DataTransfer()
    data.items.add(new File(['t [s],gyro_x,gyro_y,gyro_z\\n1,2,3,4\\n'], 'bad.csv'))
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })) })()`)
  await page.until(`document.getElementById('message').className === 'error'`)
  assert.deepEqual([await text('yaw'), await text('orientation')], ['–', 'No motion yet'], 'the log before is still there')
  assert.match(await text('message'), /^bad\.csv:1:2: gyro_x: no unit for the gyroscope/)
}

/** A log without units asks for them, and gives with them the result of the same log with a header. */
async function units() {
  const [header, ...rows] = readFileSync(join(build, 'example.csv'), 'utf8').trim().split('\n')
  const bare = [header.replace(/ *\[[^\]]*\]/g, ''), ...rows].join('\n')
  await page.evaluate(`(() => { const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(bare)}], 'bare.csv'))
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })) })()`)
  await page.until(`!document.getElementById('units').hidden`)
  assert.match(await text('message'), /no unit for the gyroscope/)
  for (const [name, unit] of Object.entries({ time: 's', angularRate: 'rad/s', specificForce: 'm/s^2', magneticField: 'uT' })) {
    await page.evaluate(`document.querySelector('#units [name=${name}]').value = ${JSON.stringify(unit)}`)
  }
  await page.click('#units button')
  await page.until(`document.getElementById('message').textContent.startsWith('bare.csv: 6,000 samples')`)
  await page.click('#play')
  await expectMoment(fused(join(build, 'example.csv')), 25.5)
  assert.equal(await page.evaluate(`document.getElementById('units').hidden`), true)
}

/** Gives the page a log as text, and waits for its result. */
async function give(name, text) {
  await page.evaluate(`(() => { const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(text)}], '${name}'))
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })) })()`)
  await page.until(`document.getElementById('message').textContent.startsWith('${name}: ')`)
  await page.click('#play')
}

/** What the checks find, with its advice and its time; a good log has a good verdict. */
async function verdict() {
  await openExample()
  await page.click('#play')
  assert.deepEqual([await text('to-verdict'), await text('verdict')], ['Log: good', 'Good'])
  const [header, ...rows] = readFileSync(join(build, 'example.csv'), 'utf8').trim().split('\n')
  const changed = (change) => [header, ...rows.map((row, index) => change(row.split(','), index).join())].join('\n')
  await give('reversed.csv', changed((row) => row.map((value, column) => column > 3 && column < 7 ? -value : value)))
  assert.equal(await text('to-verdict'), 'Log: not usable, 1 finding')
  // The page tries no remedy, so it gives none.
  assert.match(await text('verdict'), /^Not usable.*unusable all axes of the accelerometer are reversed.*Advice: try a remedy with 'cardan doctor'/)
  assert.doesNotMatch(await text('verdict'), /--accel-axes/)
  // Two seconds without rows, and a link to them.
  await give('gap.csv', [header, ...rows.filter((_, index) => index < 3000 || index >= 3200)].join('\n'))
  assert.equal(await text('to-verdict'), 'Log: usable with doubts, 1 finding')
  assert.match(await text('verdict'), /doubt samples are missing \(longest 2\.01 s, gaps 1\)/)
  await page.click('#verdict button.moment')
  assert.equal(await text('clock'), '30.0 s')
  await openExample()
  await page.click('#play')
}

/** Rate, bias, standard deviations and flags are those of the module, and the file to download has its quaternions. */
async function values() {
  const example = join(build, 'example.csv')
  await openExample()
  await page.click('#play')
  const row = 2559
  await expectMoment(fused(example), 25.59)
  const columns = samples(example)
  const cardan = new Cardan()
  let flags = 0
  for (let index = 0; index <= row; index += 1) {
    const vector = (name) => columns[name].slice(3 * index, 3 * index + 3)
    flags = cardan.updateAt(columns.time[index], vector('angularRate'), vector('specificForce'), vector('magneticField'))
  }
  const degrees = (value, decimals) => (value * 180 / Math.PI).toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1').replace('-', '−')
  // Bias and standard deviations are those at the end of the block of 32 rows: row 2559 is the last one of its block.
  assert.equal(await text('bias'), [...cardan.gyroscopeBias].map((value) => degrees(value, 2)).join(' '))
  assert.equal(await text('tilt-sigma'), degrees(cardan.tiltDeviation, 1) + '°')
  assert.equal(await text('heading-sigma'), degrees(cardan.headingDeviation, 1) + '°')
  assert.equal(await text('rate'), [0, 1, 2].map((axis) => degrees(columns.angularRate[3 * row + axis] - cardan.gyroscopeBias[axis], 0)).join(' '))
  assert.equal(await text('flags') === 'none', flags === 0)
  const csv = await page.evaluate(`(async () => {
    const kept = URL.createObjectURL
    const blob = await new Promise((resolve) => {
      URL.createObjectURL = (blob) => { resolve(blob); return kept.call(URL, blob) }
      document.getElementById('download').click()
    })
    URL.createObjectURL = kept
    return blob.text() })()`)
  const lines = csv.trim().split('\n')
  assert.equal(lines.length, 6001)
  assert.equal(lines[0], 't [s],q_w,q_x,q_y,q_z,flags')
  assert.deepEqual(lines[row + 1].split(',').slice(1, 5), Array.from(cardan.quaternion, (number) => number.toFixed(9)))
}

/** The pointer over the chart shows the values at its place; a drag zooms, two clicks show all again. */
async function hover() {
  await page.resize({ width: 1280, height: 900 })
  const box = await page.evaluate(`(() => { document.getElementById('chart').scrollIntoView({ block: 'center' })
    const { x, y, width, height } = document.getElementById('chart').getBoundingClientRect()
    return { x, y, width, height } })()`)
  const [first, last, middle] = [box.x + 52, box.x + box.width - 12, box.y + box.height / 2]
  const move = (type, x, more = {}) => page.send('Input.dispatchMouseEvent', { type, x, y: middle, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1, ...more })
  const log = fused(join(build, 'example.csv'))
  const shownAt = async (seconds) => {
    await page.evaluate(painted)
    // The pointer is at a whole pixel, which is up to six rows.
    const rows = [...log.time.keys()].filter((row) => Math.abs(log.time[row] - log.time[0] - seconds) < 0.06)
    const yaws = rows.map((row) => written(log.angles.subarray(4 * row, 4 * row + 1))[0].slice(0, -1))
    const legend = await page.evaluate(`document.querySelector('#legend output').textContent`)
    assert(yaws.includes(legend), `${legend} at ${seconds} s, not one of ${yaws}`)
  }
  const duration = log.time.at(-1) - log.time[0]
  for (const share of [0.25, 0.5]) {
    await move('mouseMoved', first + share * (last - first))
    await shownAt(share * duration)
  }
  await move('mousePressed', first + 0.25 * (last - first))
  await move('mouseMoved', first + 0.4 * (last - first), { buttons: 1, button: 'left' })
  await move('mouseMoved', first + 0.5 * (last - first), { buttons: 1, button: 'left' })
  await move('mouseReleased', first + 0.5 * (last - first))
  await move('mouseMoved', first + 0.5 * (last - first))
  // Zoomed in, the middle is at 3/8 of the recording.
  await shownAt(0.375 * duration)
  for (const clickCount of [1, 2]) for (const type of ['mousePressed', 'mouseReleased']) await move(type, first + 0.5 * (last - first), { clickCount })
  await shownAt(0.5 * duration)
  await move('mouseMoved', 2)
}

/** Play is on the screen without scrolling, and nothing moves while a recording plays. */
async function fold() {
  for (const [width, height] of [[1280, 900], [844, 390], [390, 844]]) {
    await page.resize({ width, height })
    await page.evaluate('scrollTo(0, 0)')
    const { top, bottom } = await page.evaluate(`(() => { const { top, bottom } = document.getElementById('play').getBoundingClientRect(); return { top, bottom } })()`)
    assert(top >= 0 && bottom <= height, `at ${width} × ${height} Play is from ${top} to ${bottom}`)
    const places = () => page.evaluate(`[...document.querySelectorAll('main > *')].map((part) => part.getBoundingClientRect().top).join()`)
    const example = fused(join(build, 'example.csv'))
    await expectMoment(example, 0)
    const before = await places()
    for (const seconds of [3, 25.5, 38]) {
      await expectMoment(example, seconds)
      assert.equal(await places(), before, `at ${seconds} s cards have moved`)
    }
  }
}

/** Presses the button for the sensors, and waits until they are listened to. */
async function useSensors() {
  await page.click('#phone')
  await page.until(`document.getElementById('message').textContent.startsWith('Waiting')`)
}

/** Events of a phone that is turned: the page shows what the module makes of the same events. */
async function events() {
  await useSensors()
  const fed = await page.evaluate(`(async () => {
    const fed = []
    dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 0, gamma: 0 }))
    for (let index = 0; index < 90; index += 1) {
      const acceleration = { x: 0.3 * Math.sin(index / 7), y: 2 + index / 20, z: 9.3 }
      const rate = { alpha: 20 * Math.cos(index / 9), beta: -30, gamma: 45 * Math.sin(index / 11) }
      const event = new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: acceleration, rotationRate: rate, interval: 16 })
      dispatchEvent(event)
      fed.push([event.timeStamp, acceleration.x, acceleration.y, acceleration.z, rate.alpha, rate.beta, rate.gamma])
      await new Promise((resolve) => setTimeout(resolve, 8))
    }
    await ${painted}
    return fed })()`)
  const cardan = new Cardan()
  for (const [time, x, y, z, ...rate] of fed) {
    cardan.updateAt(time / 1000, rate.map((number) => number * (Math.PI / 180)), [x, y, z])
  }
  const { yaw, pitch, roll, heading } = cardan.deviceAngles
  assert.deepEqual(await shown(), written([yaw, pitch, roll, heading]))
  assert(Math.hypot(yaw, pitch, roll) > 0.1, 'nothing was turned')
  assert.match(await text('message'), /^Heading from the start/)
}

/** Safari on iOS: permission is asked for, and acceleration has the other sign. */
async function safari() {
  await page.evaluate(`DeviceMotionEvent.requestPermission = async () => 'denied'`)
  await page.click('#phone')
  await page.until(`/permission denied/.test(document.getElementById('message').textContent)`)
  await page.evaluate(`DeviceMotionEvent.requestPermission = async () => 'granted'`)
  await useSensors()
  await page.evaluate(`(async () => {
    for (let index = 0; index < 60; index += 1) {
      const orientation = new DeviceOrientationEvent('deviceorientation', { alpha: 10, beta: 2, gamma: 1 })
      Object.defineProperty(orientation, 'webkitCompassHeading', { value: 77 })
      dispatchEvent(orientation)
      dispatchEvent(new DeviceMotionEvent('devicemotion', {
        accelerationIncludingGravity: { x: 0.17, y: -0.34, z: -9.8 }, rotationRate: { alpha: 0, beta: 0, gamma: 0 }, interval: 16 }))
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    await ${painted} })()`)
  assert.equal(await text('orientation'), 'Face up')
  assert.equal(await text('heading'), '77.0°')
  assert.match(await text('note'), /tilt differs by 0\.\d°/)
  await page.evaluate('delete DeviceMotionEvent.requestPermission')
}

/** Sensors that Chromium itself pretends to have: its axes, units and signs are those that the page expects. */
async function sensors() {
  const set = (type, x, y, z) => page.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: { x, y, z } } })
  for (const type of ['accelerometer', 'gyroscope', 'linear-acceleration']) {
    await page.send('Emulation.setSensorOverrideEnabled', { enabled: true, type, metadata: { available: true } })
    await set(type, 0, 0, 0)
  }
  await page.click('#phone')
  // Lying flat and at rest, then 0.6 rad/s about each axis in turn (rates in rad/s, accelerations in m/s²).
  for (const [axis, name] of ['pitch', 'roll', 'yaw'].entries()) {
    await page.click('#phone')
    await set('accelerometer', 0, 0, 9.81)
    await set('gyroscope', 0, 0, 0)
    await page.until(`/Hz/.test(document.getElementById('cost').textContent) && document.getElementById('yaw').textContent === '0.0°'`)
    await page.evaluate(painted)
    await set('gyroscope', ...[0, 1, 2].map((index) => index === axis ? 0.6 : 0))
    await page.until(`parseFloat(document.getElementById('${name}').textContent) > 6`)
    for (const other of ['yaw', 'pitch', 'roll'].filter((angle) => angle !== name)) {
      assert(Math.abs(parseFloat((await text(other)).replace('−', '-'))) < 3, `turned about ${'xyz'[axis]}: ${other} ${await text(other)}`)
    }
  }
  await set('gyroscope', 0, 0, 0)
  for (const [direction, name] of [[[0, 9.81, 0], 'Portrait'], [[9.81, 0, 0], 'Landscape left'], [[0, 0, -9.81], 'Face down']]) {
    await set('accelerometer', ...direction)
    await page.until(`document.getElementById('orientation').textContent === '${name}'`)
  }
  for (const type of ['accelerometer', 'gyroscope', 'linear-acceleration']) {
    await page.send('Emulation.setSensorOverrideEnabled', { enabled: false, type })
  }
}

/** A million samples in the worker, while the page goes on. */
async function million() {
  const lines = readFileSync(join(build, 'example.csv'), 'utf8').trim().split('\n')
  const rows = lines.slice(1).map((line) => line.slice(line.indexOf(',')))
  const file = join(pictures, 'million.csv')
  const parts = [lines[0]]
  for (let index = 0; index < 1e6; index += 1) parts.push((index / 100).toFixed(2) + rows[index % rows.length])
  writeFileSync(file, parts.join('\n'))
  await page.evaluate(`globalThis.beat = { last: performance.now(), longest: 0, values: [] }
    beat.timer = setInterval(() => {
      const now = performance.now()
      beat.longest = Math.max(beat.longest, now - beat.last)
      beat.last = now
      const { hidden, value } = document.getElementById('progress')
      if (!hidden) beat.values.push(value)
    }, 5)`)
  const { root } = await page.send('DOM.getDocument')
  const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' })
  await page.send('DOM.setFileInputFiles', { files: [file], nodeId })
  await page.until(`/^million.csv: 1,000,000 samples/.test(document.getElementById('message').textContent)`)
  const { longest, values } = await page.evaluate('clearInterval(beat.timer), { longest: beat.longest, values: beat.values }')
  rmSync(file)
  const message = await text('message')
  const seconds = Number(/in ([\d.]+) s/.exec(message)[1])
  assert.match(message, /the filter took \d+ ns per sample/)
  // A page that did the work itself would stand still for all of it.
  assert(longest < 250 * seconds, `the page stood still for ${longest} ms of ${seconds} s`)
  const between = new Set(values.filter((value) => value > 0 && value < 1)).size
  assert(between > 10, `the progress bar had ${between} values`)
  assert(values.every((value, index) => index === 0 || value >= values[index - 1]), 'the progress bar went back')
  assert.equal(await page.evaluate(`document.getElementById('progress').hidden`), true)
  console.log(`# ${message} The page stood still for at most ${longest.toFixed(0)} ms.`)
  await page.click('#play')
}

/** Every control and picture has a name; text can be read in light and dark; nothing is cut off on a small screen. */
async function accessible() {
  const { nodes } = await page.send('Accessibility.getFullAXTree')
  const named = nodes.filter(({ ignored, role }) => !ignored && ['button', 'slider', 'image', 'img', 'graphics-document', 'progressbar'].includes(role.value))
  assert(named.length >= 7, `${named.length} controls and pictures`)
  for (const { role, name } of named) assert(name?.value, `a ${role.value} has no name`)
  for (const dark of [false, true]) {
    for (const width of [320, 390, 1280]) {
      await page.resize({ width, height: 844, dark })
      assert(await page.evaluate('document.documentElement.scrollWidth') <= width, `at ${width} pixels the page is wider`)
    }
    for (const [ink, paper] of [['ink', 'paper'], ['ink', 'card'], ['muted', 'paper'], ['muted', 'card'], ['on-accent', 'accent'],
      ['yaw', 'card'], ['pitch', 'card'], ['roll', 'card'], ['error', 'paper'], ['ink', 'sky'], ['ink', 'ground']]) {
      const [first, second] = await page.evaluate(`['${ink}', '${paper}'].map((name) =>
        getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim())`)
      assert(contrast(first, second) >= 4.5, `${ink} on ${paper}: ${contrast(first, second).toFixed(2)}, ${dark ? 'dark' : 'light'}`)
    }
  }
}

/** Pictures of what a person sees; the body and the chart are drawn, and another attitude is another picture. */
async function picturesOfThePage() {
  const example = fused(join(build, 'example.csv'))
  await page.resize({ width: 1280, height: 900 })
  await openExample()
  await page.click('#play')
  await expectMoment(example, 25.5)
  for (const [name, size] of Object.entries({
    'desktop-light': { width: 1280, height: 900 }, 'desktop-dark': { width: 1280, height: 900, dark: true },
    'phone-light': { width: 390, height: 844, scale: 2 }, 'phone-dark': { width: 390, height: 844, scale: 2, dark: true } })) {
    writeFileSync(join(pictures, `${name}.png`), await page.screenshot(size))
  }
  await page.resize({ width: 1280, height: 900 })
  const first = await colours('#body')
  assert(Object.keys(first).length > 100, `the body has ${Object.keys(first).length} colours`)
  assert(Object.keys(await colours('#chart')).length > 50, 'the chart is not drawn')
  await expectMoment(example, 7.1)
  assert.notDeepEqual(await colours('#body'), first, 'the body does not turn')
}

/** Those who prefer less motion start a recording themselves. */
async function lessMotion() {
  await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
  await openExample()
  assert.deepEqual([await text('play'), await text('clock')], ['Play', '0.0 s'])
  await page.send('Emulation.setEmulatedMedia', { features: [] })
}

/** Without the server the page comes from what was kept, all of it. */
async function offline() {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.until('navigator.serviceWorker.controller !== null')
  await server.close()
  await page.open(server.url)
  await openExample()
  assert(Object.keys(await colours('#body')).length > 100, 'without a network there is no body')
}

try {
  await watch()
  await page.resize({ width: 1280, height: 900 })
  await page.open(server.url)
  for (const step of [keyboard, drop, units, verdict, values, hover, fold, events, safari, sensors, million, accessible, picturesOfThePage, lessMotion, offline]) {
    const start = performance.now()
    await step()
    console.log(`${step.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  const others = asked.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))
  assert.deepEqual(others, [], 'the page asks others')
  assert(asked.some((url) => url.endsWith('/worker.js')) && asked.some((url) => url.endsWith('/cardan.wasm')))
  assert.deepEqual(faults, [])
  console.log('all of the page works')
} finally {
  await browser.close()
  await server.close().catch(() => {})
}
