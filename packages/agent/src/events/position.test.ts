import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import { formatPosition, type Open, openAt, type Position, parsePosition, START } from "./position.ts"

describe("a position", () => {
  it.each<{ written: string | number; position: Position }>([
    { written: 0, position: START },
    { written: "0", position: START },
    { written: 12, position: { seq: 12, offset: 0, thinking: 0 } },
    { written: "12", position: { seq: 12, offset: 0, thinking: 0 } },
    { written: "12:1.2.3:40", position: { seq: 12, attempt: "1.2.3", offset: 40, thinking: 0 } },
    { written: "12:1.2.3:0", position: { seq: 12, attempt: "1.2.3", offset: 0, thinking: 0 } },
    { written: "12:1.2.3:4:5", position: { seq: 12, attempt: "1.2.3", offset: 4, thinking: 5 } },
    { written: "12+1", position: { seq: 12, part: 1, offset: 0, thinking: 0 } },
    { written: "12:1.2.3:0t", position: { seq: 12, attempt: "1.2.3", offset: 0, thinking: 0, open: "text" } },
    { written: "12:1.2.3:0k", position: { seq: 12, attempt: "1.2.3", offset: 0, thinking: 0, open: "thinking" } },
    { written: "12:1.2.3:4n", position: { seq: 12, attempt: "1.2.3", offset: 4, thinking: 0, open: "none" } },
    { written: "12:1.2.3:4:5k", position: { seq: 12, attempt: "1.2.3", offset: 4, thinking: 5, open: "thinking" } },
    { written: "12:1.2.3:0:5t", position: { seq: 12, attempt: "1.2.3", offset: 0, thinking: 5, open: "text" } },
  ])("is parsed from $written", ({ written, position }) => {
    expect(parsePosition(written)).toEqual(position)
    expect(formatPosition(position)).toBe(String(written))
  })

  it.each([
    "",
    " ",
    "-1",
    -1,
    1.5,
    Number.NaN,
    "x",
    "1:",
    "1:1.1.1",
    "1:1.1.1:",
    "1:1.1.1:x",
    "1::2",
    "1:a b:2",
    "1:a:2\n",
    "1e3",
    "1+",
    "1+x",
    "1+1:1.1.1:0",
    "1:1.1.1:0+1",
    "1t",
    "1:1.1.1:0x",
    "1:1.1.1:0tt",
  ])("refuses %j", (written) => {
    expect(() => parsePosition(written)).toThrow(
      expect.toSatisfy((error: unknown) => isPawlError(error, "config-invalid")),
    )
  })

  it.each<{ offset: number; thinking: number; open: Open }>([
    { offset: 0, thinking: 0, open: "none" },
    { offset: 0, thinking: 5, open: "thinking" },
    { offset: 4, thinking: 0, open: "text" },
    { offset: 4, thinking: 5, open: "text" },
  ])("needs no letter when $open is open after $offset of text and $thinking of thinking", (inside) => {
    const { open, ...counted } = inside
    expect(openAt({ seq: 1, attempt: "1.1.1", ...counted })).toBe(open)
    expect(formatPosition({ seq: 1, attempt: "1.1.1", ...inside })).toMatch(/\d$/)
  })

  it("survives formatting and parsing", () => {
    const number = fc.nat(2 ** 31)
    const inside = fc.record({
      seq: number,
      attempt: fc.stringMatching(/^[\w.-]+$/),
      offset: number,
      thinking: number,
      open: fc.constantFrom<Open>("text", "thinking", "none"),
    })
    const none = { offset: fc.constant(0), thinking: fc.constant(0) }
    const between = fc.record({ seq: number, ...none })
    const within = fc.record({ seq: number, part: fc.integer({ min: 1, max: 999 }), ...none })
    fc.assert(
      fc.property(fc.oneof(inside, between, within), (position: Position) => {
        const read = parsePosition(formatPosition(position))
        expect({ ...read, open: openAt(read) }).toEqual({ ...position, open: openAt(position) })
      }),
    )
  })
})
