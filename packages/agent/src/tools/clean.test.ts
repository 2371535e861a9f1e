import { describe, expect, it } from "vitest"
import type { ToolResult } from "../contracts/toolbox.ts"
import { knownSecrets } from "../secrets/known-secrets.ts"
import { cleanPreparation, cleanResult, cleanValue } from "./clean.ts"

const KEY = "key-of-nobody"
const secrets = knownSecrets()
secrets.add(KEY)
const { clean } = secrets

const cycle: Record<string, unknown> = { key: KEY }
cycle.self = cycle

describe("cleanValue", () => {
  it.each<[string, unknown, unknown]>([
    ["a text", `is ${KEY}`, "is [redacted]"],
    ["a list", [KEY, 1, null], ["[redacted]", 1, null]],
    ["an object and its keys", { [KEY]: { deep: KEY } }, { "[redacted]": { deep: "[redacted]" } }],
    ["a map", new Map([["a", KEY]]), { a: "[redacted]" }],
    ["a set", new Set([KEY]), ["[redacted]"]],
    ["an error", new TypeError(KEY), "TypeError: [redacted]"],
    ["an object with toJSON", new URL(`https://x.test/${KEY}`), "https://x.test/[redacted]"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a cycle", cycle, { key: "[redacted]", self: "[circular]" }],
    [
      "a getter that throws",
      {
        a: 1,
        get b(): string {
          throw new Error(KEY)
        },
      },
      { a: 1 },
    ],
    ["an object that JSON cannot write", Object.assign(Object.create({ proto: 1 }), { big: 1n }), undefined],
  ])("removes a secret from %s", (_, value, expected) => expect(cleanValue(value, clean)).toEqual(expected))
})

describe("cleanResult", () => {
  it.each<[string, ToolResult["content"][number], unknown]>([
    ["text", { type: "text", text: KEY }, { type: "text", text: "[redacted]" }],
    [
      "bytes with a secret",
      { type: "bytes", mime: "image/png", bytes: Buffer.from(`a${KEY}b`) },
      { type: "text", text: "[A part of type image/png was left out: it holds a secret.]" },
    ],
    [
      "bytes without a secret",
      { type: "bytes", mime: "image/png", bytes: Buffer.from("other") },
      { type: "bytes", mime: "image/png", bytes: Buffer.from("other") },
    ],
    ["a blob", blob(), blob()],
  ])("cleans each part: %s", (_, part, expected) => {
    expect(cleanResult({ outcome: "ok", content: [part] }, clean).content).toEqual([expected])
  })

  it("cleans the full text and the last words", () => {
    const full = { text: `all ${KEY}`, cut: { shown: 1, total: 2 } as never }
    const cleaned = cleanResult({ outcome: "ok", content: [], full, ends: { text: KEY } as never }, clean)
    expect(cleaned).toMatchObject({ full: { text: "all [redacted]" }, ends: { text: "[redacted]" } })
  })
})

it("cleanPreparation cleans the preview and leaves the arguments unchanged", () => {
  const prepared = {
    kind: "prepared",
    name: "n",
    arguments: { key: KEY },
    repairs: [],
    effect: "once",
    approval: { preview: `do it with ${KEY}`, risk: "changes" },
  } as const
  expect(cleanPreparation(prepared, clean)).toEqual({
    ...prepared,
    approval: { preview: "do it with [redacted]", risk: "changes" },
  })
})

function blob() {
  return { type: "blob", hash: "h", mime: "text/plain", size: 1 } as const
}
