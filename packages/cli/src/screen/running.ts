// The last rows of what runs beside the conversation, as a command of the shell: above the field until it ends.

export class RunningRows {
  readonly #changed: () => void
  readonly #shown = new Map<symbol, readonly string[]>()

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** Returns what shows the rows of one, in place of those before. Without rows it has ended. */
  begin(): (rows: readonly string[]) => void {
    const one = Symbol()
    return (rows) => {
      if (rows.length === 0) this.#shown.delete(one)
      else this.#shown.set(one, rows)
      this.#changed()
    }
  }

  rows(): readonly string[] {
    return [...this.#shown.values()].flat()
  }
}
