import { describe, expect, it } from "vitest"
import { BREAK, pasteFilter } from "./paste.ts"
import { Pastes } from "./pastes.ts"

const paste = (text: string) => `\u001b[200~${text}\u001b[201~`

describe("Pastes", () => {
  it("replaces a long text by a sign, and restores it when the line is sent", () => {
    const pastes = new Pastes()
    const filter = pasteFilter((text) => pastes.keep(text))
    const long = `first\tline ${BREAK}\r\n${"x".repeat(1000)}\u0003\r\n`
    const line = `Fix ${filter(paste(long))} and ${filter(paste("a\nb"))}`
    expect(line).toBe(`Fix [paste 1: 2 lines, 1,013 characters] and a${BREAK}b`)
    expect(pastes.has(line)).toBe(true)
    expect(pastes.textOf(line)).toBe(`Fix first\tline ${BREAK}\n${"x".repeat(1000)} and a\nb`)
    expect(pastes.textOf("[paste 2: 2 lines, 1,013 characters]")).toBe("[paste 2: 2 lines, 1,013 characters]")
    expect(pastes.has("[paste 2: 2 lines, 1,013 characters]")).toBe(false)
  })

  it("handles many megabytes at once", () => {
    const pastes = new Pastes()
    const filter = pasteFilter((text) => pastes.keep(text))
    const keys = paste("word\n".repeat(2_000_000))
    const began = performance.now()
    let line = ""
    for (let at = 0; at < keys.length; at += 65_536) line += filter(keys.slice(at, at + 65_536))
    expect(pastes.textOf(line)).toHaveLength(9_999_999)
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
