// The report of a log.

import { followAddress } from './address.js'
import { BodyView, inBody, quaternionOf } from './body.js'
import { countText, figure, momentText, percentText, timeText } from './chart.js'
import { ReportData } from './data.js'
import { make, showVerdict } from './findings.js'
import { Player } from './player.js'
import { Sections, addCloud, addIntervals, addRestRates, addSpectra, factList, legend } from './sections.js'
import { TimeView } from './view.js'

const byId = (id) => document.getElementById(id)
const report = JSON.parse(byId('report').textContent)
const result = JSON.parse(byId('result').textContent)
const data = new ReportData(report, byId('data').textContent.trim())
const { facts } = report
const { count } = data.parts
const view = new TimeView(data.parts.time[0] ?? 0, data.parts.end.reduce((most, end) => Math.max(most, end), 0))

const runs = { rest: data.runs('at_rest'), disturbed: data.runs('field_disturbed'), gap: data.gaps() }
/** Shades rest and gaps, and with `disturbed` the disturbed field. */
const shadeWith = (...names) => (draw) => { for (const name of names) for (const [from, to] of runs[name]) draw(from, to, name) }

byId('title').textContent = facts.title
showVerdict(byId('verdict'), facts.verdict, view)
byId('summary').append(factList(facts.summary))
const sections = new Sections(byId('sections'), {
  view, shade: shadeWith('rest', 'disturbed', 'gap'), name: facts.title.replace(/\.[^.]*$/, '') })
const body = new BodyView(byId('body'), 'box', facts)
/** The name of an angle about the vertical. */
const heading = (name) => facts.hasNorth ? name : `${name} from the start`
byId('yaw-name').textContent = heading('Yaw')
addSections()
const player = new Player(view, { play: byId('play'), moment: byId('moment'), clock: byId('clock') })
view.addEventListener('change', showMoment)
byId('speed').addEventListener('change', ({ target }) => { player.speed = Number(target.value) })
byId('zoom-in').addEventListener('click', () => view.zoom(0.5, view.cursor))
byId('zoom-out').addEventListener('click', () => view.zoom(2, view.cursor))
byId('zoom-all').addEventListener('click', () => view.reset())
followAddress(view)
showMoment()

/** Shows the attitude and the values at the time that the view shows. */
function showMoment() {
  const time = view.shown
  const angles = data.at(time, 'yaw', 'pitch', 'roll')
  if (!angles) return
  const quaternion = quaternionOf(angles)
  const trueAngles = data.at(time, 'true_yaw', 'true_pitch', 'true_roll')
  const force = data.at(time, 'accel_x', 'accel_y', 'accel_z')
  const field = data.at(time, 'mag_x', 'mag_y', 'mag_z')
  const arrows = [{ direction: inBody(quaternion, [0, 0, -1]), color: 'muted', label: 'gravity' }]
  if (force) arrows.push({ direction: force, color: 'accent', label: 'force' })
  if (field) arrows.push({ direction: field, color: 'error', label: 'field' })
  body.show(quaternion, { ghost: trueAngles && quaternionOf(trueAngles), arrows })
  for (const name of ['yaw', 'pitch', 'roll', 'tilt_sigma', 'heading_sigma']) {
    const value = data.curve(name)?.at(time)[0]
    const text = value === undefined || Number.isNaN(value) ? '–' : `${figure(value - 360 * Math.round(value / 360 * (name === 'yaw' || name === 'roll')), 0.1)}°`
    if (byId(`now-${name}`).textContent !== text) byId(`now-${name}`).textContent = text
  }
  byId('now-time').textContent = momentText(time, view)
  byId('zoom-all').disabled = view.isWhole
  byId('range').textContent = view.isWhole ? '' : `${timeText(view.from, 0.1, view.end)} to ${timeText(view.to, 0.1, view.end)}`
}

