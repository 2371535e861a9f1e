import { describe, expect, it } from "vitest"
import { byteRange } from "./byte-range.ts"

describe("the header Range, for a value of 100 bytes", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["bytes=0-9", { from: 0, to: 10 }],
    ["bytes=90-", { from: 90, to: 100 }],
    ["bytes=90-500", { from: 90, to: 100 }],
    ["bytes=-10", { from: 90, to: 100 }],
    ["bytes=-500", { from: 0, to: 100 }],
    ["bytes=99-99", { from: 99, to: 100 }],
    ["bytes=100-", "none"],
    ["bytes=-0", "none"],
    ["bytes=9-3", undefined],
    ["bytes=-", undefined],
    ["bytes=0-1,5-6", undefined],
    ["lines=0-1", undefined],
    ["bytes=a-b", undefined],
    ["bytes=0-99999999999999999999", undefined],
  ])("%j asks for %o", (header, range) => {
    expect(byteRange(header, 100)).toEqual(range)
  })
})
