// The table against the sources: a code that is used and stands in no row would be taken for a provider's.
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { failureKind, TAXONOMY } from "./taxonomy.ts"

const root = new URL("../", import.meta.url)
const sources = (readdirSync(root, { recursive: true }) as string[])
  .filter((file) => /^(tools|loop|model)\/.*\.ts$/.test(file.replaceAll("\\", "/")) && !/test|__fixtures__/.test(file))
  .map((file) => readFileSync(new URL(file, root), "utf8"))
  .join("\n")

const USED =
  /(?:code: |ToolFailure\(|immediate\([\w.]+, |failure\(|internal\(|tooSlow\(peer, |unreadableAnswer\(\w+, |failureError\(\w+, "[\w-]+", )"([a-z][a-z-]+)"/g

/** Thrown by the library as PawlError before there is a turn, or no code of ours at all. */
const THROWN = new Set([
  "config-invalid",
  "tool-duplicate",
  "performer-stalled",
  "store-failed",
  "reset",
  "slow-down",
  "code",
])

it("knows every code that a result, a problem or a failed turn carries", () => {
  const used = [...sources.matchAll(USED)].map(([, code = ""]) => code).filter((code) => !THROWN.has(code))
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
])("puts %s on level %s, retryable: %s", (code, level, retryable) => {
  expect(failureKind(code)).toMatchObject({ level, retryable })
})
