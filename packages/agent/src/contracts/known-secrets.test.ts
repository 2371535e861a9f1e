import { describe, expect, it } from "vitest"
import { knownSecrets } from "./known-secrets.ts"

const SECRET = 'p4ss "word"/ä+x'

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
  ])("are taken out %s", (_, text) => {
    expect(known(SECRET).clean(text)).toContain("[redacted]")
    const rest = known(SECRET).clean(text).replace("[redacted]", "")
    for (let at = 0; at + 6 <= SECRET.length; at++) expect(rest).not.toContain(SECRET.slice(at, at + 6))
    expect(text.length - rest.length).toBeGreaterThan(SECRET.length - 3)
  })

  it("are taken out by each of their long lines", () => {
    const secret = "-----BEGIN-----\nabcdefghijklmnopqrstuvwx\nend"
    expect(known(secret).clean("line: abcdefghijklmnopqrstuvwx")).toBe("line: [redacted]")
  })

  it("leave other text as it is, and short values too", () => {
    expect(known("short", "").clean("a short text")).toBe("a short text")
    expect(knownSecrets().clean("anything")).toBe("anything")
  })

  it("find the longer of two that begin alike", () => {
    expect(known("abcdef", "abcdefghi").clean("abcdefghi abcdef")).toBe("[redacted] [redacted]")
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
