// The report of a folder: a table of its logs that can be sorted.

const content = JSON.parse(document.getElementById('folder').textContent)
const number = (value, decimals) => value === undefined ? '' : value.toFixed(decimals)
const severity = { failed: 3, unusable: 2, doubtful: 1, good: 0 }
const names = { failed: 'failed', unusable: 'not usable', doubtful: 'doubtful', good: 'good' }
const columns = [
  { name: 'log', text: (entry) => entry.log.split('/').at(-1), key: (entry) => entry.log },
  { name: 'state', text: (entry) => names[entry.state], key: (entry) => severity[entry.state], isNumber: true },
  { name: 'error [deg]', text: (entry) => number(entry.error, 2), key: (entry) => entry.error ?? -1, isNumber: true },
  { name: 'duration', text: (entry) => entry.duration ?? '', key: (entry) => entry.seconds ?? -1, isNumber: true },
  { name: 'rows', text: (entry) => entry.rows?.toLocaleString('en') ?? '', key: (entry) => entry.rows ?? -1, isNumber: true },
  { name: 'at rest [%]', text: (entry) => entry.atRest === undefined ? '' : number(100 * entry.atRest, 1), key: (entry) => entry.atRest ?? -1, isNumber: true },
  { name: 'disturbed [%]', text: (entry) => entry.fieldDisturbed === undefined ? '' : number(100 * entry.fieldDisturbed, 1), key: (entry) => entry.fieldDisturbed ?? -1, isNumber: true },
  { name: 'gaps', text: (entry) => number(entry.gaps, 0), key: (entry) => entry.gaps ?? -1, isNumber: true },
  { name: 'heading', text: (entry) => entry.heading ?? '', key: (entry) => entry.heading ?? '' },
  { name: 'reasons', text: (entry) => entry.reasons.join('; '), key: (entry) => entry.reasons.length, isNumber: true }]
  // A column without a number is left out.
  .filter((column) => column.name !== 'error [deg]' || content.entries.some((entry) => entry.error !== undefined))

document.getElementById('title').textContent = content.title
const count = (state) => content.entries.filter((entry) => entry.state === state).length
const verdict = document.getElementById('verdict')
verdict.dataset.state = count('failed') + count('unusable') > 0 ? 'unusable' : count('doubtful') > 0 ? 'doubtful' : 'good'
const headline = document.createElement('p')
headline.className = 'headline'
headline.textContent = ['failed', 'unusable', 'doubtful', 'good'].filter((state) => count(state) > 0).map((state) => `${count(state)} ${names[state]}`).join(', ')
verdict.append(headline)
document.querySelector('.player').remove()
document.querySelector('aside').remove()

const table = document.createElement('table')
table.id = 'logs'
const [head, rows] = [table.createTHead().insertRow(), table.createTBody()]
for (const column of columns) {
  const cell = document.createElement('th')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = column.name
  // The worst first, or names from A.
  button.addEventListener('click', () => sortBy(column, cell.ariaSort ? cell.ariaSort !== 'descending' : column.isNumber))
  if (column.name === 'reasons') cell.className = 'reasons'
  cell.append(button)
  head.append(cell)
  column.cell = cell
}

function sortBy(column, isDescending) {
  for (const { cell } of columns) cell.removeAttribute('aria-sort')
  column.cell.ariaSort = isDescending ? 'descending' : 'ascending'
  const compare = (one, other) => column.isNumber ? column.key(one) - column.key(other) : column.key(one).localeCompare(column.key(other), 'en', { numeric: true })
  const worse = (one, other) => severity[other.state] - severity[one.state] || other.reasons.length - one.reasons.length || (other.error ?? -1) - (one.error ?? -1)
  const sorted = [...content.entries].sort((one, other) => (isDescending ? -1 : 1) * compare(one, other) || worse(one, other))
  rows.replaceChildren(...sorted.map(row))
}

function row(entry) {
  const line = document.createElement('tr')
  line.dataset.state = entry.state
  for (const column of columns) {
    const cell = line.insertCell()
    cell.textContent = column.text(entry)
    if (!column.isNumber || column.name === 'state' || column.name === 'reasons') cell.className = column.name
    if (column.name !== 'log' || !entry.page) continue
    const link = document.createElement('a')
    link.href = entry.page
    link.textContent = cell.textContent
    link.title = entry.log
    cell.replaceChildren(link)
  }
  return line
}

sortBy(columns[1], true)
const card = document.createElement('section')
card.className = 'card table'
card.append(table)
document.getElementById('sections').append(card)
document.querySelector('main').style.display = 'block'
const facts = document.createElement('dl')
facts.className = 'facts'
for (const { name, value } of content.provenance) {
  const [term, text] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = name
  text.textContent = value
  const pair = document.createElement('div')
  pair.append(term, text)
  facts.append(pair)
}
document.getElementById('summary').append(facts)
document.documentElement.dataset.ready = ''