function addSections() {
  if (count === 0) return
  const line = (name, color, curve, more) => ({ name, color, curve: data.curve(curve), ...more })
  const vector = (prefix) => ['x', 'y', 'z'].map((axis) => line(axis, axis, `${prefix}_${axis}`))
  const references = facts.reference ? ['yaw', 'pitch', 'roll'].map((name) =>
    line(`${name} (${facts.reference.name})`, 'truth', `true_${name}`, { isDashed: true })) : []
  const key = [runs.rest.length && ['rest', 'at rest'], runs.disturbed.length && ['disturbed', 'field disturbed'], runs.gap.length && ['gap', 'gap']]
    .filter(Boolean)

  const attitude = sections.add('attitude', 'Attitude', `Yaw, pitch and roll (z-y′-x″) with a band of one standard deviation.${
    facts.hasNorth ? '' : ' Without north, yaw is relative to the start and drifts.'}${
    facts.reference ? ` Dashed: ${facts.reference.isEstimate ? `what the device estimated (${facts.reference.name})` : 'the true angles of the log'}.` : ''}`)
  const [tilt, yaw] = [data.curve('tilt_sigma'), data.curve('heading_sigma')]
  sections.chart(attitude, facts.hasNorth ? 'Angles' : 'Angles, yaw from the start', {
    unit: 'deg', widest: [-190, 190], steps: [15, 30, 45, 90], smallest: 2, valueStep: 0.01, lines: [
      line(heading('yaw'), 'yaw', 'yaw', { sigma: yaw }), line('pitch', 'pitch', 'pitch', { sigma: tilt }),
      line('roll', 'roll', 'roll', { sigma: tilt }), ...references] })
  if (key.length > 0) {
    const list = legend(key.map(([color, name]) => ({ name, color })))
    list.classList.add('key')
    attitude.append(list)
  }
  if (tilt || yaw) {
    sections.chart(sections.add('uncertainty', 'Uncertainty', 'Standard deviations that the filter gives.'), 'Sigma', {
      unit: 'deg', fromZero: true, isRobust: true, lines: [line('tilt', 'z', 'tilt_sigma'), line(heading('heading'), 'x', 'heading_sigma')] })
  }
  addErrors(line)
  const acceleration = sections.add('acceleration', 'User acceleration', 'Acceleration without gravity, in body axes.')
  sections.chart(acceleration, 'User acceleration', { unit: 'm/s²', smallest: 0.2, lines: vector('user_accel') })
  const rate = sections.add('rate', 'Angular rate', 'The gyroscope without its estimated bias, and the bias, in body axes.')
  sections.chart(rate, 'Rate', { unit: 'deg/s', smallest: 1, lines: vector('rate') })
  sections.chart(rate, 'Gyroscope bias', { unit: 'deg/s', smallest: 0.02, lines: vector('gyro_bias') })
  addVelocity(line)
  addField(line)
  addReadings(vector)
  addSampling(line)
  addIMUs()
  if (report.spectra.length > 0) {
    addSpectra(sections, sections.add('spectra', 'Spectra', 'Power spectral density by Welch’s method.'), report.spectra)
  }
  if (data.curve('temperature')?.isZero === false) {
    const temperature = sections.add('temperature', 'Temperature')
    sections.chart(temperature, 'Temperature', { unit: '°C', smallest: 1, lines: [line('temperature', 'x', 'temperature')] })
    if (report.restRates.length > 1) addRestRates(sections, temperature, report.restRates)
  }
  addFlags()
  const made = sections.add('provenance', 'How it was made')
  sections.facts(made, facts.provenance)
}

function addErrors(line) {
  const { errors, reference } = facts
  if (!errors) return
  const degrees = (value) => `${figure(value, 0.01)}°`
  const section = reference.isEstimate ?
    sections.add('errors', 'Difference from the attitude of the device', `The angle between the estimate and ${reference.name}, which is an estimate too; its part about the vertical is the heading.`) :
    sections.add('errors', 'Error against the truth', 'The angle between estimated and true attitude; its part about the vertical is the heading.')
  sections.facts(section, [
    { name: 'Total (RMS)', value: degrees(errors.total) }, { name: 'Heading', value: degrees(errors.heading) },
    { name: 'Inclination', value: degrees(errors.inclination) },
    ...(errors.headingOffset === undefined ? [] : [{ name: 'Heading offset removed', value: degrees(errors.headingOffset) }]),
    ...(reference.isEstimate || errors.normalizedHeading === undefined ? [] : [{ name: 'NEES heading', value: figure(errors.normalizedHeading, 0.01) }]),
    ...(reference.isEstimate || errors.normalizedInclination === undefined ? [] : [{ name: 'NEES inclination', value: figure(errors.normalizedInclination, 0.01) }]),
    { name: 'Rows', value: countText(errors.rows) }])
  const note = errors.headingOffset === undefined ? '' : 'The curves keep the heading offset that the numbers are free of.'
  if (note) section.append(make('p', { className: 'note', textContent: note }))
  sections.chart(section, reference.isEstimate ? 'Difference' : 'Error', {
    unit: 'deg', fromZero: true, isRobust: true, lines: [
      line('total', 'total', 'total_error'), line('heading', 'z', 'heading_error'), line('inclination', 'x', 'inclination_error')] })
  if (reference.isEstimate) return
  section.append(make('p', { className: 'note', textContent: 'NEES is the mean squared error over the variance that the filter gives: 1 is honest, above is overconfident.' }))
}

