// The head of a tool's preview in the language of the reader: tools write it in English.
import { type Key, t } from "../../i18n/words.ts"
import { visible } from "../call/visible.ts"

const HEADS: Readonly<Record<string, Key>> = {
  Edit: "act.previewEdit",
  Create: "act.previewCreate",
  Write: "act.previewWrite",
  Replace: "act.previewReplace",
}

/** "Create notes.md"; a head of another tool stays as it is. */
export function titleWords(title: string): string {
  const [, word = "", rest = ""] = /^(\w+) (.+)$/s.exec(title) ?? []
  const key = Object.hasOwn(HEADS, word) ? HEADS[word] : undefined
  return key === undefined ? visible(title) : t(key, { path: visible(rest) })
}
