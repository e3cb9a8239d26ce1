// The angles over time on a canvas: the last seconds of a phone, or a whole recording with a cursor.

const degree = Math.PI / 180
const names = ['yaw', 'pitch', 'roll']
const liveSeconds = 20

/** Draws yaw, pitch and roll in degrees. */
export class Chart {
  #canvas
  #points = []
  #recording
  #picture
  #cursor = 0

  constructor(canvas) {
    this.#canvas = canvas
    new ResizeObserver(() => this.restyle()).observe(canvas)
  }

  /** Starts with nothing, for a phone. */
  clear() {
    this.#points = []
    this.#recording = undefined
    this.#canvas.setAttribute('aria-label', `Angles over the last ${liveSeconds} seconds`)
    this.restyle()
  }

  /** Appends angles in radians at a time in seconds. `draw` shows the last seconds. */
  append(time, { yaw, pitch, roll }) {
    this.#points.push([time, yaw / degree, pitch / degree, roll / degree])
    if (this.#points.length > 400 && this.#points[200][0] < time - liveSeconds) this.#points.splice(0, 200)
  }

  /** Shows a whole recording. */
  showRecording(recording) {
    this.#points = []
    this.#recording = recording
    this.#cursor = 0
    this.restyle()
    const ranges = names.map((name, angle) => {
      let [least, greatest] = [Infinity, -Infinity]
      for (let place = 2 * angle; place < recording.envelope.length; place += 6) {
        if (recording.envelope[place] < least) least = recording.envelope[place]
        if (recording.envelope[place + 1] > greatest) greatest = recording.envelope[place + 1]
      }
      return `${name} from ${least.toFixed(0)}° to ${greatest.toFixed(0)}°`
    })
    this.#canvas.setAttribute('aria-label', `Angles over ${recording.duration.toFixed(0)} seconds: ${ranges.join(', ')}`)
  }

  /** Moves the cursor to a time in seconds since the start. */
  moveCursor(seconds) {
    this.#cursor = seconds
    this.draw()
  }

  /** The time at a place of the canvas, in seconds since the start of the recording. */
  momentAt(clientX) {
    const { left, right } = this.#canvas.getBoundingClientRect()
    const share = (clientX - left - margin.left) / (right - left - margin.left - margin.right)
    return Math.max(0, Math.min(1, share)) * (this.#recording?.duration ?? 0)
  }

  /** Redraws everything after a change of colours or size. */
  restyle() {
    this.#picture = undefined
    this.draw()
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (width === 0) return
    const context = fit(this.#canvas, width, height)
    if (!this.#recording) return this.#drawLive(context, width, height)
    if (!this.#picture) {
      this.#picture = document.createElement('canvas')
      const picture = fit(this.#picture, width, height)
      drawGrid(picture, width, height, 0, this.#recording.duration)
      this.#drawEnvelope(picture, width, height)
    }
    context.drawImage(this.#picture, 0, 0, width, height)
    const x = margin.left + (width - margin.left - margin.right) * this.#cursor / (this.#recording.duration || 1)
    context.strokeStyle = colorOf('ink')
    context.lineWidth = 1.5
    context.beginPath()
    context.moveTo(x, margin.top)
    context.lineTo(x, height - margin.bottom)
    context.stroke()
  }

  #drawLive(context, width, height) {
    const end = this.#points.at(-1)?.[0] ?? 0
    drawGrid(context, width, height, -liveSeconds, 0)
    const visible = this.#points.filter(([time]) => time >= end - liveSeconds)
    const x = (time) => margin.left + (width - margin.left - margin.right) * (1 + (time - end) / liveSeconds)
    for (let angle = 1; angle <= 3; angle += 1) {
      stroke(context, names[angle - 1], visible.map((point) => [x(point[0]), point[angle], point[angle]]), height)
    }
  }

  #drawEnvelope(context, width, height) {
    const { envelope } = this.#recording
    const parts = envelope.length / 6
    const x = (part) => margin.left + (width - margin.left - margin.right) * (part + 0.5) / parts
    for (let angle = 0; angle < 3; angle += 1) {
      const points = []
      for (let part = 0; part < parts; part += 1) {
        const least = envelope[6 * part + 2 * angle]
        if (!Number.isNaN(least)) points.push([x(part), least, envelope[6 * part + 2 * angle + 1]])
      }
      if (isDense(points)) bars(context, names[angle], points, height)
      else stroke(context, names[angle], points, height)
    }
  }
}

const margin = { left: 44, right: 10, top: 10, bottom: 24 }

function colorOf(name) { return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() }

/** Gives the canvas the pixels of its size on the screen. */
function fit(canvas, width, height) {
  const ratio = devicePixelRatio || 1
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  const context = canvas.getContext('2d')
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  return context
}

function heightOf(degrees, height) {
  return margin.top + (height - margin.top - margin.bottom) * (0.5 - degrees / 360)
}

function drawGrid(context, width, height, from, to) {
  context.strokeStyle = colorOf('line')
  context.fillStyle = colorOf('muted')
  context.font = '12px system-ui, "DejaVu Sans", sans-serif'
  context.lineWidth = 1
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (const degrees of [-180, -90, 0, 90, 180]) {
    const y = Math.round(heightOf(degrees, height)) + 0.5
    context.fillText(`${degrees}°`, margin.left - 6, y)
    context.beginPath()
    context.moveTo(margin.left, y)
    context.lineTo(width - margin.right, y)
    context.stroke()
  }
  context.textBaseline = 'alphabetic'
  const step = tickStep((to - from) * 70 / (width - margin.left - margin.right))
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
    const x = margin.left + (width - margin.left - margin.right) * (tick - from) / (to - from || 1)
    context.textAlign = x > width - 40 ? 'right' : 'center'
    context.fillText(`${+tick.toFixed(6)} s`, Math.min(x, width - margin.right), height - 6)
  }
}

/** The least of 1, 2, 5 times a power of ten that is not less. */
function tickStep(least) {
  const power = 10 ** Math.floor(Math.log10(least || 1))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power
}

/** Whether the angle oscillates within most parts, so that a line would be unreadable. */
function isDense(points) {
  return points.reduce((sum, [, least, greatest]) => sum + greatest - least, 0) > 20 * points.length
}

/** A bar from least to greatest for each part: much cheaper than a line of the same height. */
function bars(context, name, points, height) {
  context.fillStyle = colorOf(name)
  context.globalAlpha = 0.6
  const width = points.length > 1 ? Math.max(1, points[1][0] - points[0][0]) : 1
  for (const [x, least, greatest] of points) {
    const top = heightOf(greatest, height)
    context.fillRect(x - width / 2, top, width, Math.max(1.6, heightOf(least, height) - top))
  }
  context.globalAlpha = 1
}

/** A line through points of x, least and greatest, interrupted where an angle wraps around. */
function stroke(context, name, points, height) {
  context.strokeStyle = colorOf(name)
  context.lineWidth = 1.6
  context.lineJoin = 'bevel'
  context.beginPath()
  let last
  for (const [x, least, greatest] of points) {
    const near = last !== undefined && Math.abs(last - greatest) < Math.abs(last - least) ? greatest : least
    const far = near === least ? greatest : least
    if (last === undefined || Math.abs(near - last) > 180) context.moveTo(x, heightOf(near, height))
    else context.lineTo(x, heightOf(near, height))
    if (far !== near) context.lineTo(x, heightOf(far, height))
    last = far
  }
  context.stroke()
}
