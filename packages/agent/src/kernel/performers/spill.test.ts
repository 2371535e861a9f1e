import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toBlob } from "../../base/blob.ts"
import { INLINE_LIMIT_BYTES, type Part, text } from "../../contracts/content.ts"
import { spill } from "./spill.ts"

const sha = (value: string) => createHash("sha256").update(value, "utf8").digest("hex")

describe("spill, with text for a fact", () => {
  it.each([
    { name: "one byte a letter", letter: "a" },
    { name: "two bytes a letter", letter: "é" },
    { name: "three bytes a letter", letter: "€" },
    { name: "four bytes a letter", letter: "🎉" },
  ])("keeps up to exactly 64 kB inline, and moves longer text to a blob: $name", ({ letter }) => {
    const size = Buffer.byteLength(letter)
    const rest = INLINE_LIMIT_BYTES % size
    const fits = letter.repeat(Math.floor(INLINE_LIMIT_BYTES / size)) + "a".repeat(rest)
    expect(Buffer.byteLength(fits)).toBe(INLINE_LIMIT_BYTES)
    expect(spill([text(fits)])).toEqual({ content: [text(fits)], blobs: [] })
    const over = `${fits}b`
    const { content, blobs } = spill([text(over)])
    expect(content).toEqual([{ type: "blob", hash: sha(over), mime: "text/plain", size: INLINE_LIMIT_BYTES + 1 }])
    expect(blobs.map((blob) => [blob.hash, Buffer.from(blob.bytes).toString("utf8")])).toEqual([[sha(over), over]])
  })

  it("keeps the order of the parts, and leaves blobs unchanged", () => {
    const long = "x".repeat(INLINE_LIMIT_BYTES + 1)
    const image: Part = { type: "blob", hash: "h", mime: "image/png", size: 1e9, name: "a.png" }
    const { content, blobs } = spill([text("a"), text(long), image, text("b")])
    expect(content.map((part) => (part.type === "text" ? part.text : part.mime))).toEqual([
      "a",
      "text/plain",
      "image/png",
      "b",
    ])
    expect(blobs).toHaveLength(1)
  })

  it("always moves bytes to blobs, with their media type and name", () => {
    const bytes = Buffer.from([1, 2, 3])
    const { hash } = toBlob(bytes)
    const image = { type: "bytes", mime: "image/png", bytes, name: "a.png" } as const
    expect(spill([text("a"), image, { type: "bytes", mime: "x/y", bytes }])).toEqual({
      content: [
        text("a"),
        { type: "blob", hash, mime: "image/png", size: 3, name: "a.png" },
        { type: "blob", hash, mime: "x/y", size: 3 },
      ],
      blobs: [
        { hash, bytes },
        { hash, bytes },
      ],
    })
  })

  it("stores text that reads back unchanged", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(word, fc.integer({ min: 2000, max: 40_000 }), (unit, times) => {
        const whole = unit.repeat(times)
        const { content, blobs } = spill([text(whole)])
        const [part] = content
        const read = part?.type === "text" ? part.text : Buffer.from(blobs[0]!.bytes).toString("utf8")
        expect(read).toBe(whole)
        expect(part?.type).toBe(Buffer.byteLength(whole) > INLINE_LIMIT_BYTES ? "blob" : "text")
      }),
      { numRuns: 50 },
    )
  })

  it("names a blob by the hash of its content", () => {
    expect(toBlob(Buffer.from("abc")).hash).toBe(sha("abc"))
  })
})
