// The search of the documentation. The index is a list of pages: path, title, kind, owner, summary, and the words of articles.

const usual = { article: 3, command: 3, module: 2, function: 1, struct: 1, class: 1, enum: 1, protocol: 1 }

/** How well a page fits a word; zero if it does not. */
function fit(word, { title, words }) {
  const name = title.toLowerCase()
  if (name === word) return 40
  if (name.startsWith(word)) return 20
  if (new RegExp(`(^|[^a-z0-9])${word.replace(/[^\w]/g, '\\$&')}`).test(name)) return 14
  if (name.includes(word)) return 10
  const found = ` ${words} `
  if (found.includes(` ${word} `)) return 4
  return found.includes(` ${word}`) ? 2 : 0
}

/**
 * The pages in which every word of a query is, or begins a word; the best first.
 * @param {{path: string, title: string, kind: string, owner: string, summary: string, words: string}[]} entries
 * @param {string} query
 */
export function search(entries, query, most = 12) {
  const words = query.toLowerCase().split(/[\s,;]+/).filter(Boolean)
  if (words.length === 0) return []
  const found = []
  for (const entry of entries) {
    const fits = words.map((word) => fit(word, entry))
    if (fits.includes(0)) continue
    const score = fits.reduce((sum, one) => sum + one, 0) + (usual[entry.kind] ?? 0) - entry.title.length / 100
    found.push({ entry, score })
  }
  return found.sort((one, other) => other.score - one.score).slice(0, most).map(({ entry }) => entry)
}
