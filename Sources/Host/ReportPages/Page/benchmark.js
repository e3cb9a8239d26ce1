// The page of a benchmark: tables, and error against cost.

import { figure } from './chart.js'
import { make } from './findings.js'
import { Sections, factList } from './sections.js'

const content = JSON.parse(document.getElementById('benchmark').textContent)
document.getElementById('title').textContent = content.title
document.getElementById('verdict').append(make('p', { className: 'headline', textContent: content.headline }))
document.getElementById('verdict').dataset.state = 'good'
document.querySelector('.player').remove()
document.querySelector('aside').remove()
document.querySelector('main').style.display = 'block'

const sections = new Sections(document.getElementById('sections'))

/** The plot of the methods; those on the front are connected. */
function addPlot({ points }) {
  if (points.length === 0) return
  const section = sections.add('front', 'Error against cost', 'Better is to the left and below. The line connects the methods that no other beats in both.')
  const [costs, errors] = [points.map(({ cost }) => cost), points.map(({ error }) => error)]
  const front = points.filter(({ isOnFront }) => isOnFront).sort((one, other) => one.cost - other.cost)
  sections.plot(section, 'Mean total error [deg]', {
    x: { from: 10 ** Math.floor(Math.log10(Math.min(...costs))), to: 10 ** Math.ceil(Math.log10(Math.max(...costs) * 1.5)), title: 'processor time per sample in ns', isLog: true },
    y: { from: 0, to: 1.15 * Math.max(...errors), title: 'error in deg' },
    draw(plot) {
      plot.line(front.map(({ cost, error }) => [cost, error]), 'line', 2)
      for (const { cost, error, isPeer } of points) plot.points([[cost, error]], isPeer ? 'x' : 'z', 4, 1)
      // Names that would cover each other stand higher, from the lowest up.
      const placed = []
      for (const { name, cost, error } of [...points].sort((one, other) => one.error - other.error)) {
        const [half, middle] = [4 * name.length, plot.x(cost)]
        let lift = 0
        const covers = ({ left, right, y }) => middle + half > left && middle - half < right && Math.abs(plot.y(error) - lift - y) < 14
        while (placed.some(covers)) lift += 2
        placed.push({ left: middle - half, right: middle + half, y: plot.y(error) - lift })
        plot.text(name, cost, error, 'ink', lift)
      }
    },
    describe(cost, error) {
      const distance = (point) => Math.abs(Math.log10(point.cost / cost)) + Math.abs(point.error - error) / Math.max(...errors)
      const nearest = points.reduce((best, point) => distance(point) < distance(best) ? point : best)
      return `${nearest.name}: ${figure(nearest.error, 0.001)}°, ${figure(nearest.cost)} ns`
    } }, 'Blue: Cardan. Orange: other packages.')
}

for (const [place, { id, title, note, headings, rows }] of content.tables.entries()) {
  sections.table(sections.add(id, title, note), headings, rows)
  if (place === 0) addPlot(content)
}
sections.add('provenance', 'How it was made').append(factList(content.provenance))
for (const query of ['(prefers-color-scheme: dark)', 'print']) matchMedia(query).addEventListener('change', () => sections.restyle())
document.documentElement.dataset.ready = ''
