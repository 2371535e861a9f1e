import { describe, expect, it } from "vitest"
import { type LivePiece, MAX_BYTES, messagesOf, readMessage } from "./messages.ts"

describe("messages between processes", () => {
  it.each([
    ["letters", "word ".repeat(6000)],
    ["characters of four bytes", "🦀".repeat(9000)],
    ["characters that JSON escapes", "\u0000\u0001".repeat(9000)],
  ])("never exceed what NOTIFY takes, and lose nothing: %s", (_, text) => {
    const pieces: readonly LivePiece[] = [
      ["s1", "m1", 0, text],
      ["s2", null, 0, ""],
      ["s3", "m3", 7, "end"],
    ]
    const messages = messagesOf({ hasChanges: true, pieces, wanted: ["s4"] })
    expect(Math.max(...messages.map((each) => Buffer.byteLength(each)))).toBeLessThanOrEqual(MAX_BYTES)
    const read = messages.map(readMessage)
    const all = read.flatMap((message) => message.pieces)
    expect(
      all
        .filter(([session]) => session === "s1")
        .map(([, , , part]) => part)
        .join(""),
    ).toBe(text)
    expect(all.slice(-2)).toEqual(pieces.slice(-2))
    expect(read.flatMap(({ wanted }) => wanted)).toEqual(["s4"])
  })

  it("are none when there is nothing to tell, and one for changes alone", () => {
    expect(messagesOf({ hasChanges: false, pieces: [], wanted: [] })).toEqual([])
    expect(messagesOf({ hasChanges: true, pieces: [], wanted: [] })).toHaveLength(1)
  })

  it.each(["", "no json", "{}", "[1, null]"])("of strangers are heard as changes without content: %j", (payload) => {
    expect(readMessage(payload)).toEqual({ tells: ["changes"], wanted: [], pieces: [] })
  })

  it("tell of commands as the database writes it", () => {
    expect(readMessage("commands")).toMatchObject({ tells: ["commands", "changes"] })
  })
})
