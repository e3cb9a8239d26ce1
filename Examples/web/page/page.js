// The page: sources of motion and their displays.

import { BodyView } from './body.js'
import { Cardan } from './cardan.js'
import { Chart } from './chart.js'
import { showVerdict } from './findings.js'
import { Compass, Horizon } from './instruments.js'
import { LiveSource } from './live.js'
import { Player } from './player.js'
import { openRecording } from './recording.js'
import { Trace } from './trace.js'
import { TimeView } from './view.js'

const part = (id) => document.getElementById(id)
const view = new TimeView()
const horizon = new Horizon(part('horizon'))
const compass = new Compass(part('compass'))
const body = new BodyView(part('body'), 'phone')
const chart = new Chart(part('chart'), view, chartOptions(new Trace(view).curves, true), part('legend'))

let source
let recording
let opening
/** The last file, to open again with other units. */
let lastFile
let described = 0

/** Sets the message. Screen readers speak it, so it is set only when it changes. */
function say(text, isError = false) {
  note('')
  if (part('message').textContent !== text) part('message').textContent = text
  part('message').classList.toggle('error', isError)
}

/** Sets the text beside the message, which is not spoken because it changes all the time. */
function note(text) { part('note').textContent = text }

const degrees = (angle, decimals = 1) => {
  const text = (angle * 180 / Math.PI).toFixed(decimals)
  return (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text).replace('-', '−')
}

/** The chart of yaw, pitch and roll; `runs` are shaded ranges of time by colour. */
function chartOptions([yaw, pitch, roll], isLive, runs = []) {
  return {
    unit: 'deg', widest: [-190, 190], steps: [15, 30, 45, 90], smallest: isLive ? 380 : 2, valueStep: 0.1, isLive, lines: [
      { name: 'yaw', color: 'yaw', curve: yaw }, { name: 'pitch', color: 'pitch', curve: pitch },
      { name: 'roll', color: 'roll', curve: roll }],
    shade: (draw) => { for (const { color, ranges } of runs) for (const [from, to] of ranges) draw(from, to, color) } }
}

/**
 * Shows a state everywhere: quaternion; yaw, pitch, roll, heading, sigmas in radians; rate and bias in rad/s; flags; orientation;
 * and two details.
 */
function show(state) {
  body.show(state.quaternion)
  horizon.show(state)
  compass.show(state.heading)
  const texts = {
    'tilt-sigma': Number.isFinite(state.tiltSigma) ? `${degrees(state.tiltSigma)}°` : '–',
    'heading-sigma': Number.isFinite(state.headingSigma) ? `${degrees(state.headingSigma)}°` : '–',
    rate: state.rate.map((value) => degrees(value, 0)).join(' '), bias: state.bias.map((value) => degrees(value, 2)).join(' '),
    flags: flagText(state.flags) }
  for (const name of ['yaw', 'pitch', 'roll', 'heading']) texts[name] = `${degrees(state[name])}°`
  for (const [index, id] of ['detail', 'cost'].entries()) {
    [texts[`${id}-name`], texts[id]] = state.details[index]
  }
  const name = state.orientation.replaceAll('-', ' ')
  texts.orientation = name === 'unknown' ? 'Position unknown' : name[0].toUpperCase() + name.slice(1)
  for (const [id, text] of Object.entries(texts)) if (part(id).textContent !== text) part(id).textContent = text
  part('flags').classList.toggle('starting', (state.flags & 1 << Cardan.flagNames.indexOf('initializing')) !== 0)
  if (performance.now() - described > 1000) {
    described = performance.now()
    horizon.describe(state)
    compass.describe(state.heading)
  }
}

