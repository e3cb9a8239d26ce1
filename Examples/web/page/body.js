// The body in space: a phone within a compass rose, drawn with three.js. East is right, north is away, up is up.

import * as THREE from './three.module.js'

const [width, height, depth] = [0.9, 1.8, 0.1]

/** Draws on a canvas. The constructor throws without WebGL. */
export class BodyView {
  #renderer
  #scene = new THREE.Scene()
  #camera = new THREE.PerspectiveCamera(32, 1, 0.1, 50)
  #body = new THREE.Group()

  constructor(canvas) {
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.#camera.up.set(0, 0, 1)
    this.#camera.position.set(0, -5.4, 4.1)
    this.#camera.lookAt(0, 0, 0)
    this.restyle()
    new ResizeObserver(() => this.#resize(canvas)).observe(canvas)
  }

  /** Rebuilds the scene with the page's colours, which follow light and dark mode. */
  restyle() {
    const style = getComputedStyle(document.documentElement)
    const color = (name) => style.getPropertyValue(`--${name}`).trim()
    const turned = this.#body.quaternion.clone()
    this.#scene = new THREE.Scene()
    this.#scene.add(new THREE.HemisphereLight(0xffffff, 0xc0c4c8, 1.15))
    const sun = new THREE.DirectionalLight(0xffffff, 0.8)
    sun.position.set(-2, -3, 5)
    this.#scene.add(sun, rose(color))
    this.#body = phone(color)
    this.#body.quaternion.copy(turned)
    this.#scene.add(this.#body)
    this.render()
  }

  /** Shows an attitude: w x y z, east-north-up from body. */
  show([w, x, y, z]) {
    this.#body.quaternion.set(x, y, z, w)
    this.render()
  }

  render() { this.#renderer.render(this.#scene, this.#camera) }

  #resize(canvas) {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || clientHeight === 0) return
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.setSize(clientWidth, clientHeight, false)
    this.#camera.aspect = clientWidth / clientHeight
    // A narrow canvas shows the rose whole.
    this.#camera.fov = 32 * Math.max(1, 1.25 / this.#camera.aspect)
    this.#camera.updateProjectionMatrix()
    this.render()
  }
}

/** The compass rose around the body, level. */
function rose(color) {
  const group = new THREE.Group()
  const line = new THREE.LineBasicMaterial({ color: color('muted'), transparent: true, opacity: 0.7 })
  const points = []
  for (let angle = 0; angle < 360; angle += 10) {
    const inner = angle % 90 === 0 ? 1.3 : angle % 30 === 0 ? 1.42 : 1.5
    for (const radius of [inner, 1.58]) points.push(onRose(angle, radius))
  }
  group.add(new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), line))
  const circle = Array.from({ length: 96 }, (_, index) => onRose(index * 3.75, 1.58))
  group.add(new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(circle), line))
  for (const [index, letter] of ['N', 'E', 'S', 'W'].entries()) {
    const sign = lettered(letter, index === 0 ? color('pitch') : color('muted'))
    sign.position.copy(onRose(90 * index, 1.8))
    group.add(sign)
  }
  return group
}

/** A point of the rose: clockwise from north. */
function onRose(degrees, radius) {
  const angle = degrees * Math.PI / 180
  return new THREE.Vector3(radius * Math.sin(angle), radius * Math.cos(angle), 0)
}

/** The phone with its axes. */
function phone(color) {
  const group = new THREE.Group()
  const shell = new THREE.MeshStandardMaterial({ color: color('shell'), metalness: 0, roughness: 0.6 })
  const bevel = 0.025
  const outline = rounded(width - 2 * bevel, height - 2 * bevel, 0.12)
  const solid = new THREE.ExtrudeBufferGeometry(outline, {
    depth: depth - 2 * bevel, bevelThickness: bevel, bevelSize: bevel, bevelSegments: 4, curveSegments: 12 })
  solid.translate(0, 0, bevel - depth / 2)
  group.add(new THREE.Mesh(solid, shell))

  const glass = new THREE.MeshStandardMaterial({ color: color('screen'), roughness: 0.25 })
  const screen = new THREE.Mesh(new THREE.ShapeBufferGeometry(rounded(width - 0.1, height - 0.1, 0.09), 12), glass)
  screen.position.z = depth / 2 + 0.002
  const notch = new THREE.Mesh(new THREE.ShapeBufferGeometry(rounded(0.24, 0.06, 0.03), 8), shell)
  notch.position.set(0, height / 2 - 0.12, depth / 2 + 0.004)
  const lens = new THREE.Mesh(new THREE.CylinderBufferGeometry(0.11, 0.11, 0.05, 32), glass)
  lens.rotation.x = Math.PI / 2
  lens.position.set(0.25, height / 2 - 0.25, -depth / 2)
  group.add(screen, notch, lens)

  group.add(arrow(color('pitch'), [1, 0, 0], width / 2, 0.5), arrow(color('roll'), [0, 1, 0], height / 2, 0.4))
  group.add(arrow(color('yaw'), [0, 0, 1], depth / 2, 0.6))
  return group
}

function rounded(w, h, r) {
  const shape = new THREE.Shape()
  const [x, y] = [w / 2, h / 2]
  shape.moveTo(-x + r, -y)
  shape.lineTo(x - r, -y)
  shape.absarc(x - r, -y + r, r, -Math.PI / 2, 0)
  shape.lineTo(x, y - r)
  shape.absarc(x - r, y - r, r, 0, Math.PI / 2)
  shape.lineTo(-x + r, y)
  shape.absarc(-x + r, y - r, r, Math.PI / 2, Math.PI)
  shape.lineTo(-x, -y + r)
  shape.absarc(-x + r, -y + r, r, Math.PI, 1.5 * Math.PI)
  return shape
}

/** An arrow along an axis that begins at the surface. */
function arrow(color, direction, start, length) {
  const material = new THREE.MeshStandardMaterial({ color, roughness: 0.6 })
  const shaft = new THREE.Mesh(new THREE.CylinderBufferGeometry(0.022, 0.022, length, 16), material)
  shaft.position.y = start + length / 2
  const head = new THREE.Mesh(new THREE.ConeBufferGeometry(0.065, 0.17, 24), material)
  head.position.y = start + length + 0.08
  const group = new THREE.Group()
  group.add(shaft, head)
  group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...direction))
  return group
}

/** A letter that always faces the camera. */
function lettered(letter, color) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 128
  const context = canvas.getContext('2d')
  context.font = 'bold 96px system-ui, "DejaVu Sans", sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = color
  context.fillText(letter, 64, 68)
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas) }))
  sprite.scale.set(0.3, 0.3, 1)
  return sprite
}
