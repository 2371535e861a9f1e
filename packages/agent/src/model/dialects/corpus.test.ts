// Every case of the corpus has the same result however it is split, and no markup is emitted as text.
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asExpected, CORPUS_DIALECTS, type CorpusCase, isRight, parseAnswer } from "./__fixtures__/corpus.ts"

const CASES = CORPUS_DIALECTS.flatMap((name) => {
  const file = new URL(`__fixtures__/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, "utf8")) as readonly CorpusCase[]
})

function hearCase({ dialect, input }: CorpusCase, pieces: Iterable<string> = [input]) {
  return parseAnswer(dialect, pieces)
}

/** The text as UTF-8 that arrives byte by byte and is decoded as a stream. */
function bytesOf(input: string): readonly string[] {
  const decoder = new TextDecoder()
  return [...Buffer.from(input, "utf8")].map((byte) => decoder.decode(Uint8Array.of(byte), { stream: true }))
}

function cutAt(input: string, places: readonly number[]): readonly string[] {
  const edges = [...new Set([0, ...places, input.length])].sort((a, b) => a - b)
  return edges.slice(1).map((edge, index) => input.slice(edges[index], edge))
}

describe("the corpus", () => {
  it("has at least 150 cases, good and bad ones in every dialect", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(150)
    for (const dialect of CORPUS_DIALECTS) {
      const own = CASES.filter((each) => each.dialect === dialect)
      expect(own.filter(({ expect: { problem } }) => problem === undefined).length, dialect).toBeGreaterThan(10)
      expect(own.filter(({ expect: { problem } }) => problem !== undefined).length, dialect).toBeGreaterThan(4)
    }
  })

  it.each(CASES.map((each) => [each.id, each] as const))("%s is parsed as expected", (_id, each) => {
    const read = hearCase(each)
    // Other parsers may choose an alternative; Pawl must return the main one.
    if (!isRight({ ...each, alternatives: [] }, read)) expect(asExpected(read)).toEqual(each.expect)
    expect(read.told).toBe(read.text)
  })

  it.each(CASES.map((each) => [each.id, each] as const))(
    "%s has the same result split at every character and byte (F3)",
    (_id, each) => {
      const whole = hearCase(each)
      expect(hearCase(each, each.input.split(""))).toEqual(whole)
      expect(hearCase(each, bytesOf(each.input))).toEqual(whole)
      for (let place = 1; place < each.input.length; place++) {
        expect(hearCase(each, [each.input.slice(0, place), each.input.slice(place)]), `cut at ${place}`).toEqual(whole)
      }
    },
  )

  it("has the same results split at random places", () => {
    const places = fc.array(fc.nat(400), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...CASES), places, (each, random) => {
        const cuts = random.map((place) => place % (each.input.length + 1))
        expect(hearCase(each, cutAt(each.input, cuts))).toEqual(hearCase(each))
      }),
      { numRuns: 2000 },
    )
  })

  it("has the same results split at random places with several cases in one answer", () => {
    const several = fc.array(fc.nat(), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.constantFrom(...CORPUS_DIALECTS),
        several,
        fc.array(fc.nat(2000), { maxLength: 20 }),
        (dialect, picks, random) => {
          const own = CASES.filter((each) => each.dialect === dialect)
          const input = picks.map((pick) => own[pick % own.length]?.input ?? "").join("\n")
          const cuts = random.map((place) => place % (input.length + 1))
          expect(parseAnswer(dialect, cutAt(input, cuts))).toEqual(parseAnswer(dialect, [input]))
          expect(parseAnswer(dialect, input.split(""))).toEqual(parseAnswer(dialect, [input]))
        },
      ),
      { numRuns: 500 },
    )
  })

  it("reports each problem with what to write, and quotes at most 300 characters of the answer", () => {
    for (const each of CASES) {
      for (const { message } of hearCase(each).problems) {
        expect(message, each.id).toMatch(/Write /)
        expect(message.split("You wrote: ")[1]?.length, each.id).toBeLessThanOrEqual(300)
      }
    }
  })
})

describe("any answer", () => {
  const fragments = [
    "<",
    "<tool>",
    "</tool>",
    "<tool_call>",
    "</tool_call>",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "\\",
    ":",
    ",",
    "\n",
    " ",
    "`",
    "```",
    "```json\n",
    "~~~",
    "\n```\n",
    "<think>",
    "</think>",
    "<thinking>",
    "<![CDATA[",
    "]]>",
    "<tool_name>",
    "</tool_name>",
    "<arguments>",
    "</arguments>",
    "<a>",
    "</a>",
    "<path>",
    "&",
    "&amp;",
    "Tool: ",
    "Tool: a.b\n",
    "Arguments: ",
    "Action:",
    "Action Input: ",
    "a.b(",
    "x=1",
    ")",
    "(",
    "[a.b(x=1)]",
    "<|tool_call_start|>",
    "<|tool_call_end|>",
    '"name": "x"',
    '"tool_name": "x"',
    '"arguments": {}',
    '{"answer": "',
    "FinalResponse",
    "word",
    "ü",
    "😀",
    "\ud83d",
    "1",
  ]
  const answers = fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((parts) => parts.join(""))

  it.each(CORPUS_DIALECTS)("is parsed by %s the same in any pieces, and emits exactly its text", (dialect) => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(300), { maxLength: 10 }), (input, random) => {
        const whole = parseAnswer(dialect, [input])
        const cuts = random.map((place) => place % (input.length + 1))
        expect(whole.told).toBe(whole.text)
        expect(parseAnswer(dialect, cutAt(input, cuts))).toEqual(whole)
        expect(parseAnswer(dialect, input.split(""))).toEqual(whole)
      }),
      // A past bug: parsed as a call without arguments when whole, and as an unfinished one in pieces.
      { numRuns: 1500, examples: [["Tool: a.b\n```{\n```\n", []]] },
    )
  })
})
