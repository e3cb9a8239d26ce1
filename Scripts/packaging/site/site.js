// A search and the contents at the top of every page of the documentation.

import { search } from './search.js'

let entries

/** The index, which is loaded when a search begins. */
async function load() {
  entries ??= fetch('/search.json').then((answer) => answer.json())
  return entries
}

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const field = make('input', { type: 'search', id: 'site-search', placeholder: 'Search  ( / )', autocomplete: 'off', ariaLabel: 'Search the documentation' })
const results = make('ul', { id: 'site-results', hidden: true })
const contents = make('details', { id: 'site-contents' }, make('summary', { textContent: 'Contents' }))
const bar = make('div', { id: 'site-bar' }, make('a', { href: '/', textContent: 'Cardan' }), contents, make('div', { className: 'site-field' }, field, results))
document.body.prepend(bar)

/** Every module, the C API, the command and the Python package, each with its articles; symbols are in the navigator of their module. */
async function listContents() {
  if (contents.querySelector('div')) return
  const found = await load()
  const link = ({ path, title }) => make('a', { href: path, textContent: title })
  const roots = found.filter(({ path }) => path.split('/').length === 3)
  contents.append(make('div', {}, make('div', {}, ...roots.map((root) => make('section', {}, link(root), ...found
    .filter(({ path, kind }) => path.startsWith(`${root.path}/`) && ['article', 'command'].includes(kind)).map(link))))))
}
contents.addEventListener('toggle', () => { if (contents.open) listContents() })

async function show() {
  const { value } = field
  const found = search(await load(), value)
  if (value !== field.value) return
  results.replaceChildren(...found.map(({ path, title, kind, owner, summary }) => make('li', {},
    make('a', { href: path }, make('b', { textContent: title }), make('small', { textContent: kind === 'command' ? kind : `${kind}, ${owner}` }), make('span', { textContent: summary })))))
  if (found.length === 0 && value.trim()) results.append(make('li', { className: 'site-none', textContent: 'Nothing found.' }))
  results.hidden = !value.trim()
}

field.addEventListener('input', show)
field.addEventListener('focus', () => { load(); show() })
document.addEventListener('click', ({ target }) => {
  if (!results.parentElement.contains(target)) results.hidden = true
  if (!contents.contains(target)) contents.open = false
})
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    event.stopPropagation()
    field.focus()
  }
}, true)
bar.addEventListener('keydown', (event) => {
  event.stopPropagation()
  const links = [field, ...results.querySelectorAll('a')]
  const place = links.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    results.hidden = true
    field.blur()
  } else if (event.key === 'Enter' && place === 0) links[1]?.click()
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    links[Math.max(0, Math.min(links.length - 1, place + (event.key === 'ArrowDown' ? 1 : -1)))].focus()
  }
})
