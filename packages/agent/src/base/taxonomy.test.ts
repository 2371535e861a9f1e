// Checks the table against the sources: a code that is used but has no row would be taken for a provider's.
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { ModelError } from "../contracts/answer.ts"
import type { ErrorCode } from "../contracts/error.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import {
  ABORTED,
  cutShort,
  type Peer,
  refusal,
  tooSlow,
  unreachable,
  unreadableAnswer,
} from "../model/wire/failures.ts"
import { defaultProfile } from "../profiles/default.ts"
import { asked, opened, said, stamp } from "../testing/fact-builders.ts"
import { failureKind, TAXONOMY } from "./taxonomy.ts"

const root = new URL("../", import.meta.url)
const sources = (readdirSync(root, { recursive: true }) as string[])
  .filter(
    (file) =>
      /^(tools|workspace|mcp|plugins|kernel|features|model)\/.*\.ts$/.test(file.replaceAll("\\", "/")) &&
      !/test|__fixtures__/.test(file),
  )
  .map((file) => readFileSync(new URL(file, root), "utf8"))
  .join("\n")
  // Examples in doc comments have codes of their own.
  .replaceAll(/^\s*\* .*$/gm, "")

const USED =
  /(?:code: |ToolFailure\(|immediate\([\w.]+, |failure\(|internal\(|tooSlow\(peer, |unreadableAnswer\(\w+, |failureError\(\w+, "[\w-]+", )"([a-z][a-z-]+)"/g

/** Not codes of Pawl. */
const OTHERS = new Set(["reset", "slow-down", "code", "string", "malformed", "no-such-page"])

it("TAXONOMY has every code that a result, a problem or a failed turn carries", () => {
  const used = [...sources.matchAll(USED)].map(([, code = ""]) => code).filter((code) => !OTHERS.has(code))
  expect(used.length).toBeGreaterThan(40)
  expect([...new Set(used)].filter((code) => !Object.hasOwn(TAXONOMY, code))).toEqual([])
})

it.each([
  ["tool-timeout", "tool", true],
  ["tool-not-found", "tool", false],
  ["malformed-json", "output", false],
  ["silence-timeout", "provider", true],
  ["invalid_api_key", "provider", false],
  ["cancelled", "system", false],
  ["toString", "provider", false],
  ["constructor", "provider", false],
  ["http-400", "provider", false],
  ["http-401", "provider", false],
  ["http-404", "provider", false],
  ["http-413", "provider", false],
  ["http-429", "provider", true],
  ["http-500", "provider", true],
  ["http-502", "provider", true],
  ["http-503", "provider", true],
  ["http-504", "provider", true],
  ["http-529", "provider", true],
  ["http-5000", "provider", false],
  ["rate_limit_exceeded", "provider", true],
  ["rate_limit_error", "provider", true],
  ["overloaded_error", "provider", true],
  ["server_error", "provider", true],
  ["api_error", "provider", true],
  ["timeout", "provider", true],
  ["context_length_exceeded", "provider", false],
  ["config-invalid", "system", false],
  ["session-busy", "system", true],
  ["ParseError", "output", false],
  ["MissingField", "output", false],
  ["NoToolCall", "output", false],
  ["MaxIterations", "output", false],
  ["ToolNotFound", "tool", false],
  ["ValidationError", "tool", false],
  ["ToolError", "tool", false],
  ["ToolTimeout", "tool", true],
  ["RejectedByUser", "tool", false],
  ["ProviderError", "provider", true],
])("failureKind puts %s on level %s, retryable: %s", (code, level, retryable) => {
  expect(failureKind(code)).toMatchObject({ level, retryable })
})

it("failureKind puts every code of a PawlError on the system level", () => {
  const thrown: Readonly<Record<ErrorCode, true>> = {
    "agent-closed": true,
    "approval-not-allowed": true,
    "approval-not-open": true,
    "blob-missing": true,
    "command-changed": true,
    "command-refused": true,
    "config-invalid": true,
    "fact-unreadable": true,
    "holds-secret": true,
    "host-refused": true,
    "host-unreachable": true,
    "id-used": true,
    "input-aborted": true,
    "input-invalid": true,
    "input-withdrawn": true,
    "lease-lost": true,
    "limit-reached": true,
    "login-failed": true,
    "name-ambiguous": true,
    "output-missing": true,
    "performer-stalled": true,
    "price-unknown": true,
    "rate-limiter-failed": true,
    "script-mismatch": true,
    "session-busy": true,
    "session-missing": true,
    "setting-locked": true,
    "store-corrupt": true,
    "store-failed": true,
    "store-gone": true,
    "store-newer": true,
    "tool-duplicate": true,
    "too-many-waiting": true,
  }
  for (const code of Object.keys(thrown)) expect(failureKind(code), code).toMatchObject({ level: "system" })
})

describe("an error code of a model's wire format", () => {
  const peer: Peer = { provider: "p", model: "m", url: "http://test/v1" }
  const statuses = Array.from({ length: 300 }, (_, index) => 300 + index)
  const names = [...readFileSync(new URL("model/wire/classify.ts", root), "utf8").matchAll(/^ {2}(\w+): "[a-z-]+",$/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => Number.isNaN(Number(name)))
  const sent = [...sources.matchAll(/unreadableAnswer\([\w.#]+, "([a-z-]+)"/g)].map(([, code = ""]) => code)
  const slow = [...sources.matchAll(/code: "([a-z-]+-timeout)", what/g)].map(([, code = ""]) => code)
  const errors: readonly ModelError[] = [
    ...statuses.map((status) => refusal(peer, { status, message: "" })),
    ...names.map((code) => refusal(peer, { code, message: "" })),
    ...names.map((type) => refusal(peer, { type, message: "" })),
    // Whatever the provider calls it, the status takes precedence.
    ...names.flatMap((type) => STATUSES.map((status) => refusal(peer, { type, status, message: "" }))),
    ...STATUSES.map((status) => refusal(peer, { type: "novel_error", code: "brand_new", status, message: "" })),
    refusal(peer, { type: "novel_error", message: "rate limit" }),
    ...["Rate limit reached", "OVERLOADED", "It timed out", "internal error", "Could not generate"].map((message) =>
      refusal(peer, { message }),
    ),
    refusal(peer, { message: "Something happened." }),
    unreachable(peer, new Error("no way")),
    unreachable(peer, Object.assign(new Error("no trust"), { code: "CERT_HAS_EXPIRED" })),
    cutShort(peer),
    ...slow.map((code) => tooSlow(peer, code, "nothing came", 1)),
    ...sent.map((code) => unreadableAnswer(peer, code, "something else")),
    ABORTED,
  ]

  it("is found in the sources, without exception", () => {
    expect(names.length).toBeGreaterThan(20)
    expect(new Set(slow)).toEqual(new Set(["connect-timeout", "first-byte-timeout", "silence-timeout"]))
    expect(new Set(sent)).toEqual(
      new Set(["wrong-content-type", "malformed-answer", "malformed-json", "answer-too-large"]),
    )
  })

  it("is retryable exactly where the default profile asks the model again (T5)", () => {
    const disagreeing = errors.filter(({ code }, index) => failureKind(code).retryable !== isAskedAgain(errors[index]))
    expect(disagreeing.map(({ code, class: kind }) => `${code} (${kind})`)).toEqual([])
  })

  it("is on the provider or output level", () => {
    const levels: Record<string, string> = { output: "output", aborted: "system" }
    for (const { code, class: kind } of errors)
      expect(failureKind(code), code).toMatchObject({ level: levels[kind] ?? "provider" })
  })
})

const STATUSES = [400, 401, 404, 408, 413, 429, 500, 502, 503, 529]

/** According to the rules of the default profile, in their order. */
function isAskedAgain(error: ModelError | undefined): boolean {
  if (error === undefined) return false
  const failed = { type: "model-failed", attempt: "1.1.1", error, ms: 1 } as const
  const state = foldFacts(stamp([opened(), said("go"), asked(), failed]))
  for (const rule of defaultProfile().rules) {
    const [step] = rule(state) ?? []
    if (step !== undefined) return step.kind === "call-model"
  }
  return false
}
