// documentTexts parses a PDF once per hash, a few at a time, and drops the least recently used.
import { beforeEach, describe, expect, it } from "vitest"
import { documentTexts, type TextOfDocument } from "./document-texts.ts"
import type { DocumentText } from "./read-document.ts"

const begun: { readonly name: string; readonly end: () => void }[] = []
const begin = (bytes: Uint8Array) =>
  new Promise<DocumentText>((resolve) => {
    const name = Buffer.from(bytes).toString()
    begun.push({ name, end: () => resolve({ pages: 1, read: [name] }) })
  })
let textOfPdf: TextOfDocument

const read = (name: string) => textOfPdf(name, Buffer.from(name))
const settle = () => new Promise((resolve) => setImmediate(resolve))
beforeEach(() => {
  textOfPdf = documentTexts(begin)
  begun.length = 0
})

describe("documentTexts", () => {
  it("parses two documents at a time, and each one once", async () => {
    const all = Promise.all(["a", "b", "c", "a"].map(read))
    await settle()
    expect(begun.map(({ name }) => name)).toEqual(["a", "b"])
    begun[0]?.end()
    await settle()
    expect(begun.map(({ name }) => name)).toEqual(["a", "b", "c"])
    for (const { end } of begun) end()
    expect((await all).map((text) => text.read[0])).toEqual(["a", "b", "c", "a"])
  })

  it("caches a limited number of texts", async () => {
    for (let number = 0; number < 40; number++) {
      const done = read(`n${number}`)
      await settle()
      begun.at(-1)?.end()
      await done
    }
    expect(begun).toHaveLength(40)
    await read("n39")
    expect(begun).toHaveLength(40)
    const again = read("n0")
    await settle()
    expect(begun).toHaveLength(41)
    begun.at(-1)?.end()
    await again
  })
})
