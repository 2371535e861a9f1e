// Error messages of a tool's body are cleaned of secrets; what it returns is the work itself and stays unchanged.
import { describe, expect, it } from "vitest"
import { plainText, text } from "../contracts/content.ts"
import type { RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { PartialResult, type Tool, ToolFailure } from "./tool.ts"
import { fixedTools, toolbox } from "./toolbox.ts"

const LEAK = "no key sk-abcdefgh1234 for https://ada:hunter2@host/x in /home/ada/x"
const CLEAN = "no key [redacted] for [url] in [path]"

async function resultOf(
  run: Tool["run"],
  changes: Partial<Tool> = {},
  asks: Partial<RunOptions> = {},
): Promise<ToolResult> {
  const one: Tool = { name: "send", description: "Sends.", input: { type: "object" }, effect: "once", run, ...changes }
  const box = toolbox([fixedTools([one])], { clock: new FakeClock(), approve: "auto" })
  const how: RunOptions = {
    signal: new AbortController().signal,
    effectKey: "s1:c1",
    call: "c1",
    session: "s1",
    trace: "t1",
    onOutput: () => {},
    readResult: async () => undefined,
    ...asks,
  }
  return box.run({ kind: "prepared", name: "send", arguments: {}, repairs: [], effect: "once" }, how)
}

describe("runBody: a result that cannot be written", () => {
  const thrower = () => {
    throw new Error("no such column")
  }
  it.each<[string, () => unknown]>([
    ["has a getter that throws", () => Object.defineProperty({}, "x", { get: thrower, enumerable: true })],
    ["has a toJSON that throws", () => ({ toJSON: thrower })],
    ["is part of a PartialResult", () => new PartialResult({ toJSON: thrower } as never, "the rest")],
  ])("says that the tool has run, so that it is not called again: one that %s", async (_, run) => {
    const { outcome, code, content } = await resultOf(run as Tool["run"])
    expect([outcome, code]).toEqual(["error", "result-invalid"])
    expect(plainText(content)).toMatch(/The tool has run.*no such column.*Do not call it again/)
  })
})

describe("runBody: a body that asks when its call is over", () => {
  it.each(["ask", "askModel"] as const)("is refused at once: %s", async (name) => {
    let late: () => unknown = () => undefined
    const asks = { ask: () => new Promise<never>(() => {}), askModel: () => new Promise<never>(() => {}) }
    const run = (_: unknown, context: Record<string, (request: object) => unknown>) => {
      late = () => context[name]?.({ question: "Which?", suggestions: [], prompt: "Which?" })
      return "done"
    }
    await resultOf(run as never, {}, asks as never)
    await expect(late()).rejects.toThrow("is over")
  })
})

describe("runBody: secrets", () => {
  it.each(["error", "timeout"] as const)("are removed from a ToolFailure: %s", async (outcome) => {
    const result = await resultOf(() => Promise.reject(new ToolFailure("url-invalid", LEAK, outcome)))
    expect(result).toEqual({ outcome, code: "url-invalid", content: [text(CLEAN)] })
  })

  it("are removed from a ToolFailure, and the fallback tool is still named", async () => {
    const result = await resultOf(() => Promise.reject(new ToolFailure("down", LEAK)), { fallback: "plan_b" })
    expect(plainText(result.content)).toBe(`${CLEAN} You may try "plan_b" instead.`)
  })

  it("are removed from the missing part of a PartialResult, and stay in its output", async () => {
    const result = await resultOf(() => new PartialResult(LEAK, LEAK))
    expect(result).toEqual({
      outcome: "ok",
      code: "partial",
      content: [
        text(LEAK),
        text("[Only partly done. Not done: no key [redacted] for https://[redacted]@host/x in ~/x]"),
      ],
    })
  })

  it("are removed from any other error", async () => {
    const result = await resultOf(() => Promise.reject(new Error(LEAK)))
    expect(plainText(result.content)).toBe(`Tool "send" failed: ${CLEAN}`)
  })

  it.each([LEAK, "data:image/png;base64,AKIAIOSFODNN7EXAMPLE/sk-abcdefgh1234=="])(
    "stay in what the body returns, because a changed result would spoil the work: %s",
    async (returned) => {
      expect(await resultOf(() => returned)).toEqual({ outcome: "ok", content: [text(returned)] })
    },
  )
})
