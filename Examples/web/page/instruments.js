// The artificial horizon and the compass, as rotating SVG drawings.

const namespace = 'http://www.w3.org/2000/svg'
const degree = Math.PI / 180
const unitsPerDegree = 1.6

/** Adds an element with attributes and optional text. */
function add(parent, name, attributes, text) {
  const element = document.createElementNS(namespace, name)
  for (const key in attributes) element.setAttribute(key, attributes[key])
  if (text !== undefined) element.textContent = text
  return parent.appendChild(element)
}

/** The horizon seen from a device whose top edge is the nose and whose screen is the roof. */
export class Horizon {
  #svg
  #roll
  #pitch

  constructor(svg) {
    this.#svg = svg
    const clip = add(svg, 'clipPath', { id: 'horizon-rim' })
    add(clip, 'circle', { r: 94 })
    const window = add(svg, 'g', { 'clip-path': 'url(#horizon-rim)' })
    this.#roll = add(window, 'g', {})
    this.#pitch = add(this.#roll, 'g', {})
    add(this.#pitch, 'rect', { x: -300, y: -400, width: 600, height: 400, class: 'sky' })
    add(this.#pitch, 'rect', { x: -300, y: 0, width: 600, height: 400, class: 'ground' })
    for (let angle = -80; angle <= 80; angle += 10) {
      const y = -angle * unitsPerDegree
      const half = angle === 0 ? 300 : angle % 20 === 0 ? 26 : 12
      add(this.#pitch, 'line', { x1: -half, x2: half, y1: y, y2: y, class: 'rung' })
      if (angle !== 0 && angle % 20 === 0) add(this.#pitch, 'text', { x: 42, y }, Math.abs(angle))
    }
    for (const angle of [-60, -30, 0, 30, 60]) {
      add(this.#roll, 'line', { y1: -94, y2: -84, transform: `rotate(${angle})`, class: 'rung' })
    }
    add(svg, 'path', { d: 'M-58 0 H-22 L0 16 L22 0 H58', class: 'plane' })
    add(svg, 'path', { d: 'M0 -82 L-7 -70 H7 Z', class: 'needle' })
    add(svg, 'circle', { r: 95, class: 'rim' })
    this.show({ pitch: 0, roll: 0 })
  }

  /** Shows pitch and roll in radians. */
  show({ pitch, roll }) {
    this.#roll.setAttribute('transform', `rotate(${(-roll / degree).toFixed(2)})`)
    this.#pitch.setAttribute('transform', `translate(0 ${(pitch / degree * unitsPerDegree).toFixed(2)})`)
  }

  /** Updates the text for screen readers. */
  describe({ pitch, roll }) {
    const nose = `top ${Math.abs(pitch / degree).toFixed(0)}° ${pitch < 0 ? 'down' : 'up'}`
    const bank = `right side ${Math.abs(roll / degree).toFixed(0)}° ${roll < 0 ? 'up' : 'down'}`
    this.#svg.setAttribute('aria-label', `Artificial horizon: ${nose}, ${bank}`)
  }
}

/** The heading under a fixed mark. */
export class Compass {
  #svg
  #rose
  #reading

  constructor(svg) {
    this.#svg = svg
    add(svg, 'circle', { r: 94, class: 'dial' })
    this.#rose = add(svg, 'g', {})
    for (let angle = 0; angle < 360; angle += 10) {
      const inner = angle % 30 === 0 ? 80 : 86
      add(this.#rose, 'line', { y1: -93, y2: -inner, transform: `rotate(${angle})`, class: 'tick' })
    }
    for (const [index, letter] of ['N', 'E', 'S', 'W'].entries()) {
      const turned = add(this.#rose, 'g', { transform: `rotate(${90 * index})` })
      add(turned, 'text', { y: -64, ...(index === 0 && { class: 'north' }) }, letter)
    }
    add(svg, 'circle', { r: 95, class: 'rim' })
    add(svg, 'path', { d: 'M0 -78 L-8 -98 H8 Z', class: 'needle' })
    this.#reading = add(svg, 'text', { class: 'reading' }, '–')
  }

  /** Shows a heading in radians, clockwise from north. */
  show(heading) {
    const degrees = heading / degree
    this.#rose.setAttribute('transform', `rotate(${(-degrees).toFixed(2)})`)
    this.#reading.textContent = `${(Math.round(degrees) % 360).toFixed(0).padStart(3, '0')}°`
  }

  describe(heading) {
    const points = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
    const point = points[Math.round(heading / (45 * degree)) % 8]
    this.#svg.setAttribute('aria-label', `Heading ${(heading / degree).toFixed(0)}°, ${point}`)
  }
}
