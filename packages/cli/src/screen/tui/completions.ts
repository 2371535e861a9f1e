// Completions in the form that the library's editor asks for.
import type { AutocompleteProvider } from "@earendil-works/pi-tui"
import { named } from "../../terminal/plain.ts"
import type { ScreenListeners } from "../screen.ts"

export function completionsFor(complete: ScreenListeners["complete"]): AutocompleteProvider {
  return {
    triggerCharacters: ["/", "@"],
    async getSuggestions(lines, line, column, { signal }) {
      const before = [...lines.slice(0, line), (lines[line] ?? "").slice(0, column)].join("\n")
      const found = await complete(before)
      if (found === undefined || signal.aborted) return null
      const items = found.items
        // A name that would have to be shown escaped is not offered: file names are untrusted.
        .filter(({ text }) => named(text) === text)
        .map(({ text, about }) => ({
          value: text,
          label: text,
          ...(about !== undefined && { description: named(about) }),
        }))
      return items.length === 0 ? null : { items, prefix: found.of }
    },
    applyCompletion(lines, line, column, { value }, prefix) {
      const current = lines[line] ?? ""
      const before = current.slice(0, column - prefix.length)
      // A folder, and an argument that has a name, is typed on.
      const end = /[/=]$/.test(value) ? "" : " "
      const changed = `${before}${value}${end}${current.slice(column)}`
      const all = lines.map((each, index) => (index === line ? changed : each))
      return { lines: all, cursorLine: line, cursorCol: before.length + value.length + end.length }
    },
    shouldTriggerFileCompletion: () => true,
  }
}
