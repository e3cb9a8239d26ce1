// The legend of a chart: the names of its curves with their values. A name is a button that hides its curve or shows it again.

/** Names, values and which curves are shown. */
export class Legend {
  #values
  #hidden = new Set()

  /**
   * @param {HTMLElement} list
   * @param {{name: string, color: string}[]} lines one alone cannot be hidden
   * @param {() => void} changed
   */
  constructor(list, lines, changed) {
    this.#values = lines.map((line, index) => {
      const item = document.createElement('li')
      item.dataset.color = line.color
      const [name, value] = [document.createElement(lines.length > 1 ? 'button' : 'span'), document.createElement('output')]
      name.textContent = line.name
      item.append(name, value)
      list.append(item)
      if (lines.length > 1) this.#listen(name, index, changed)
      return value
    })
  }

  /** Whether a line, by its place among all, is shown. */
  shows(index) { return !this.#hidden.has(index) }

  /** Shows the value of a line as text. */
  write(index, text) { if (this.#values[index].textContent !== text) this.#values[index].textContent = text }

  #listen(button, index, changed) {
    button.type = 'button'
    button.ariaPressed = 'true'
    button.addEventListener('click', () => {
      if (!this.#hidden.delete(index)) this.#hidden.add(index)
      button.ariaPressed = String(this.shows(index))
      changed()
    })
  }
}
