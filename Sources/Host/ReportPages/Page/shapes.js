// Solids, arrows and letters in space, drawn on a canvas from the farthest to the nearest.

import { paletteColor } from './chart.js'

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const scaled = (a, factor) => a.map((coordinate) => coordinate * factor)
const sum = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const unit = (a) => scaled(a, 1 / Math.hypot(...a))

const light = unit([-2, -3, 5])

/** The rotation of a vector by a quaternion w x y z. */
export function rotated([w, x, y, z], v) {
  const t = scaled(cross([x, y, z], v), 2)
  return sum(sum(v, scaled(t, w)), cross([x, y, z], t))
}

/** The opposite rotation. */
export function inverse([w, x, y, z]) { return [w, -x, -y, -z] }

/** A point of view on the origin: an azimuth (0 from the south), an elevation, both in radians, and the size of a canvas. */
export class Camera {
  constructor(azimuth, elevation, width, height) {
    const distance = 6.8
    const level = Math.cos(elevation)
    this.eye = scaled([Math.sin(azimuth) * level, -Math.cos(azimuth) * level, Math.sin(elevation)], distance)
    this.forward = scaled(this.eye, -1 / distance)
    this.right = [Math.cos(azimuth), Math.sin(azimuth), 0]
    this.up = cross(this.right, this.forward)
    this.center = [width / 2, height / 2]
    // The rose fits into the width, an upright body into the height.
    this.focal = Math.min(height * 2.1, width * 1.66)
  }

  depth(point) { return dot(sum(point, scaled(this.eye, -1)), this.forward) }

  /** The place of a point on the canvas. */
  place(point) {
    const scale = this.focal / this.depth(point)
    return [this.center[0] + scale * dot(point, this.right), this.center[1] - scale * dot(point, this.up)]
  }

  /** Whether a face is seen, from a point of it and its normal. */
  sees(point, normal) { return dot(normal, sum(this.eye, scaled(point, -1))) > 0 }
}

/** A colour `#rrggbb` in the light that a normal gets. */
function lit(color, normal) {
  const brightness = 0.68 + 0.44 * dot(normal, light)
  return `rgb(${[1, 3, 5].map((at) => Math.min(255, Math.round(parseInt(color.slice(at, at + 2), 16) * brightness))).join(' ')})`
}

/** What is drawn, in any order. */
export class Scene {
  #items = []

  constructor(context, camera) {
    this.context = context
    this.camera = camera
  }

  /** Adds something at a depth. */
  add(depth, draw) { this.#items.push({ depth, draw }) }

  draw() {
    this.#items.sort((one, other) => other.depth - one.depth)
    for (const { draw } of this.#items) draw(this.context)
  }

  path(points, isClosed = true) {
    const { context } = this
    context.beginPath()
    for (const point of points) context.lineTo(...this.camera.place(point))
    if (isClosed) context.closePath()
  }

  fill(points, color) {
    this.path(points)
    this.context.fillStyle = this.context.strokeStyle = color
    this.context.fill()
    // Without it the background shines through between neighbours.
    this.context.lineWidth = 0.7
    this.context.stroke()
  }

  line(from, to, color, width) {
    this.add(this.camera.depth(scaled(sum(from, to), 0.5)), (context) => {
      this.path([from, to], false)
      context.strokeStyle = color
      context.lineWidth = width
      context.stroke()
    })
  }

  /** Adds a text, which nothing hides. */
  text(point, text, color, size) {
    this.add(0, (context) => {
      context.font = `600 ${size}px system-ui, "DejaVu Sans", sans-serif`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.lineJoin = 'round'
      context.lineWidth = 3
      context.strokeStyle = paletteColor('card')
      context.strokeText(text, ...this.camera.place(point))
      context.fillStyle = color
      context.fillText(text, ...this.camera.place(point))
    })
  }

  /** An arrow with a cone. `depth` is that of all of it, or else of its middle. */
  arrow(from, direction, length, color, { depth, thickness = 0.022, label } = {}) {
    const tip = sum(from, scaled(direction, length))
    const base = sum(from, scaled(direction, Math.max(0, length - 0.17)))
    const side = unit(cross(direction, Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]))
    const other = cross(direction, side)
    const rim = (center, radius) => Array.from({ length: 16 }, (_, index) => {
      const [cosine, sine] = [Math.cos(index * Math.PI / 8), Math.sin(index * Math.PI / 8)]
      return sum(center, sum(scaled(side, radius * cosine), scaled(other, radius * sine)))
    })
    this.add(depth ?? this.camera.depth(scaled(sum(from, tip), 0.5)), () => {
      const pieces = [() => this.#cylinder(rim(from, thickness), rim(base, thickness), from, color), () => this.#cone(rim(base, thickness * 3), base, tip, color)]
      if (this.camera.sees(base, direction)) pieces.forEach((piece) => piece())
      else pieces.reverse().forEach((piece) => piece())
    })
    if (label) this.text(sum(tip, scaled(direction, 0.14)), label, color, 13)
  }

  #cylinder(bottom, top, center, color) {
    for (const [index, point] of bottom.entries()) {
      const next = (index + 1) % bottom.length
      const normal = unit(sum(sum(point, bottom[next]), scaled(center, -2)))
      if (this.camera.sees(point, normal)) this.fill([point, bottom[next], top[next], top[index]], lit(color, normal))
    }
  }

  #cone(rim, base, tip, color) {
    const axis = unit(sum(tip, scaled(base, -1)))
    if (this.camera.sees(base, scaled(axis, -1))) this.fill(rim, lit(color, scaled(axis, -1)))
    for (const [index, point] of rim.entries()) {
      const next = rim[(index + 1) % rim.length]
      let normal = unit(cross(sum(next, scaled(point, -1)), sum(tip, scaled(point, -1))))
      if (dot(normal, sum(point, scaled(base, -1))) < 0) normal = scaled(normal, -1)
      if (this.camera.sees(point, normal)) this.fill([point, next, tip], lit(color, normal))
    }
  }
}

