import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prune, pruneText } from "./prune.ts"

const LIMITS = { maxChars: 10_000, maxString: 500, maxItems: 10 }

function pruned(value: unknown, limits: Partial<typeof LIMITS> = {}) {
  const { text, isPruned } = prune(value, { ...LIMITS, ...limits })
  return { json: JSON.parse(text), text, isPruned }
}

describe("prune", () => {
  it("M21: prunes output over 10,000 characters to valid structure with markers", () => {
    const { json, text, isPruned } = pruned({
      title: "x".repeat(1734),
      tickets: Array.from({ length: 47 }, (_, id) => ({ id, about: "y".repeat(400) })),
      count: 47,
    })
    expect(isPruned).toBe(true)
    expect(text.length).toBeLessThanOrEqual(10_000)
    expect(json.title).toBe(`${"x".repeat(500)}… 1,234 more characters`)
    expect(json.tickets).toHaveLength(11)
    expect(json.tickets[9]).toEqual({ id: 9, about: "y".repeat(400) })
    expect(json.tickets[10]).toBe("… 37 more")
    expect(json.count).toBe(47)
  })

  it("leaves a value that fits unchanged, however long its strings and lists are", () => {
    const value = { text: "x".repeat(9000), list: Array.from({ length: 100 }, () => 1), deep: [[[[[[[[[[{}]]]]]]]]]] }
    const { text, isPruned } = pruned(value)
    expect({ text, isPruned }).toEqual({ text: JSON.stringify(value), isPruned: false })
  })

  it("prunes harder until the value fits: depth, fields, then everything", () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, key) => [`key${key}`, "v".repeat(90)]))
    const { json, text } = pruned({ first: 1, wide })
    expect(text.length).toBeLessThanOrEqual(10_000)
    expect(json.first).toBe(1)
    expect(json.wide.key0).toBe("v".repeat(90))
    expect(json.wide["…"]).toMatch(/^4,9\d\d more$/)
  })

  it("survives nesting that would exhaust the stack", () => {
    let deep: unknown = "end"
    for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { deep }
    const { text, isPruned } = pruned(deep)
    expect(isPruned).toBe(true)
    expect(text).toMatch(/… 1 (items|fields)/)
  })

  it("keeps surrogate pairs whole", () => {
    const { json } = pruned([`a${"😀".repeat(6000)}`])
    expect(json[0].isWellFormed()).toBe(true)
    expect(json[0]).toMatch(/^a(😀){249}… 11,502 more characters$/u)
    const text = pruneText(`a${"😀".repeat(6000)}`, 1000).text
    expect(text.isWellFormed()).toBe(true)
    expect(text.length).toBeLessThanOrEqual(1000)
  })

  const cyclic: Record<string, unknown> = { name: "a" }
  cyclic.self = [cyclic]
  it.each<[string, unknown, unknown]>([
    ["a cycle", cyclic, { name: "a", self: ["[circular]"] }],
    ["a shared object", [LIMITS, LIMITS], [LIMITS, LIMITS]],
    ["functions and symbols", { f() {}, s: Symbol("s"), u: undefined, list: [() => 1] }, { list: [null] }],
    ["a function alone", () => 1, null],
    ["a big integer", { n: 12345678901234567890n }, { n: "12345678901234567890" }],
    ["dates", [new Date(0), new Date(Number.NaN)], ["1970-01-01T00:00:00.000Z", null]],
    ["a map with text keys", new Map([["a", 1]]), { a: 1 }],
    ["a map with other keys", new Map([[1, "a"]]), [[1, "a"]]],
    ["a set", new Set([1, 2]), [1, 2]],
    ["bytes", { body: new Uint8Array(1234) }, { body: "[1,234 bytes]" }],
    ["an error", new TypeError("no"), "TypeError: no"],
    ["numbers that JSON cannot express", [Number.NaN, Number.POSITIVE_INFINITY], [null, null]],
    ["boxed values", [Object("a"), Object(1)], ["a", 1]],
    ["toJSON", { url: new URL("http://a.b/") }, { url: "http://a.b/" }],
    ["holes", Array(2), [null, null]],
    [
      "a getter that throws",
      Object.defineProperty({ a: 1 }, "b", { enumerable: true, get: fail }),
      { a: 1, b: "[unreadable]" },
    ],
    ["a toJSON that throws", { inner: { toJSON: fail } }, { inner: "[unreadable]" }],
    [
      "a proxy that throws",
      { inner: new Proxy({}, { ownKeys: fail, getPrototypeOf: fail }) },
      { inner: "[unreadable]" },
    ],
  ])("renders %s", (_, value, expected) => {
    expect(pruned(value)).toMatchObject({ json: expected, isPruned: false })
  })

  it("treats __proto__ as a key", () => {
    expect(pruned(JSON.parse('{"__proto__":{"a":1}}')).text).toBe('{"__proto__":{"a":1}}')
  })

  it("counts correctly when shortened keys collide, or when a key equals the marker", () => {
    const value = { [`${"k".repeat(600)}a`]: 1, [`${"k".repeat(600)}b`]: 2, "…": "mine", rest: "r".repeat(10_000) }
    const { json } = pruned(value)
    expect(json["…"]).toBe("mine")
    expect(json["……"]).toBe("1 more")
  })

  it("is fast for a list that claims an enormous length", () => {
    const list: unknown[] = []
    list.length = 2 ** 32 - 1
    expect(pruned(list).json.at(-1)).toBe("… 4,294,967,285 more")
  })

  it("cuts text at the end of a line, with a notice", () => {
    const { text, isPruned } = prune(Array.from({ length: 2000 }, (_, line) => `line ${line}`).join("\n"), LIMITS)
    expect(isPruned).toBe(true)
    expect(text.length).toBeLessThanOrEqual(10_000)
    expect(text).toMatch(/\nline \d+\n… 18,889 characters in all, the rest is left out$/)
  })

  it("cuts text without line breaks, too", () => {
    const { text } = prune("x".repeat(20_000), LIMITS)
    expect(text).toHaveLength(10_000)
    expect(text).toMatch(/^x+\n… 20,000 characters/)
  })

  it("always returns valid JSON of at most maxChars, equal to JSON.stringify when it fits", () => {
    const anything = fc.anything({ maxDepth: 6, withBigInt: true, withDate: true, withMap: true, withSet: true })
    const value = fc.oneof(fc.jsonValue({ maxDepth: 8 }), fc.array(fc.jsonValue(), { minLength: 20 }), anything)
    const limits = fc.record({
      maxChars: fc.integer({ min: 30, max: 3000 }),
      maxString: fc.integer({ min: 1, max: 600 }),
      maxItems: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(value, limits, (any, some) => {
        if (typeof any === "string") return
        const { text, isPruned } = prune(any, some)
        JSON.parse(text)
        expect(text.length).toBeLessThanOrEqual(some.maxChars)
        if (!isPruned && isJson(any)) expect(text).toBe(JSON.stringify(any))
      }),
      { numRuns: 2000 },
    )
  })

  it("never makes text longer or ill-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 0, max: 300 }), (text, maxChars) => {
        const kept = pruneText(text, maxChars).text
        expect(kept.length).toBeLessThanOrEqual(maxChars)
        expect(kept.isWellFormed()).toBe(true)
      }),
    )
  })
})

function isJson(value: unknown): boolean {
  try {
    expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value)
    return true
  } catch {
    return false
  }
}

function fail(): never {
  throw new Error("no")
}
