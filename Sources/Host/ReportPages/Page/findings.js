// The verdict on a log, and what the checks found in it.

import { figure, percentText, timeText } from './chart.js'

/** Makes an element with properties and children. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const headlines = { good: 'Good', doubtful: 'Usable with doubts', unusable: 'Not usable' }

/** Shows the verdict, and each finding with its numbers, its times in the view and what to do. */
export function showVerdict(parent, { verdict, findings }, view) {
  parent.dataset.state = verdict
  parent.replaceChildren(make('p', { className: 'headline', textContent: headlines[verdict] }))
  if (findings.length > 0) parent.append(make('ul', {}, ...findings.map((finding) => findingItem(finding, view))))
}

function findingItem({ name, severity, text, evidence, times, options, action }, view) {
  const numbers = evidence.map(evidenceText)
  const content = make('div', {}, `${text}${numbers.length > 0 ? ` (${numbers.join(', ')})` : ''} `)
  const item = make('li', { title: name }, make('b', { textContent: severity }), ' ', content)
  item.dataset.severity = severity
  for (const range of times.slice(0, 6)) content.append(momentLink(view, range), ' ')
  if (times.length > 6) content.append(`and ${times.length - 6} more `)
  const advice = [...options.map((option) => make('code', { textContent: option })), ...(action ? [action] : [])]
  if (advice.length > 0) {
    content.append(make('span', { className: 'advice' }, options.length > 0 ? 'Advice: use ' : 'Advice: ', ...advice.flatMap((part, index) => index > 0 ? [index === options.length ? ', or ' : ' ', part] : [part])))
  }
  return item
}

/** A number of a finding with what it is; shares in per cent. */
function evidenceText({ name, value, unit }) {
  if (unit === '%') return name.startsWith('of ') ? `${percentText(value / 100)} ${name}` : `${name} ${percentText(value / 100)}`
  if (name.startsWith('share of ') && !unit) return `${percentText(value)} ${name.slice('share '.length)}`
  if (/\brelative\b/.test(name) && !unit) return `${name.replace(/, relative$/, '')} ${percentText(value)}`
  return `${name} ${amount(value)}${unit ? ` ${unit.replace('^2', '²')}` : ''}`
}

/** A number of a finding: counts as they are, others to three digits. */
function amount(value) { return Number.isSafeInteger(value) && Math.abs(value) < 1e6 ? String(value).replace('-', '−') : figure(Number(value)) }

/** A part of the time that is a link to it. */
function momentLink(view, [from, to]) {
  const text = to > from ? `${timeText(from, 0.1, view.end)} to ${timeText(to, 0.1, view.end)}` : timeText(from, 0.1, view.end)
  const button = make('button', { type: 'button', className: 'moment', textContent: text })
  button.addEventListener('click', () => {
    const around = Math.max((to - from) * 0.5, (view.end - view.start) / 200)
    view.show(from - around, to + around)
    view.moveCursor(from)
    view.dispatchEvent(new Event('choose'))
  })
  return button
}
