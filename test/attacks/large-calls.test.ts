// Arguments of megabytes, or with very many parts, must not block the process: no more of them is inspected than is
// shown or needed to decide. These tests count reads; `npm run bench -- large-calls` measures time.
import { describe, expect, it } from "vitest"
import { wellFormed } from "../../packages/agent/src/base/well-formed.ts"
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { grantLike } from "../../packages/agent/src/features/approval/policy/grant-like.ts"
import { grantFor } from "../../packages/agent/src/features/approval/policy/grants.ts"
import { namesSecret } from "../../packages/agent/src/features/approval/policy/secrets-read.ts"
import { lineDiff } from "../../packages/agent/src/workspace/diff/line-diff.ts"
import { approvalText, wholeText } from "../../packages/cli/src/run/approval-text.ts"
import { approvalEvent, CONTENTS } from "./large-contents.ts"

describe("a call with megabytes", () => {
  it.each(CONTENTS)("of %s is shown collapsed, whatever its content", (_, content) => {
    const preview = `Create a\n${lineDiff("", content)}`
    const { above, isFolded } = approvalText(approvalEvent({ path: "a", content }, preview), 80)
    expect(isFolded).toBe(true)
    expect(above.join("\n")).toMatch(/type v to see all/)
  })

  it.each(CONTENTS)("of %s is printed row by row when the user asks to see all of it", (_, content) => {
    const event = approvalEvent({ content }, "")
    let all = 0
    for (const _row of wholeText(event, 80)) all++
    expect(all).toBeGreaterThan(50_000)
  })

  it.each(CONTENTS.filter(([, content]) => content.includes("\n")))(
    "of %s is compared, and the shown difference has a limit",
    (_, content) => {
      expect(lineDiff("", content).length).toBeLessThan(1_000_200)
      expect(lineDiff(`${content}a`, `${content}b`).length).toBeLessThan(1_000_200)
    },
  )
})

/** A list that counts how many of its elements were read. */
function counted(length: number) {
  const seen = { reads: 0 }
  const strings = Array.from({ length }, (_, at) => `s${at}`)
  const list = new Proxy(strings, {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) seen.reads++
      return Reflect.get(target, name)
    },
  })
  return { list, seen }
}

describe("a call with 100,000 strings", () => {
  const grant = { tool: "put", scope: "always" } as const

  it.each<[string, (given: JsonObject) => unknown]>([
    ["a permission", (given) => grantFor({ name: "put", arguments: given, risk: "changes" }, [grant], "/work")],
    ["an offer", (given) => grantLike({ name: "put", arguments: given, risk: "changes" }, "session", "/work")],
    ["what was read", (given) => namesSecret(given, "/work") || undefined],
  ])("is too large to inspect for %s, so it asks", (what, look) => {
    const { list, seen } = counted(100_000)
    const said = look({ list })
    expect(said).toBe(what === "what was read" ? true : undefined)
    expect(seen.reads).toBeLessThan(25_000)
  })

  it("in one command, or one path, is too large to inspect as well", () => {
    for (const given of [{ command: "a/b ".repeat(2_500_000) }, { path: "a/".repeat(5_000_000) }]) {
      // So many times that the test would exceed its time limit if all of the text were inspected.
      for (let time = 0; time < 1000; time++) expect(namesSecret(given, "/work")).toBe(true)
    }
  })

  it("whose keys become equal when they are repaired keeps each of them", () => {
    const keys = Array.from(
      { length: 50_000 },
      (_, at) => String.fromCharCode(0xd800 + (at % 1024)) + String.fromCharCode(0xd800 + Math.floor(at / 1024)),
    )
    const repaired = wellFormed(Object.fromEntries(keys.map((key) => [key, 1])))
    expect(Object.keys(repaired)).toHaveLength(50_000)
    expect(Object.keys(repaired).every((key) => key.isWellFormed() && key.length < 10)).toBe(true)
  })
})

it("grantFor looks up Pawl's own folders once for all words of a call", () => {
  let reads = 0
  const before = process.env
  process.env = new Proxy(before, {
    get(target, name) {
      if (name === "PAWL_HOME") reads++
      return Reflect.get(target, name)
    },
  })
  try {
    const words = Array.from({ length: 5000 }, (_, at) => at.toString(36)).join(" ")
    const call = { name: "put", arguments: { words: words.slice(0, 19_000) }, risk: "changes" } as const
    expect(grantFor(call, [{ tool: "put", scope: "always" }], "/work")).toBeDefined()
  } finally {
    process.env = before
  }
  expect(reads).toBeLessThan(10)
})
