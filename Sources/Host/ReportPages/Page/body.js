// The body in space within a compass rose. East is right, north is away, up is up; drag to look from elsewhere.

import { fitted, paletteColor } from './chart.js'
import { Camera, Plate, Scene, inverse, rotated, roundedRectangle } from './shapes.js'

const [azimuth, elevation] = [0, 0.65]

/** Draws a phone or a box on a canvas, with its axes, measured directions, and a second attitude as a ghost. */
export class BodyView {
  #canvas
  #kind
  #state = { quaternion: [1, 0, 0, 0] }
  #hasNorth
  #azimuth = azimuth
  #elevation = elevation

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {'phone' | 'box'} kind
   * @param {{hasNorth?: boolean}} [options] without north the rose has angles from the start
   */
  constructor(canvas, kind, { hasNorth = true } = {}) {
    this.#canvas = canvas
    this.#kind = kind
    this.#hasNorth = hasNorth
    new ResizeObserver(() => this.render()).observe(canvas)
    canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId))
    canvas.addEventListener('pointermove', ({ buttons, movementX, movementY, pointerType }) => {
      if (!(buttons & 1)) return
      this.#azimuth -= movementX / 150
      // A finger scrolls the page up and down.
      if (pointerType !== 'touch') this.#elevation = Math.max(-0.3, Math.min(1.5, this.#elevation + movementY / 150))
      this.render()
    })
    canvas.addEventListener('dblclick', () => {
      ;[this.#azimuth, this.#elevation] = [azimuth, elevation]
      this.render()
    })
  }

  /**
   * Shows an attitude.
   * @param {ArrayLike<number>} quaternion w x y z, east-north-up from body
   * @param {{ghost?: ArrayLike<number>, arrows?: {direction: number[], color: string, label: string}[]}} [more] a second
   *   attitude, and directions in body axes
   */
  show(quaternion, more = {}) {
    this.#state = { quaternion: [...quaternion], ...more }
    this.render()
  }

  restyle() { this.render() }

  render() {
    if (this.#canvas.clientWidth === 0) return
    const { context, width, height } = fitted(this.#canvas)
    const scene = new Scene(context, new Camera(this.#azimuth, this.#elevation, width, height))
    const { quaternion, ghost, arrows = [] } = this.#state
    const plate = this.#kind === 'phone' ? phone() : box()
    addRose(scene, this.#hasNorth)
    scene.add(scene.camera.depth([0, 0, 0]), () => plate.draw(scene, quaternion))
    const axes = this.#kind === 'phone' ? [['', 0.5], ['', 0.4], ['', 0.6]] : [['x', 0.6], ['y', 0.6], ['z', 0.6]]
    for (const [axis, [label, length]] of axes.entries()) {
      const direction = [0, 1, 2].map((other) => Number(other === axis))
      addArrow(scene, plate, quaternion, direction, length, paletteColor('xyz'[axis]), { label })
    }
    for (const { direction, color, label } of arrows) {
      const size = Math.hypot(...direction)
      if (!(size > 0)) continue
      const part = direction.map((coordinate) => coordinate / size)
      addArrow(scene, plate, quaternion, part, 1.35 - plate.reach(part), paletteColor(color), { label, thickness: 0.016 })
    }
    scene.draw()
    if (ghost) plate.drawEdges(scene, [...ghost], paletteColor('truth'))
  }
}

/** An arrow from the surface, which the body hides if it hides the face that the arrow begins at. */
function addArrow(scene, plate, quaternion, direction, length, color, style) {
  const start = plate.reach(direction)
  const turned = rotated(quaternion, direction)
  const from = turned.map((coordinate) => coordinate * start)
  const axis = [0, 1, 2].reduce((best, other) =>
    plate.size[other] / Math.max(Math.abs(direction[other]), 1e-9) < plate.size[best] / Math.max(Math.abs(direction[best]), 1e-9) ? other : best, 0)
  const normal = rotated(quaternion, [0, 1, 2].map((other) => other === axis ? Math.sign(direction[axis]) : 0))
  const middle = scene.camera.depth([0, 0, 0])
  scene.arrow(from, turned, length, color, { ...style, depth: middle + (scene.camera.sees(from, normal) ? -0.01 : 0.01) })
}

/** A phone: x to the right of the screen, y to its top, z out of it. */
function phone() {
  const [shell, screen] = [paletteColor('shell'), paletteColor('screen')]
  const lens = Array.from({ length: 24 }, (_, index) => [
    0.25 + 0.11 * Math.cos(index * Math.PI / 12), 0.65 + 0.11 * Math.sin(index * Math.PI / 12), -0.05])
  return new Plate([0.9, 1.8, 0.1], 0.12, shell, [
    { outline: roundedRectangle(0.8, 1.7, 0.09, 0.05), color: screen },
    { outline: roundedRectangle(0.24, 0.06, 0.03, 0.05).map(([x, y, z]) => [x, y + 0.78, z]), color: shell },
    { outline: lens, color: screen }])
}

/** A box that is longest along x and has a mark where x points. */
function box() {
  return new Plate([1.5, 0.95, 0.3], 0.08, paletteColor('shell'), [
    { outline: [[0.62, 0, 0.15], [0.38, 0.2, 0.15], [0.38, -0.2, 0.15]], color: paletteColor('screen') },
    { outline: [[0.62, 0, -0.15], [0.38, -0.2, -0.15], [0.38, 0.2, -0.15]], color: paletteColor('screen') }])
}

function addRose(scene, hasNorth) {
  const color = paletteColor('muted')
  const onRose = (degrees, radius) => [radius * Math.sin(degrees * Math.PI / 180), radius * Math.cos(degrees * Math.PI / 180), 0]
  for (let angle = 0; angle < 360; angle += 5) scene.line(onRose(angle, 1.58), onRose(angle + 5, 1.58), color, 1)
  for (let angle = 0; angle < 360; angle += 10) {
    scene.line(onRose(angle, angle % 90 === 0 ? 1.3 : angle % 30 === 0 ? 1.42 : 1.5), onRose(angle, 1.58), color, 1)
  }
  for (const [index, text] of (hasNorth ? ['N', 'E', 'S', 'W'] : ['90°', '0°', '−90°', '180°']).entries()) {
    scene.text(onRose(90 * index, 1.76), text, hasNorth && index === 0 ? paletteColor('x') : color, 15)
  }
}

/** The quaternion w x y z of yaw, pitch and roll (z-y′-x″) in degrees. */
export function quaternionOf(angles) {
  const [[cy, sy], [cp, sp], [cr, sr]] = angles.map((angle) => [Math.cos(angle * Math.PI / 360), Math.sin(angle * Math.PI / 360)])
  return [
    cy * cp * cr + sy * sp * sr, cy * cp * sr - sy * sp * cr, cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr]
}

/** A direction of east-north-up in body axes. */
export function inBody(quaternion, direction) { return rotated(inverse([...quaternion]), direction) }