/** The velocities of the log, and what the filter made of them. */
function addVelocity(line) {
  const lines = [line('east', 'x', 'velocity_east'), line('north', 'y', 'velocity_north'), line('forward', 'z', 'forward_speed')]
  if (lines.every(({ curve }) => !curve)) return
  const rejected = report.flags.find(({ name }) => name === 'velocity_rejected')?.rows ?? 0
  const found = data.runs('velocity_rejected')
  const section = sections.add('velocity', 'Velocity', facts.usesVelocity ?
    `Velocities of the log that aid the filter: ${countText(report.velocities - rejected)} used, ${countText(rejected)} rejected${
      rejected > 0 ? ` (${percentText(rejected / report.velocities)}), shaded` : ''}.` :
    'Velocities of the log, which the filter does not use.')
  sections.chart(section, 'Velocity', {
    unit: 'm/s', smallest: 0.5, lines, shade: (draw) => {
      for (const [from, to] of runs.gap) draw(from, to, 'gap')
      for (const [from, to] of found) draw(from, to, 'disturbed')
    } })
}

/** The three axes of each sensor, on request. */
function addReadings(vector) {
  const sensors = [['Gyroscope', 'gyro', 'deg/s', 1], ['Accelerometer', 'accel', 'm/s²', 0.2], ['Magnetometer', 'mag', 'µT', 1], ['Magnetometer as recorded', 'raw_mag', 'µT', 1]]
    .filter(([, prefix]) => data.curve(`${prefix}_x`))
  if (sensors.length === 0) return
  const section = sections.add('readings', 'Readings of the sensors', 'As the filter gets them: calibrated, in body axes, with the bias.')
  for (const [title, prefix, unit, smallest] of sensors) {
    const details = section.appendChild(make('details', {}, make('summary', { textContent: title })))
    sections.chart(details, title, { unit, smallest, lines: vector(prefix) })
  }
}

/** The IMUs of a file with several. */
function addIMUs() {
  if (facts.recordings.length < 2 && facts.imus.length === 0) return
  const section = sections.add('imus', 'IMUs of the file', facts.imus.length > 0 ? 'The IMUs that vote, at the end of the log.' : 'One is read; --imu all combines those of one body.')
  if (facts.imus.length > 0) {
    sections.table(section, ['IMU', 'topic', 'gyroscope', 'weight', 'noise [deg/s]', 'accelerometer', 'weight', 'noise [m/s²]', 'faults'],
      facts.imus.map(({ number, topic, gyroscope, accelerometer, faults }) => [
        String(number), topic, gyroscope.state, percentText(gyroscope.weight), figure(gyroscope.noise * 180 / Math.PI),
        accelerometer.state, percentText(accelerometer.weight), figure(accelerometer.noise),
        faults.map(({ sensor, fault, from, to }) => `${sensor} ${fault} from ${timeText(from, 0.1, view.end)}${to === undefined ? '' : ` to ${timeText(to, 0.1, view.end)}`}`).join('; ') || 'none']))
  } else {
    sections.table(section, ['IMU', 'rate', 'read'], facts.recordings.map(({ topic, rate, isChosen }) => [
      topic, rate === undefined ? '–' : `${figure(rate)} Hz`, isChosen ? 'yes' : 'no']))
  }
}

