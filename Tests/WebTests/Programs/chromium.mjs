// Chromium without a screen, spoken to over its DevTools protocol through a pipe (--remote-debugging-pipe: JSON, a zero byte after
// each message, file descriptors 3 and 4).

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const switches = [
  '--headless', '--no-sandbox', '--disable-dev-shm-usage', '--remote-debugging-pipe', '--no-first-run', '--disable-extensions',
  // There may be no graphics processor: WebGL is then drawn by SwiftShader, and all else without it, in a third of the time.
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing',
  // The browser itself must not ask the network for anything.
  '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** A browser of its own, with a fresh profile. */
export class Chromium {
  #process
  #profile = mkdtempSync(join(tmpdir(), 'cardan-chromium-'))
  #answers = new Map()
  #listeners = []
  #lastId = 0
  #errors = ''

  constructor(program = 'chromium') {
    this.#process = spawn(program, [...switches, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
    this.#process.stderr.on('data', (data) => { this.#errors = (this.#errors + data).slice(-4000) })
    this.#process.on('exit', () => this.#fail(new Error(`${program} has ended: ${this.#errors}`)))
    this.#process.on('error', (error) => this.#fail(error))
    const pieces = []
    this.#process.stdio[4].on('data', (data) => {
      for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0)) {
        pieces.push(data.subarray(0, end))
        this.#take(JSON.parse(Buffer.concat(pieces.splice(0)).toString()))
        data = data.subarray(end + 1)
      }
      if (data.length > 0) pieces.push(data)
    })
  }

  /** Calls a method, of the browser or of a page. */
  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject, method })
      this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    })
  }

  /** Calls `listener` with each event. */
  listen(listener) { this.#listeners.push(listener) }

  /** Opens a page with a size of its own. */
  async newPage() {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    return new Page(this, sessionId)
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.removeAllListeners('exit').once('exit', () => {})
    const gone = new Promise((resolve) => this.#process.once('close', resolve))
    this.#process.stdio[3].write(JSON.stringify({ id: ++this.#lastId, method: 'Browser.close' }) + '\0')
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5000)
    await Promise.race([ended, gone])
    clearTimeout(timer)
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  #take(message) {
    if (message.id === undefined) return this.#listeners.forEach((listener) => listener(message))
    const answer = this.#answers.get(message.id)
    this.#answers.delete(message.id)
    if (message.error) answer?.reject(new Error(`${answer.method}: ${message.error.message}`))
    else answer?.resolve(message.result)
  }

  #fail(error) {
    for (const { reject } of this.#answers.values()) reject(error)
    this.#answers.clear()
  }
}

/** A tab. */
export class Page {
  constructor(browser, session) {
    this.browser = browser
    this.session = session
  }

  send(method, params) { return this.browser.send(method, params, this.session) }

  listen(method, listener) {
    this.browser.listen((message) => {
      if (message.sessionId === this.session && message.method === method) listener(message.params)
    })
  }

  /** The value of an expression in the page, which may be a promise. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression, awaitPromise: true, returnByValue: true, userGesture: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Waits until an expression is true. */
  async until(expression, seconds = 60) {
    const end = Date.now() + 1000 * seconds
    while (!await this.evaluate(expression)) {
      if (Date.now() > end) throw new Error(`not within ${seconds} s: ${expression}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Opens an address and waits until its scripts have run. */
  async open(url) {
    await this.send('Page.enable')
    await this.send('Runtime.enable')
    await this.send('Page.navigate', { url })
    await this.until(`location.href === ${JSON.stringify(url)} && document.documentElement?.dataset.ready === ''`)
  }

  /** A press of the button and its release in the middle of an element. */
  async click(selector) {
    const { x, y } = await this.evaluate(`(() => {
      const element = document.querySelector('${selector}')
      element.scrollIntoView({ block: 'center' })
      const box = element.getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 } })()`)
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
    }
  }

  /** A picture of the whole page. */
  async screenshot({ width, height, dark = false, scale = 1, whole = true }) {
    await this.resize({ width, height, dark, scale })
    const { data } = await this.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: whole })
    return Buffer.from(data, 'base64')
  }

  async resize({ width, height, dark = false, scale = 1 }) {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: width < 600 })
    await this.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] })
    await this.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }
}
