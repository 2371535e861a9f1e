import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { auditOf } from "../observe/audit.ts"
import { describeFact } from "../observe/describe-fact.ts"
import { recordsOf } from "../observe/recorder.ts"
import { parseFact } from "../store/parse-fact.ts"
import { definitionOf, FACTS, type Fact, type FactType } from "./facts.ts"

const golden = readFileSync(new URL("./__fixtures__/facts-v1.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => parseFact(line, "s-golden"))

const MARK = "nobody-may-read-this"

/** Replaces every string by a secret. */
function marked(value: unknown): unknown {
  if (typeof value === "string") return MARK
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each)]))
}

function withSecrets(fact: Fact): Fact {
  const { secret } = definitionOf(fact)
  const hidden = secret.filter((field) => field in fact).map((field) => [field, marked(fact[field])])
  return { ...fact, ...Object.fromEntries(hidden) }
}

const plain = { quiet: String, alert: String, short: String, parts: JSON.stringify, call: (name: string) => name }

describe("a row of the registry", () => {
  it.each(Object.entries(FACTS))("%s is the definition of its own type", (type, definition) => {
    expect(definition).toMatchObject({ type, version: 1 })
  })

  it.each(Object.keys(FACTS) as FactType[])("%s describes itself in one line, or not at all", (type) => {
    const facts = golden.filter((fact) => fact.type === type)
    expect(facts.length).toBeGreaterThan(0)
    for (const fact of facts) expect(typeof describeFact(fact, plain)).toBe("string")
  })
})

describe("a secret field of a fact", () => {
  it("is in no log record for observers", () => {
    expect(JSON.stringify(recordsOf(golden.map(withSecrets)))).not.toContain(MARK)
  })

  it("would be found if a log record had it", () => {
    expect(JSON.stringify(auditOf(golden.map(withSecrets)))).toContain(MARK)
  })
})
