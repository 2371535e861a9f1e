import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import { formatPosition, type Position, parsePosition, START } from "./position.ts"

describe("a position", () => {
  it.each<{ written: string | number; position: Position }>([
    { written: 0, position: START },
    { written: "0", position: START },
    { written: 12, position: { seq: 12, offset: 0, thinking: 0 } },
    { written: "12", position: { seq: 12, offset: 0, thinking: 0 } },
    { written: "12:1.2.3:40", position: { seq: 12, attempt: "1.2.3", offset: 40, thinking: 0 } },
    { written: "12:1.2.3:0", position: { seq: 12, attempt: "1.2.3", offset: 0, thinking: 0 } },
    { written: "12:1.2.3:4:5", position: { seq: 12, attempt: "1.2.3", offset: 4, thinking: 5 } },
  ])("is read from $written", ({ written, position }) => {
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
  ])("refuses %j", (written) => {
    expect(() => parsePosition(written)).toThrow(
      expect.toSatisfy((error: unknown) => isPawlError(error, "config-invalid")),
    )
  })

  it("survives being written and read", () => {
    const number = fc.nat(2 ** 31)
    const inside = fc.record({ seq: number, attempt: fc.stringMatching(/^[\w.-]+$/), offset: number, thinking: number })
    const between = fc.record({ seq: number, offset: fc.constant(0), thinking: fc.constant(0) })
    fc.assert(
      fc.property(fc.oneof(inside, between), (position) => {
        expect(parsePosition(formatPosition(position))).toEqual(position)
      }),
    )
  })
})
