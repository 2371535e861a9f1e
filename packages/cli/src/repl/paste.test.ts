import { describe, expect, it } from "vitest"
import { fromLine, pasteFilter } from "./paste.ts"

const PASTED = "a\u001b[200~one\r\ntwo\tx\u0003\n\u001b[201~b"

describe("pasteFilter", () => {
  it("keeps a pasted text on one line, without its last line break and without control characters", () => {
    expect(pasteFilter()(PASTED)).toBe("aone\u23cetwo\u21e5xb")
    expect(fromLine("one\u23cetwo\u21e5x")).toBe("one\ntwo\tx")
  })

  it.each(Array.from({ length: PASTED.length - 1 }, (_, index) => index + 1).filter((at) => at !== 2))(
    "keeps a pasted text on one line when the keys come in two pieces, split at %i",
    (at) => {
      const filter = pasteFilter()
      expect(filter(PASTED.slice(0, at)) + filter(PASTED.slice(at))).toBe("aone\u23cetwo\u21e5xb")
    },
  )

  it.each(["\u001b", "\u001b[A", "\u001b[2~", "\u0003", "x\n"])("passes the keys %j on at once", (keys) => {
    expect(pasteFilter()(keys)).toBe(keys)
  })
})
