// The page: sources of motion and their displays.

import { Chart } from './chart.js'
import { Compass, Horizon } from './instruments.js'
import { LiveSource } from './live.js'
import { Player } from './player.js'
import { openRecording } from './recording.js'

const part = (id) => document.getElementById(id)
const chart = new Chart(part('chart'))
const horizon = new Horizon(part('horizon'))
const compass = new Compass(part('compass'))
/** The view of the body, loaded in the background, and the attitude to show once it is loaded. */
let body = { show() {}, restyle() {} }
let attitude

let source
let opening
let described = 0

/** Loads the view of the body; without WebGL only the instruments show the attitude. */
async function showBody() {
  try {
    const { BodyView } = await import('./body.js')
    body = new BodyView(part('body'))
    if (attitude) body.show(attitude)
  } catch {
    part('body').hidden = true
    part('body-text').classList.remove('unseen')
    part('body-text').textContent = 'WebGL is not available; the instruments show the attitude.'
  }
}

/** Sets the message. Screen readers speak it, so it is set only when it changes. */
function say(text, isError = false) {
  note('')
  if (part('message').textContent !== text) part('message').textContent = text
  part('message').classList.toggle('error', isError)
}

/** Sets the text beside the message, which is not spoken because it changes all the time. */
function note(text) { part('note').textContent = text }

const degrees = (angle) => {
  const text = (angle * 180 / Math.PI).toFixed(1)
  return `${text === '-0.0' ? '0.0' : text.replace('-', '−')}°`
}

/** Shows an attitude everywhere; `state` has quaternion, yaw, pitch, roll, heading in radians, orientation and two details. */
function show(state) {
  attitude = state.quaternion
  body.show(attitude)
  horizon.show(state)
  compass.show(state.heading)
  for (const name of ['yaw', 'pitch', 'roll', 'heading']) part(name).textContent = degrees(state[name])
  const name = state.orientation.replaceAll('-', ' ')
  const spoken = name === 'unknown' ? 'Position unknown' : name[0].toUpperCase() + name.slice(1)
  if (part('orientation').textContent !== spoken) part('orientation').textContent = spoken
  for (const [index, id] of ['detail', 'cost'].entries()) {
    part(`${id}-name`).textContent = state.details[index][0]
    part(id).textContent = state.details[index][1]
  }
  if (performance.now() - described > 1000) {
    described = performance.now()
    horizon.describe(state)
    compass.describe(state.heading)
  }
}

function replaceSource(next) {
  opening?.cancel()
  opening = undefined
  source?.stop()
  source = next
  part('progress').hidden = true
}

async function useThisDevice() {
  const live = new LiveSource({ show, say, note, chart })
  replaceSource(live)
  part('north').textContent = 'Heading'
  chart.clear()
  try {
    await live.start()
  } catch (error) {
    if (source === live) say(`Sensors not available: ${error.message}.`, true)
  }
}

async function open(file) {
  replaceSource(undefined)
  const progress = part('progress')
  progress.hidden = false
  progress.value = 0
  say(`Reading ${file.name} …`)
  const current = openRecording(file, (share, count) => {
    progress.value = share
    note(` ${Math.floor(100 * share)} %, ${count.toLocaleString('en')} samples`)
  })
  opening = current
  try {
    const recording = await current.result
    if (opening !== current) return
    chart.showRecording(recording)
    source = new Player(recording, { show, chart, parts: { play: part('play'), moment: part('moment'), clock: part('clock') } })
    part('north').textContent = recording.hasMagnetometer ? 'Heading from magnetic north' : 'Heading from the start'
    const cost = recording.isTimed ? `; the filter took ${recording.nanosecondsPerSample.toFixed(0)} ns per sample` : ''
    say(`${recording.name}: ${recording.count.toLocaleString('en')} samples in ${recording.seconds.toFixed(2)} s${cost}.`)
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) source.play()
  } catch (error) {
    if (opening === current) say(`${file.name}: ${error.message}.`, true)
  }
  if (opening === current) progress.hidden = true
}

async function openExample() {
  const response = await fetch('example.csv')
  await open(new File([await response.blob()], 'example.csv'))
}

showBody()
part('phone').addEventListener('click', useThisDevice)
part('example').addEventListener('click', openExample)
part('file').addEventListener('change', ({ target }) => {
  if (target.files[0]) open(target.files[0])
  target.value = ''
})

addEventListener('dragover', (event) => {
  event.preventDefault()
  document.body.classList.add('dropping')
})
addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) document.body.classList.remove('dropping')
})
addEventListener('drop', (event) => {
  event.preventDefault()
  document.body.classList.remove('dropping')
  const [file] = event.dataTransfer.files
  if (file) open(file)
})

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  body.restyle()
  chart.restyle()
})

if ('serviceWorker' in navigator) navigator.serviceWorker.register('service-worker.js')
document.documentElement.dataset.ready = ''