/** A rectangle with round corners at a height, counter-clockwise seen from above. */
export function roundedRectangle(width, height, radius, z) {
  const points = []
  for (const [corner, [x, y]] of [[1, -1], [1, 1], [-1, 1], [-1, -1]].entries()) {
    for (let step = 0; step <= 6; step += 1) {
      const angle = (corner - 1 + step / 6) * Math.PI / 2
      points.push([
        x * (width / 2 - radius) + radius * Math.cos(angle), y * (height / 2 - radius) + radius * Math.sin(angle), z])
    }
  }
  return points
}

/** A plate with a round outline, in its own axes. Faces are marks on its upper and lower side. */
export class Plate {
  /**
   * @param {[number, number, number]} size
   * @param {number} radius of its corners
   * @param {string} color
   * @param {{outline: number[][], color: string}[]} marks shapes on its faces; the sign of z says on which
   */
  constructor(size, radius, color, marks) {
    Object.assign(this, { size, color, marks })
    this.top = roundedRectangle(size[0], size[1], radius, size[2] / 2)
    this.bottom = this.top.map(([x, y, z]) => [x, y, -z])
  }

  /** Draws it turned by a quaternion. */
  draw(scene, quaternion) {
    const turn = (point) => rotated(quaternion, point)
    const [top, bottom] = [this.top.map(turn), this.bottom.map(turn)]
    const up = turn([0, 0, 1])
    for (const [index, point] of top.entries()) {
      const next = (index + 1) % top.length
      const normal = unit(cross(sum(bottom[next], scaled(bottom[index], -1)), sum(point, scaled(bottom[index], -1))))
      if (scene.camera.sees(point, normal)) scene.fill([bottom[index], bottom[next], top[next], point], lit(this.color, normal))
    }
    for (const [face, sign] of [[top, 1], [bottom, -1]]) {
      const normal = scaled(up, sign)
      if (!scene.camera.sees(face[0], normal)) continue
      scene.fill(face, lit(this.color, normal))
      for (const mark of this.marks.filter(({ outline }) => Math.sign(outline[0][2]) === sign)) {
        scene.fill(mark.outline.map(turn), lit(mark.color, normal))
      }
    }
  }

  /** Draws its edges. */
  drawEdges(scene, quaternion, color) {
    const { context } = scene
    context.strokeStyle = color
    context.lineWidth = 1.4
    context.setLineDash([5, 3])
    const turn = (point) => rotated(quaternion, point)
    for (const face of [this.top, this.bottom]) {
      scene.path(face.map(turn))
      context.stroke()
    }
    for (const corner of [3, 10, 17, 24]) {
      scene.path([this.top[corner], this.bottom[corner]].map(turn), false)
      context.stroke()
    }
    context.setLineDash([])
  }

  /** How far it is from its middle to its surface in a direction of its own axes. */
  reach(direction) {
    return Math.min(...direction.map((part, axis) => this.size[axis] / 2 / Math.max(Math.abs(part), 1e-9)))
  }
}
