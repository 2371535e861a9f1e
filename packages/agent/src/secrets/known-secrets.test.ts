import { describe, expect, it, onTestFinished, vi } from "vitest"
import { cleanJson, knownSecrets } from "./known-secrets.ts"

const SECRET = 'p4ss "word"/ä+x'

const PAIRS = Buffer.from(SECRET).toString("hex").match(/../g) ?? []

function known(...values: readonly string[]) {
  const secrets = knownSecrets()
  for (const value of values) secrets.add(value)
  return secrets
}

describe("knownSecrets", () => {
  it.each([
    ["in plain text", SECRET],
    ["in JSON", JSON.stringify({ key: SECRET })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ key: SECRET }))],
    ["in a URL", `https://x.test/?key=${encodeURIComponent(SECRET)}`],
    ["in a form", `key=${encodeURIComponent(SECRET).replaceAll("%20", "+")}`],
    ["in base64", Buffer.from(SECRET).toString("base64")],
    ["in base64 after one letter", Buffer.from(`a${SECRET}zz`).toString("base64")],
    ["in base64 after two letters", Buffer.from(`u:${SECRET}`).toString("base64")],
    ["in base64url", Buffer.from(`user:${SECRET}`).toString("base64url")],
    ["in hex", Buffer.from(SECRET).toString("hex")],
    ["in upper-case hex", Buffer.from(SECRET).toString("hex").toUpperCase()],
    ["in hex with spaces", PAIRS.join(" ")],
    ["in hex with colons and mixed case", PAIRS.map((pair, at) => (at % 2 ? pair.toUpperCase() : pair)).join(":")],
    ["in hex in groups", (PAIRS.join("").match(/.{1,4}/g) ?? []).join("  ")],
    ["in hex as in C", PAIRS.map((pair) => `0x${pair}`).join(",\n  ")],
    ["in hex as in Python", PAIRS.map((pair) => `\\x${pair}`).join("")],
  ])("clean removes a secret %s", (_, text) => {
    expect(known(SECRET).clean(text)).toContain("[redacted]")
    const rest = known(SECRET).clean(text).replace("[redacted]", "")
    for (let at = 0; at + 6 <= SECRET.length; at++) expect(rest).not.toContain(SECRET.slice(at, at + 6))
    expect(text.length - rest.length).toBeGreaterThan(SECRET.length - 3)
  })

  it("clean removes each long line of a secret", () => {
    const secret = "-----BEGIN-----\nabcdef789jklmnopqrstuvwx\nend"
    expect(known(secret).clean("line: abcdef789jklmnopqrstuvwx")).toBe("line: [redacted]")
  })

  it("clean leaves other text and short values unchanged", () => {
    expect(known("short", "").clean("a short text")).toBe("a short text")
    expect(knownSecrets().clean("anything")).toBe("anything")
  })

  it("clean finds the longer of two secrets with the same beginning", () => {
    expect(known("abcdef7", "abcdef789").clean("abcdef789 abcdef7")).toBe("[redacted] [redacted]")
  })

  it("stream removes a secret from text in pieces, wherever it is cut", () => {
    const text = `before ${SECRET}${SECRET} after ${SECRET.slice(0, 4)}`
    for (let at = 0; at <= text.length; at++) {
      for (let end = at; end <= text.length; end++) {
        let received = ""
        const stream = known(SECRET).stream((piece) => {
          received += piece
        })
        for (const piece of [text.slice(0, at), text.slice(at, end), text.slice(end)]) stream.push(piece)
        stream.end()
        expect(received).toBe(`before [redacted][redacted] after ${SECRET.slice(0, 4)}`)
      }
    }
  })

  it("stream passes pieces on without looking at them as long as no secret is known", () => {
    const secrets = knownSecrets()
    const pieces: string[] = []
    const stream = secrets.stream((piece) => pieces.push(piece))
    const looks = vi.spyOn(Buffer, "allocUnsafe")
    for (const piece of ["70", "34 73", "0x73"]) stream.push(piece)
    expect([pieces, looks.mock.calls.length]).toEqual([["70", "34 73", "0x73"], 0])
    looks.mockRestore()
    secrets.add(SECRET)
    stream.push(SECRET)
    expect(pieces.at(-1)).toBe("[redacted]")
  })

  it.each([" ", ":", ", 0x"])(
    "stream removes a secret from hex in pieces, wherever it is cut, with %j between bytes",
    (between) => {
      const text = `0x6 ${PAIRS.join(between)} after`
      for (let at = 0; at <= text.length; at++) {
        let received = ""
        const stream = known(SECRET).stream((piece) => {
          received += piece
        })
        for (const piece of [text.slice(0, at), text.slice(at)]) stream.push(piece)
        stream.end()
        expect(received).toBe("0x6 [redacted] after")
      }
    },
  )

  it.each([
    ["in plain text", Buffer.from(`\0\xff${SECRET}\0`), true],
    ["in base64", Buffer.from(`\0${Buffer.from(SECRET).toString("base64")}`), true],
    ["in UTF-16", Buffer.from(`a${SECRET}`, "utf16le"), true],
    ["in big-endian UTF-16", Buffer.from(SECRET, "utf16le").swap16(), true],
    ["not at all", Buffer.from(SECRET.slice(1)), false],
  ])("isIn finds a secret in bytes: %s", (_, bytes, expected) => expect(known(SECRET).isIn(bytes)).toBe(expected))

  it("isIn searches only the given part of a larger buffer", () => {
    const bytes = Buffer.from(`${SECRET} and more`)
    expect(known(SECRET).isIn(new Uint8Array(bytes.subarray(3)))).toBe(false)
    expect(known(SECRET).isIn(bytes.subarray(3))).toBe(false)
  })

  it("clean searches for all secrets at once: 30 of them in 20 MB", () => {
    const many = known(...Array.from({ length: 30 }, (_, each) => `decoy-${each}-${"k3".repeat(18)}`))
    const text = "6465636f 0a1b: ".repeat(1_400_000)
    // Takes under a second. With one expression for each secret it would take minutes, past the test's own time limit.
    expect(many.clean(text)).toBe(text)
    expect(many.isIn(Buffer.from(text))).toBe(false)
  })

  it("stream passes text on unread while no secret is known", () => {
    const reads = vi.spyOn(Buffer, "allocUnsafe")
    onTestFinished(() => reads.mockRestore())
    const received: string[] = []
    const secrets = knownSecrets()
    const stream = secrets.stream((piece) => received.push(piece))
    stream.push("0a 0b")
    expect(reads).not.toHaveBeenCalled()
    secrets.add(SECRET)
    stream.push(` and ${SECRET}.`)
    expect(reads).toHaveBeenCalled()
    expect(received).toEqual(["0a 0b", " and [redacted]."])
  })

  it("stream does not emit half a secret at its end", () => {
    let received = ""
    const stream = known(SECRET).stream((piece) => {
      received += piece
    })
    stream.push(SECRET.slice(0, -1))
    stream.end()
    expect(received).toBe("[redacted]")
  })

  it.each(["Keys begin with sk-proj-", "I counted 7.\n\n---\n", "They are 7, 3, 6", "from 73-6b-2d"])(
    "stream tells what merely begins like a secret: %j",
    (text) => {
      let received = ""
      const stream = known("sk-proj-Ab12Cd34Ef56Gh78").stream((piece) => {
        received += piece
      })
      for (const piece of text) stream.push(piece)
      stream.end()
      expect(received).toBe(text)
    },
  )

  it.each([
    ["in plain text", SECRET.slice(0, -1)],
    ["in hex", PAIRS.slice(0, -1).join(" ")],
    ["inside what may be the beginning of another", `another-${SECRET.slice(0, -1)}`],
  ])("stream does not emit most of a secret at its end, %s", (_, most) => {
    let received = ""
    const stream = known(SECRET, `another-${SECRET}-${"x".repeat(60)}`).stream((piece) => {
      received += piece
    })
    stream.push(`It is ${most}`)
    stream.end()
    expect(received).toBe("It is [redacted]")
  })
})

describe("cleanJson", () => {
  const clean = (text: string) => text.replaceAll("hunter2", "[redacted]")

  it.each<[string, unknown, unknown]>([
    ["a text", "hunter2", "[redacted]"],
    ["a list", [1, ["a hunter2"]], [1, ["a [redacted]"]]],
    ["a field", { a: { b: null, c: "hunter2" } }, { a: { b: null, c: "[redacted]" } }],
    ["a key", { a: [{ hunter2: true }] }, { a: [{ "[redacted]": true }] }],
  ])("removes a secret in %s", (_place, given, cleaned) => {
    expect(cleanJson(given, clean)).toEqual(cleaned)
  })

  it("hands back data without secrets as it is", () => {
    const given = { a: ["b", { c: 1, d: null }] }
    expect(cleanJson(given, clean)).toBe(given)
  })
})