/** The flags in words, without an absent magnetometer, which is usual: browsers give none. */
function flagText(flags) {
  const names = Cardan.flagNames.filter((name, bit) => flags >> bit & 1 && name !== 'magneticFieldAbsent')
  const words = names.map((name) => name === 'initializing' ? 'starting up' : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  return words.length > 0 ? words.join(', ') : 'none'
}

/** Shows that there is no motion: after a log that cannot be read, nothing of the one before stays. */
function clear() {
  for (const value of document.querySelectorAll('.values dd')) value.textContent = '–'
  part('flags').classList.remove('starting')
  part('orientation').textContent = 'No motion yet'
  part('north').textContent = 'Heading'
  part('chart').setAttribute('aria-label', 'Angles over time: nothing yet')
  chart.setOptions(chartOptions(new Trace(view).curves, true))
  body.show([1, 0, 0, 0])
  horizon.show({ pitch: 0, roll: 0 })
  compass.show(0)
}

/** Shows the recording at the time of the view. */
function showRecording() {
  if (!recording) return
  show({
    ...recording.stateAt(view.shown),
    details: [
      ['Samples', recording.count.toLocaleString('en')],
      recording.isTimed
        ? ['Per sample', `${recording.nanosecondsPerSample.toFixed(0)} ns`]
        : ['Duration', `${recording.duration.toFixed(1)} s`]] })
}

function replaceSource(next) {
  opening?.cancel()
  opening = undefined
  source?.stop()
  source = next
  recording = undefined
  view.hover = undefined
  part('progress').hidden = part('units').hidden = part('verdict').hidden = part('to-verdict').hidden = true
  part('download').disabled = true
}

async function useThisDevice() {
  const trace = new Trace(view)
  const live = new LiveSource({ show, say, note, trace })
  replaceSource(live)
  part('north').textContent = 'Heading'
  part('chart').setAttribute('aria-label', 'Angles over the last 20 seconds')
  chart.setOptions(chartOptions(trace.curves, true))
  try {
    await live.start()
  } catch (error) {
    if (source === live) say(`Sensors not available: ${error.message}.`, true)
  }
}

async function open(file, settings = {}) {
  replaceSource(undefined)
  lastFile = file
  const progress = part('progress')
  progress.hidden = false
  progress.value = 0
  say(`Reading ${file.name} …`)
  const current = openRecording(file, settings, (share, count) => {
    progress.value = share
    note(` ${Math.floor(100 * share)} %, ${count.toLocaleString('en')} samples`)
  })
  opening = current
  try {
    const found = await current.result
    if (opening !== current) return
    showFound(found)
  } catch (error) {
    if (opening === current) {
      clear()
      say(`${error.message}.`, true)
      if (error.lacks) askFor(error.units)
    }
  }
  if (opening === current) progress.hidden = true
}

/** Asks for what the log does not say, with the answers given so far. */
function askFor(units) {
  for (const select of part('units').querySelectorAll('select')) {
    if (select.length === 0) select.append(...units[select.name].map((unit) => new Option(unit, unit)))
  }
  part('units').hidden = false
}

/** Shows what the checks found, and a link to it where the eye is. */
function showChecks(found) {
  showVerdict(part('verdict'), found.verdict, view)
  const link = part('to-verdict')
  link.dataset.state = found.verdict.verdict
  link.textContent = `Log: ${part('verdict').querySelector('.headline').textContent.toLowerCase()}`
  const count = found.verdict.findings.length
  if (count > 0) link.append(`, ${count} ${count === 1 ? 'finding' : 'findings'}`)
  part('verdict').hidden = link.hidden = false
}

function showFound(found) {
  recording = found
  view.setLimits(0, found.duration)
  chart.setOptions(chartOptions(found.curves, false, [
    { color: 'rest', ranges: found.runs('atRest') }, { color: 'gap', ranges: found.runs('initializing') },
    { color: 'disturbed', ranges: found.runs('fieldDisturbed') }]))
  const ranges = ['yaw', 'pitch', 'roll'].map((name, angle) => {
    const [low, high] = found.curves[angle].range(0, found.duration) ?? [0, 0]
    return `${name} from ${low.toFixed(0)}° to ${high.toFixed(0)}°`
  })
  part('chart').setAttribute('aria-label', `Angles over ${found.duration.toFixed(0)} seconds: ${ranges.join(', ')}`)
  source = new Player(view, { play: part('play'), moment: part('moment'), clock: part('clock') })
  showRecording()
  showChecks(found)
  part('download').disabled = false
  part('north').textContent = found.hasMagnetometer ? 'Heading from magnetic north' : 'Heading from the start'
  const cost = found.isTimed ? `; the filter took ${found.nanosecondsPerSample.toFixed(0)} ns per sample` : ''
  say(`${found.name}: ${found.count.toLocaleString('en')} samples in ${found.seconds.toFixed(2)} s${cost}.`)
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) source.play()
}

async function openExample() {
  const response = await fetch('example.csv')
  await open(new File([await response.blob()], 'example.csv'))
}

function download() {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(recording.csv)
  link.download = `${recording.name.replace(/\.[^.]*$/, '')}.attitude.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

view.addEventListener('change', showRecording)
part('phone').addEventListener('click', useThisDevice)
part('example').addEventListener('click', openExample)
part('download').addEventListener('click', download)
part('file').addEventListener('change', ({ target }) => {
  if (target.files[0]) open(target.files[0])
  target.value = ''
})
part('units').addEventListener('submit', (event) => {
  event.preventDefault()
  const settings = Object.fromEntries(new FormData(part('units')))
  open(lastFile, { ...settings, rate: Number(settings.rate) })
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