function addField(line) {
  const section = sections.add('field', 'Gravity and magnetic field')
  sections.chart(section, 'Specific force', {
    unit: 'm/s²', smallest: 1, references: [{ value: report.gravity, text: 'standard gravity' }],
    lines: [line('length', 'z', 'accel_length')] })
  const field = facts.field ?? report.meanField
  if (!data.curve('mag_length')) return
  const reference = (value) => field ? [{ value, text: field.source }] : []
  const shade = shadeWith('disturbed', 'gap')
  sections.chart(section, 'Magnetic field', {
    unit: 'µT', smallest: 5, shade, references: reference(field?.strength), lines: [line('length', 'x', 'mag_length')] })
  sections.chart(section, 'Dip of the field below the horizon', {
    unit: 'deg', smallest: 5, shade, references: reference(field?.dip), lines: [line('dip', 'y', 'dip')] })
  if (data.curve('motor_load')) {
    sections.chart(section, 'Load of the motors', { unit: '', fromZero: true, shade, lines: [line('load', 'accent', 'motor_load')] })
  }
  const cloud = sections.add('cloud', 'Directions of the magnetic field',
    `Readings in body axes, from three sides, with a circle of ${figure(field?.strength ?? 50)} µT. They cover ${percentText(report.coverage)} of the sphere.`)
  const [recorded, calibrated] = [data.cloud('raw_mag'), data.cloud('mag')]
  const clouds = [
    { name: 'as recorded', color: 'x', ...recorded }, { name: recorded ? 'calibrated' : 'as recorded', color: 'z', ...calibrated }]
  addCloud(sections, cloud, clouds.filter(({ axes }) => axes), field?.strength ?? 50)
}

function addSampling(line) {
  const section = sections.add('sampling', 'Sampling')
  sections.table(section, ['sensor', 'rate', 'unit', 'mean', 'sigma', 'largest', 'changes/s', 'readings', 'missing'],
    facts.sensors.map((sensor) => [
      sensor.name, rateText(sensor), sensor.unit.replace('^2', '²').replace('u', 'µ'),
      ...[sensor.mean, sensor.sigma, sensor.largest, sensor.changesPerSecond].map((value) => figure(value)),
      countText(sensor.readings), hasOwnRate(sensor.name) ? '–' : countText(sensor.missing)]))
  const grid = section.appendChild(make('div', { className: 'pair' }))
  sections.chart(grid, 'Interval', { unit: 'ms', fromZero: true, isRobust: true, lines: [line('interval', 'z', 'interval')] })
  addIntervals(sections, grid, report.intervals, report.notIncreasing)
}

function rateText({ readings }) {
  const { seconds } = facts.verdict.info
  return seconds > 0 ? `${figure((readings - 1) / seconds)} Hz` : '–'
}

/** Whether a sensor reads regularly, but not in every row, so that rows without it lack nothing. */
function hasOwnRate(sensor) { return facts.sensorsOfOwnRate.includes(sensor) }

function addFlags() {
  const absences = { angular_rate_absent: 'gyroscope', specific_force_absent: 'accelerometer', magnetic_field_absent: 'magnetometer' }
  const flags = report.flags.filter(({ name }) => !hasOwnRate(absences[name]))
  if (flags.length === 0) return
  const section = sections.add('flags', 'Flags', 'When the filter or the clock raised each flag.')
  const colors = { at_rest: 'y', field_disturbed: 'x', after_gap: 'truth', discontinuity: 'truth', saturated: 'error' }
  for (const { name, rows } of flags) {
    const found = name === 'after_gap' ? runs.gap : data.runs(name)
    sections.chart(section, `${name.replaceAll('_', ' ')}: ${percentText(rows / report.rows)} of the rows`, {
      isBare: true, lines: [], shade: (draw) => { for (const [from, to] of found) draw(from, to, colors[name] ?? 'accent') } })
  }
}

const restyle = () => {
  sections.restyle()
  body.restyle()
}
for (const query of ['(prefers-color-scheme: dark)', 'print']) matchMedia(query).addEventListener('change', restyle)
addEventListener('beforeprint', restyle)
addEventListener('afterprint', restyle)
document.documentElement.dataset.rows = result.rows ?? 0
document.documentElement.dataset.ready = ''
