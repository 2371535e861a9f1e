// What is said of a tool's effect.
import { expect, it } from "vitest"
import { lookOf } from "./tool-look.ts"

it.each([
  ["read", undefined, "ok", "read"],
  ["idempotent", undefined, "warn", "idempotent"],
  ["once", undefined, "warn", "once"],
  ["once", "unknown", "quiet", "unknown"],
  ["once", "destructive", "bad", "destructive"],
] as const)("a tool with the effect %s and the risk %s is %s: %s", (effect, risk, tone, word) => {
  const look = lookOf({ effect, ...(risk !== undefined && { risk }) })
  expect(look).toEqual({ tone, key: `settings.mcpTool_${word}` })
})
