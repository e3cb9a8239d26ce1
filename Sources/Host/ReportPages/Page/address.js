// The part of the time that a view shows, in the address of the page: `#t=12.3,45.6` is a range, `&at=20` the cursor in it.

/** Seconds as in an address: to a tenth of a millisecond. */
const addressed = (seconds) => String(Math.round(seconds * 1e4) / 1e4)

/** The range and the cursor of an address; undefined for what it does not have. */
export function timesOf(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const numbers = (name) => (fields.get(name) ?? '').split(',').filter(Boolean).map(Number)
  const [[from, to], [at]] = [numbers('t'), numbers('at')]
  return {
    range: Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : undefined,
    cursor: Number.isFinite(at) ? at : undefined }
}

/** The end of an address that shows what a view shows; empty for all of it from its start. */
export function hashOf(view) {
  const fields = []
  if (!view.isWhole) fields.push(`t=${addressed(view.from)},${addressed(view.to)}`)
  if (view.cursor !== view.start) fields.push(`at=${addressed(view.cursor)}`)
  return fields.length > 0 ? `#${fields.join('&')}` : ''
}

/** Shows what the address says, now and when it changes, and writes into it what is shown. */
export function followAddress(view) {
  const read = () => {
    const { range, cursor } = timesOf(location.hash)
    if (range) view.show(...range)
    else view.reset()
    view.moveCursor(cursor ?? Math.max(view.start, range?.[0] ?? view.start))
  }
  if (location.hash) read()
  addEventListener('hashchange', read)
  let timer = 0
  view.addEventListener('change', () => {
    clearTimeout(timer)
    // Browsers allow some hundred changes a minute.
    timer = setTimeout(() => {
      if (location.hash === hashOf(view)) return
      // A page within another page may have no address of its own.
      try { history.replaceState(history.state, '', hashOf(view) || location.pathname + location.search) } catch {}
    }, 300)
  })
}
