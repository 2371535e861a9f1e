// SseSplitter: the rules of server-sent events, wherever the bytes are split.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SseSplitter } from "./sse.ts"

function split(pieces: readonly Buffer[]): readonly string[] {
  const heard: string[] = []
  const splitter = new SseSplitter((data) => heard.push(data))
  for (const piece of pieces) splitter.write(piece)
  const rest = splitter.end()
  return rest === undefined ? heard : [...heard, `rest:${rest}`]
}

describe("SseSplitter", () => {
  it.each([
    ["data: a\n\ndata: b\n\n", ["a", "b"]],
    ["data:a\n\n", ["a"]],
    ["data:  a\n\n", [" a"]],
    ["data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["data: a\r\rdata: b\r\r", ["a", "b"]],
    ["data: one\ndata: two\n\n", ["one\ntwo"]],
    ["data\n\n", [""]],
    ["data:\n\n", [""]],
    [": comment\n\ndata: a\n\n: more\n\n", ["a"]],
    ["event: x\nid: 7\nretry: 10\ndata: a\n\n", ["a"]],
    ["event: only-a-name\n\ndata: a\n\n", ["a"]],
    ["dataset: no\ndatabase\n\ndata: a\n\n", ["a"]],
    ["\uFEFFdata: a\n\n", ["a"]],
    ["\n\n\ndata: a\n\n\n\n", ["a"]],
    ["data: a\n\ndata: unfinished", ["a", "rest:unfinished"]],
    ["data: a\n\ndata: b\n", ["a", "rest:b"]],
    ["", []],
    ["data: é😀\n\n", ["é😀"]],
  ])("splits %j into %j, wherever the bytes are cut", (text, expected) => {
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at++) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)]), `split at ${at}`).toEqual(expected)
    }
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected)
  })

  it("returns any data, with any line endings, split anywhere", () => {
    const line = fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n]/g, ""))
    const event = fc.array(line, { minLength: 1, maxLength: 3 })
    const ending = fc.constantFrom("\n", "\r\n", "\r")
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), ending, fc.array(fc.nat(400)), (events, end, cuts) => {
        const lines = events.flatMap((each) => [...each.map((text) => `data: ${text}`), ""])
        const bytes = Buffer.from(lines.map((text) => text + end).join(""))
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place))
        expect(split(pieces)).toEqual(events.map((each) => Buffer.from(each.join("\n")).toString()))
      }),
      { numRuns: 300 },
    )
  })

  it("takes linear time for a line that arrives in very many pieces", () => {
    const piece = Buffer.from("x".repeat(64))
    const heard: number[] = []
    const splitter = new SseSplitter((data) => heard.push(data.length))
    splitter.write(Buffer.from("data: "))
    for (let count = 0; count < 100_000; count++) splitter.write(piece)
    splitter.write(Buffer.from("\n\n"))
    expect(heard).toEqual([6_400_000])
  })
})
