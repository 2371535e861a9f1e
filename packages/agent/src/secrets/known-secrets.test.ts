import { describe, expect, it } from "vitest"
import { knownSecrets } from "./known-secrets.ts"

const SECRET = 'p4ss "word"/ä+x'

const PAIRS = Buffer.from(SECRET).toString("hex").match(/../g) ?? []

function known(...values: readonly string[]) {
  const secrets = knownSecrets()
  for (const value of values) secrets.add(value)
  return secrets
}

describe("known secrets", () => {
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify({ key: SECRET })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ key: SECRET }))],
    ["in an address", `https://x.test/?key=${encodeURIComponent(SECRET)}`],
    ["in a form", `key=${encodeURIComponent(SECRET).replaceAll("%20", "+")}`],
    ["in base64", Buffer.from(SECRET).toString("base64")],
    ["in base64 after one letter", Buffer.from(`a${SECRET}zz`).toString("base64")],
    ["in base64 after two letters", Buffer.from(`u:${SECRET}`).toString("base64")],
    ["in base64 for addresses", Buffer.from(`user:${SECRET}`).toString("base64url")],
    ["in hex", Buffer.from(SECRET).toString("hex")],
    ["in large hex", Buffer.from(SECRET).toString("hex").toUpperCase()],
    ["in hex with spaces", PAIRS.join(" ")],
    ["in hex with colons, in mixed letters", PAIRS.map((pair, at) => (at % 2 ? pair.toUpperCase() : pair)).join(":")],
    ["in hex in groups", (PAIRS.join("").match(/.{1,4}/g) ?? []).join("  ")],
    ["in hex as C has it", PAIRS.map((pair) => `0x${pair}`).join(",\n  ")],
    ["in hex as Python has it", PAIRS.map((pair) => `\\x${pair}`).join("")],
  ])("are taken out %s", (_, text) => {
    expect(known(SECRET).clean(text)).toContain("[redacted]")
    const rest = known(SECRET).clean(text).replace("[redacted]", "")
    for (let at = 0; at + 6 <= SECRET.length; at++) expect(rest).not.toContain(SECRET.slice(at, at + 6))
    expect(text.length - rest.length).toBeGreaterThan(SECRET.length - 3)
  })

  it("are taken out by each of their long lines", () => {
    const secret = "-----BEGIN-----\nabcdef789jklmnopqrstuvwx\nend"
    expect(known(secret).clean("line: abcdef789jklmnopqrstuvwx")).toBe("line: [redacted]")
  })

  it("leave other text as it is, and short values too", () => {
    expect(known("short", "").clean("a short text")).toBe("a short text")
    expect(knownSecrets().clean("anything")).toBe("anything")
  })

  it("find the longer of two that begin alike", () => {
    expect(known("abcdef7", "abcdef789").clean("abcdef789 abcdef7")).toBe("[redacted] [redacted]")
  })

  it("are taken out of text in pieces, wherever it is cut", () => {
    const text = `before ${SECRET}${SECRET} after ${SECRET.slice(0, 4)}`
    for (let at = 0; at <= text.length; at++) {
      for (let end = at; end <= text.length; end++) {
        let heard = ""
        const stream = known(SECRET).stream((piece) => {
          heard += piece
        })
        for (const piece of [text.slice(0, at), text.slice(at, end), text.slice(end)]) stream.push(piece)
        stream.end()
        expect(heard).toBe(`before [redacted][redacted] after ${SECRET.slice(0, 4)}`)
      }
    }
  })

  it.each([" ", ":", ", 0x"])("are taken out of hex in pieces, wherever it is cut, with %j between", (between) => {
    const text = `0x6 ${PAIRS.join(between)} after`
    for (let at = 0; at <= text.length; at++) {
      let heard = ""
      const stream = known(SECRET).stream((piece) => {
        heard += piece
      })
      for (const piece of [text.slice(0, at), text.slice(at)]) stream.push(piece)
      stream.end()
      expect(heard).toBe("0x6 [redacted] after")
    }
  })

  it.each([
    ["as it is", Buffer.from(`\0\xff${SECRET}\0`), true],
    ["in base64", Buffer.from(`\0${Buffer.from(SECRET).toString("base64")}`), true],
    ["in UTF-16", Buffer.from(`a${SECRET}`, "utf16le"), true],
    ["in UTF-16, the other way round", Buffer.from(SECRET, "utf16le").swap16(), true],
    ["not at all", Buffer.from(SECRET.slice(1)), false],
  ])("are found in bytes %s", (_, bytes, expected) => expect(known(SECRET).isIn(bytes)).toBe(expected))

  it("are found in a part of a larger buffer alone", () => {
    const bytes = Buffer.from(`${SECRET} and more`)
    expect(known(SECRET).isIn(new Uint8Array(bytes.subarray(3)))).toBe(false)
    expect(known(SECRET).isIn(bytes.subarray(3))).toBe(false)
  })

  it("are looked for all at once: 30 of them in 20 MB", () => {
    const many = known(...Array.from({ length: 30 }, (_, each) => `decoy-${each}-${"k3".repeat(18)}`))
    const text = "6465636f 0a1b: ".repeat(1_400_000)
    // Under a second. If each were looked for by an expression of its own, minutes: the test's own limit would end it.
    expect(many.clean(text)).toBe(text)
    expect(many.isIn(Buffer.from(text))).toBe(false)
  })

  it("are not told by halves at the end of a stream", () => {
    let heard = ""
    const stream = known(SECRET).stream((piece) => {
      heard += piece
    })
    stream.push(SECRET.slice(0, -1))
    stream.end()
    expect(heard).toBe("[redacted]")
  })
})
