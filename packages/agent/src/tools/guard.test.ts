// The guard looks at plain results and preparations without walking them: the outcome is that of the walk.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { wellFormed, wholeCharacters } from "../base/well-formed.ts"
import type { Preparation, ToolResult } from "../contracts/toolbox.ts"
import { knownSecrets } from "../secrets/known-secrets.ts"
import { cleanPreparation, cleanResult } from "./clean.ts"
import { guardFor } from "./guard.ts"

const KEY = "key-of-nobody"
const secrets = knownSecrets()
secrets.add(KEY)

const words = fc.oneof(fc.constantFrom("", "fine", `is ${KEY}`, "half \ud800", "nul \0"), fc.string({ unit: "binary" }))
const part = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words }),
  fc.record({ type: fc.constant("text" as const), text: words, name: words }),
  fc.record({ type: fc.constant("blob" as const), hash: words, mime: words, size: fc.nat() }),
)
const results = fc.record(
  {
    outcome: fc.constantFrom("ok" as const, "error" as const),
    code: words,
    content: fc.array(part, { maxLength: 3 }),
    json: fc.constant(true as const),
    loads: fc.array(words, { maxLength: 2 }),
    ends: fc.record({ text: words }),
  },
  { requiredKeys: ["outcome", "content"] },
) as fc.Arbitrary<ToolResult>
const preparations = fc.oneof(
  fc.record(
    {
      kind: fc.constant("prepared" as const),
      name: words,
      arguments: fc.dictionary(words, words),
      repairs: fc.array(words, { maxLength: 1 }),
      effect: fc.constant("read" as const),
      approval: fc.record({ preview: words, risk: fc.constant("changes" as const) }),
      question: fc.record({ question: words, suggestions: fc.array(words) }),
    },
    { requiredKeys: ["kind", "name", "arguments", "repairs", "effect"] },
  ),
  fc.record({ kind: fc.constant("immediate" as const), name: words, result: results }),
) as fc.Arbitrary<Preparation>

describe("guardFor", () => {
  it("guards every result as if it were walked", () => {
    fc.assert(
      fc.property(results, (result) => {
        expect(guardFor(secrets).result(result)).toEqual(wellFormed(cleanResult(result, secrets.clean)))
        expect(guardFor(undefined).result(result)).toEqual(wellFormed(result))
      }),
    )
  })

  it("guards every preparation as if it were walked", () => {
    fc.assert(
      fc.property(preparations, (given) => {
        const walked = wellFormed(cleanPreparation(given, secrets.clean), wholeCharacters)
        expect(guardFor(secrets).preparation(given)).toEqual(walked)
        expect(guardFor(undefined).preparation(given)).toEqual(wellFormed(given, wholeCharacters))
      }),
    )
  })

  it("copies neither a text nor a plain preparation in which nothing is wrong", () => {
    const result: ToolResult = { outcome: "ok", content: [{ type: "text", text: "fine" }] }
    expect(guardFor(secrets).result(result)).toBe(result)
    const plain = { kind: "prepared", name: "look", arguments: { at: "x" }, repairs: [], effect: "read" } as const
    expect(guardFor(secrets).preparation(plain)).toBe(plain)
  })
})
