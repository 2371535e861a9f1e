// What people see of a result that was cut for the model.
import type { BlobPart, Part } from "@pawl/client"
import { expect, it } from "vitest"
import { withoutNotes } from "./model-notes.ts"

const text = (words: string): Part => ({ type: "text", text: words })
const full: BlobPart = { type: "blob", mime: "text/plain", hash: "h", size: 60 }
const notice = text("[OUTPUT TRUNCATED: Showing 6 of 60 characters from run]")
const advised = text(
  '[OUTPUT TRUNCATED: Showing 6 of 60 characters from run]\n[To read on: read_result with call "c1" and offset 6]',
)
const cut = { shown: 6, total: 60 }

it.each([
  ["its beginning", [text("abcdef"), notice], full, { parts: [text("abcdef")], cut }],
  ["its beginning, with advice", [text("abcdef"), advised], full, { parts: [text("abcdef")], cut }],
  [
    "its beginning and end",
    [text("ab"), text("[... 54 characters left out ...]\nwxyz"), advised],
    full,
    { parts: [text("ab")], end: text("wxyz"), cut },
  ],
  [
    "what stands after the note",
    [text("ab"), notice, text("[fixed]")],
    full,
    { parts: [text("ab"), text("[fixed]")], cut },
  ],
  ["words of the tool that look like the note", [notice], undefined, { parts: [notice] }],
  [
    "a text that only names it",
    [text("so: [OUTPUT TRUNCATED: x]")],
    full,
    { parts: [text("so: [OUTPUT TRUNCATED: x]")] },
  ],
] as const)("of a result, %s", (_what, parts, whole, shown) => {
  expect(withoutNotes(parts, whole)).toEqual(shown)
})
