// What can be done with the charts of a report: zoom by wheel and fingers, curves hidden, links to a moment, files of what is seen.

import assert from 'node:assert/strict'

const painted = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
const canvas = '#attitude canvas'

/** Uses the charts of the report at an address, which lasts a minute; `expected` has the columns of its result. */
export async function charts(page, address, expected) {
  await page.resize({ width: 1280, height: 900 })
  await page.open(address)
  const text = (id) => page.evaluate(`document.getElementById('${id}').textContent`)
  const seconds = async () => (await text('range')).match(/[\d.]+/g)?.map(Number) ?? [0, 59.99]
  /** The least and the greatest value on the vertical axis. */
  const vertical = async (selector = canvas) => {
    const [, low, high] = (await page.evaluate(`document.querySelector('${selector}').ariaDescription`)).match(/, (.*) to (.*) deg/)
    return [low, high].map((value) => Number(value.replace('−', '-')))
  }
  const box = await page.evaluate(`(() => { const { x, y, width } = document.querySelector('${canvas}').getBoundingClientRect()
    return { x, y, width } })()`)
  const at = (share) => ({ x: box.x + 52 + share * (box.width - 64), y: box.y + 60 })
  const mouse = async (type, share, more = {}) => {
    await page.send('Input.dispatchMouseEvent', { type, ...at(share), ...more })
    await page.evaluate(painted)
  }

  await wheel()
  await hide()
  await follow()
  await files()
  await fingers()

  async function wheel() {
    await mouse('mouseMoved', 0.5)
    assert.equal(await text('now-time'), '30.00 s')
    await mouse('mouseWheel', 0.5, { deltaX: 0, deltaY: -600 })
    await page.until(`document.getElementById('range').textContent !== ''`)
    await page.evaluate(painted)
    const [from, to] = await seconds()
    assert(Math.abs((from + to) / 2 - 30) < 0.2 && to - from < 20, `${from} to ${to} s after the wheel`)
    // The wheel is at a whole pixel.
    assert(Math.abs(parseFloat(await text('now-time')) - 30) < 0.1, 'the wheel moves the time under the pointer')
    const rows = [...expected.t.keys()].filter((row) => expected.t[row] - expected.t[0] >= from && expected.t[row] - expected.t[0] <= to)
    const values = rows.flatMap((row) => ['yaw', 'pitch', 'roll'].map((name) => expected[name][row]))
    const [low, high] = await vertical()
    const height = Math.max(...values) - Math.min(...values)
    assert(low <= Math.min(...values) && high >= Math.max(...values) && high - low < 1.2 * height, `${low} to ${high} do not follow the zoom`)
    assert.equal(await page.evaluate('scrollY'), 0, 'the page is scrolled, too')
    await mouse('mousePressed', 0.5, { button: 'left', clickCount: 1 })
    await mouse('mouseReleased', 0.5, { button: 'left', clickCount: 1 })
    await mouse('mousePressed', 0.5, { button: 'left', clickCount: 2 })
    await mouse('mouseReleased', 0.5, { button: 'left', clickCount: 2 })
    assert.equal(await text('range'), '', 'a double click does not show all')
    await mouse('mouseWheel', 0.5, { deltaX: 0, deltaY: 300 })
    await page.until('scrollY > 0')
    assert.equal(await text('range'), '', 'where all is shown, the wheel scrolls the page')
    await page.evaluate('scrollTo(0, 0)')
  }

  async function hide() {
    const pressed = () => page.evaluate(`[...document.querySelectorAll('#uncertainty .legend button')].map((button) => button.ariaPressed).join()`)
    assert.equal(await pressed(), 'true,true')
    await page.evaluate(`document.querySelector('#uncertainty canvas').scrollIntoView({ block: 'center' })`)
    await page.evaluate(painted)
    const whole = await vertical('#uncertainty canvas')
    await page.evaluate(`document.querySelectorAll('#uncertainty .legend button')[1].focus()`)
    for (const type of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: type === 'keyDown' ? ' ' : undefined })
    await page.evaluate(painted)
    assert.equal(await pressed(), 'true,false')
    const tilt = await vertical('#uncertainty canvas')
    assert(tilt[1] < whole[1] / 2, `the axis does not follow the curves that are shown: ${whole}, ${tilt}`)
    await page.click('#uncertainty .legend li:last-child button')
    assert.equal(await pressed(), 'true,true')
    await page.evaluate('scrollTo(0, 0)')
  }

  async function follow() {
    await page.evaluate(`location.hash = '#t=12.3,45.6&at=20'`)
    await page.until(`document.getElementById('range').textContent === '12.3 s to 45.6 s'`)
    assert.equal(await text('clock'), '20.0 s')
    await page.click('#zoom-in')
    await page.until(`location.hash !== '#t=12.3,45.6&at=20'`)
    const hash = await page.evaluate('location.hash')
    assert.match(hash, /^#t=1\d\.?\d*,\d\d\.?\d*&at=20$/)
    const range = await text('range')
    await page.send('Page.navigate', { url: 'about:blank' })
    await page.open(address + hash)
    assert.equal(await text('range'), range, 'the link shows another range')
    assert.equal(await text('clock'), '20.0 s')
    await page.evaluate(`location.hash = '#t=nonsense'`)
    await page.until(`document.getElementById('range').textContent === ''`)
  }

  async function files() {
    await page.evaluate(`location.hash = '#t=10,11'`)
    await page.until(`document.getElementById('range').textContent === '10.0 s to 11.0 s'`)
    await page.click('#attitude .legend li:nth-child(2) button')
    const saved = (button) => page.evaluate(`(async () => {
      const kept = URL.createObjectURL
      const blob = await new Promise((resolve) => {
        URL.createObjectURL = (blob) => { resolve(blob); return kept.call(URL, blob) }
        document.querySelectorAll('#attitude .saving button')[${button}].click()
      })
      URL.createObjectURL = kept
      return blob.type === 'text/csv' ? blob.text() : blob.type + (await createImageBitmap(blob)).width })()`)
    const [header, ...lines] = (await saved(0)).trim().split('\n')
    assert.equal(header, `t [s],yaw [deg],yaw sigma [deg],roll [deg],roll sigma [deg],${['yaw', 'pitch', 'roll'].map((name) => `${name} (truth) [deg]`)}`)
    const rows = [...expected.t.keys()].filter((row) => expected.t[row] - expected.t[0] >= 10 - 1e-9 && expected.t[row] - expected.t[0] <= 11 + 1e-9)
    assert(Math.abs(lines.length - rows.length) <= 2, `${lines.length} rows of ${rows.length}`)
    for (const line of lines) {
      const [time, yaw, , roll] = line.split(',').map(Number)
      const row = expected.t.findIndex((other) => Math.abs(other - expected.t[0] - time) < 1e-6)
      assert(Math.abs(yaw - expected.yaw[row]) < 0.02 && Math.abs(roll - expected.roll[row]) < 0.02, line)
    }
    assert.equal(await saved(1), `image/png${Math.round(box.width)}`)
    await page.click('#attitude .legend li:nth-child(2) button')
    await page.click('#zoom-all')
  }

  async function fingers() {
    await page.evaluate('scrollTo(0, 0)')
    const touch = async (type, ...shares) => {
      await page.send('Input.dispatchTouchEvent', { type, touchPoints: shares.map((share, id) => ({ ...at(share), id })) })
      await page.evaluate(painted)
    }
    const move = async (from, to) => {
      await touch('touchStart', ...from)
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', ...from.map((share, finger) => share + part * (to[finger] - share)))
      await touch('touchEnd')
    }
    await move([0.4, 0.6], [0.2, 0.8])
    const [from, to] = await seconds()
    assert(Math.abs(to - from - 20) < 1 && Math.abs(from + to - 60) < 1, `${from} to ${to} s after two fingers`)
    await move([0.5], [0.25])
    const [panned] = await seconds()
    assert(Math.abs(panned - from - 5) < 0.7, `from ${from} to ${panned} s after a finger`)
    const now = Date.now() / 1000
    for (const [type, touchPoints, time] of [['touchStart', [at(0.5)], 0], ['touchEnd', [], 0.05], ['touchStart', [at(0.5)], 0.15], ['touchEnd', [], 0.2]]) {
      await page.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: now + time })
    }
    await page.until(`document.getElementById('range').textContent === ''`)
  }
}
