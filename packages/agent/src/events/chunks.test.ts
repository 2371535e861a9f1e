import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Chunks } from "./chunks.ts"

describe("text in pieces", () => {
  it("reads after any offset like the joined text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 5 })), (pieces) => {
        const chunks = new Chunks()
        for (const piece of pieces) chunks.add(piece)
        const whole = pieces.join("")
        expect(chunks.length).toBe(whole.length)
        for (let offset = 0; offset <= whole.length + 1; offset++)
          expect(chunks.after(offset)).toBe(whole.slice(offset))
      }),
    )
  })

  it("is empty before the first piece", () => {
    expect(new Chunks().after(0)).toBe("")
  })
})
