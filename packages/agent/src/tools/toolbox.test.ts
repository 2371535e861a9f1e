import { describe, expect, it } from "vitest"
import { z } from "zod"
import { plainText, text } from "../contracts/content.ts"
import { isPawlError } from "../contracts/error.ts"
import type { EffectClass } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Preparation, PreparedCall, RunOptions } from "../contracts/toolbox.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import type { ApprovalPolicy } from "./prepare.ts"
import { PartialResult, type Tool, type ToolOutput, tool } from "./tool.ts"
import { fixedTools, toolbox } from "./toolbox.ts"

const pathInput = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const

const pathOf = (input: unknown) => (input as { readonly path: string }).path

function aTool(changes: Partial<Tool> = {}): Tool {
  return { name: "write", description: "Writes.", input: pathInput, effect: "once", run: () => "done", ...changes }
}

function box(tools: readonly Tool[], approve: ApprovalPolicy = "ask", clock = new FakeClock()) {
  return toolbox([fixedTools(tools)], { clock, approve })
}

function prepare(tools: readonly Tool[], args: JsonObject = { path: "a" }, approve: ApprovalPolicy = "ask") {
  return box(tools, approve).prepare({ id: "c1", name: "write", arguments: args })
}

function prepared(args: JsonObject = { path: "a" }, effect: EffectClass = "once"): PreparedCall {
  return { kind: "prepared", name: "write", arguments: args, repairs: [], effect }
}

function how(changes: Partial<RunOptions> = {}): RunOptions {
  const { signal } = new AbortController()
  const readResult = async () => undefined
  return {
    signal,
    effectKey: "s1:c1",
    call: "c1",
    session: "s1",
    trace: "t1",
    onOutput: () => {},
    readResult,
    ...changes,
  }
}

const said = (preparation: Preparation) =>
  preparation.kind === "immediate" ? plainText(preparation.result.content) : "(prepared)"

describe("toolbox", () => {
  it("offers its tools in the order they were given", () => {
    const tools = [aTool(), aTool({ name: "read", input: z.object({ path: z.string() }) })]
    expect(box(tools).definitions()).toMatchObject([
      { name: "write", description: "Writes.", inputSchema: pathInput },
      { name: "read", inputSchema: { type: "object", required: ["path"] } },
    ])
  })

  it("refuses two tools with the same name", () => {
    expect(() => box([aTool(), aTool()])).toThrow(
      expect.toSatisfy((error: unknown) => isPawlError(error, "tool-duplicate")),
    )
  })

  it.each(["", "has space", "ü", "x".repeat(65)])("tool() refuses the name %j", (name) => {
    expect(() => tool(aTool({ name }))).toThrow(
      expect.toSatisfy((error: unknown) => isPawlError(error, "config-invalid")),
    )
  })

  it.each(["a", "files.read_2-x", "x".repeat(64)])("tool() accepts the name %j", (name) => {
    expect(tool(aTool({ name })).name).toBe(name)
  })
})

describe("toolbox.touches", () => {
  it.each<{ name: string; touches: Tool["touches"]; expected: readonly string[] }>([
    { name: "what the tool says", touches: (input) => [`file:${pathOf(input)}`], expected: ["file:a"] },
    { name: "nothing when the tool does not say", touches: undefined, expected: [] },
    {
      name: "nothing when the tool cannot say",
      touches: () => {
        throw new Error("no such argument")
      },
      expected: [],
    },
  ])("returns $name", ({ touches, expected }) => {
    const { touches: _none, ...plain } = aTool()
    const tools = box([touches === undefined ? plain : { ...plain, touches }])
    expect(tools.touches({ name: "write", arguments: { path: "a" } })).toEqual(expected)
    expect(tools.touches({ name: "missing", arguments: { path: "a" } })).toEqual([])
  })
})

describe("toolbox.prepare", () => {
  it.each<{ name: string; tools: readonly Tool[]; args?: JsonObject; code: string; says: string }>([
    { name: "no such tool", tools: [aTool({ name: "read" })], code: "tool-not-found", says: "There are: read." },
    { name: "no tools at all", tools: [], code: "tool-not-found", says: "There are no tools." },
    {
      name: "arguments that do not fit",
      tools: [aTool()],
      args: { path: 1 },
      code: "arguments-invalid",
      says: "path: ",
    },
    { name: "missing arguments", tools: [aTool()], args: {}, code: "arguments-invalid", says: "path" },
  ])("gives an immediate error for $name (M13)", async ({ tools, args, code, says }) => {
    const preparation = await prepare(tools, args)
    expect(preparation).toMatchObject({ kind: "immediate", name: "write", result: { outcome: "error", code } })
    expect(said(preparation)).toContain(says)
  })

  it("gives an immediate error for arguments that are not JSON (M13)", async () => {
    const call = { id: "c1", name: "write", arguments: { path: "a" }, unreadable: "{path:" }
    const preparation = await box([aTool()]).prepare(call)
    expect(preparation).toMatchObject({ result: { outcome: "error", code: "arguments-unreadable" } })
  })

  it.each<{ effect?: EffectClass; approval?: boolean; approve: ApprovalPolicy; gate: string }>([
    { approve: "ask", gate: "asks" },
    { effect: "once", approve: "ask", gate: "asks" },
    { effect: "idempotent", approve: "ask", gate: "asks" },
    { effect: "read", approve: "ask", gate: "runs" },
    { effect: "read", approval: true, approve: "ask", gate: "asks" },
    { effect: "once", approval: false, approve: "ask", gate: "runs" },
    { effect: "once", approve: "auto", gate: "runs" },
    { effect: "read", approval: true, approve: "auto", gate: "runs" },
    { effect: "once", approve: "deny", gate: "refuses" },
    { effect: "read", approve: "deny", gate: "runs" },
    { effect: "read", approval: true, approve: "deny", gate: "refuses" },
    { effect: "once", approval: false, approve: "deny", gate: "runs" },
  ])("policy $approve, effect $effect, approval $approval: $gate", async ({ approve, gate, ...changes }) => {
    const preparation = await prepare([aTool(changes)], { path: "a" }, approve)
    const effect = changes.effect ?? "once"
    if (gate === "refuses") {
      const refusal = { outcome: "denied", code: "approval-denied" }
      expect(preparation).toMatchObject({ kind: "prepared", approval: { refusal } })
    } else {
      expect(preparation).toMatchObject({ kind: "prepared", name: "write", arguments: { path: "a" }, effect })
      expect("approval" in preparation).toBe(gate === "asks")
    }
  })

  it.each<{ name: string; approval: NonNullable<Tool["approval"]>; asks: boolean }>([
    { name: "says no", approval: () => false, asks: false },
    { name: "says yes", approval: (input) => pathOf(input) === "a", asks: true },
    {
      name: "fails",
      approval: () => {
        throw new Error("oh")
      },
      asks: true,
    },
  ])("asks for approval as the tool's approval function decides: one that $name", async ({ approval, asks }) => {
    expect("approval" in (await prepare([aTool({ approval })], { path: "a" }, "ask"))).toBe(asks)
  })

  it.each<{ name: string; changes: Partial<Tool>; preview: string; risk: string }>([
    {
      name: "the tool's own preview",
      changes: { preview: (input) => `-> ${pathOf(input)}`, risk: "destructive" },
      preview: "-> a",
      risk: "destructive",
    },
    { name: "name and arguments", changes: {}, preview: 'write({"path":"a"})', risk: "changes" },
    {
      name: "name and arguments when the preview fails",
      changes: {
        preview: () => {
          throw new Error("no preview")
        },
      },
      preview: 'write({"path":"a"})',
      risk: "changes",
    },
  ])("shows the approver $name", async ({ changes, preview, risk }) => {
    expect(await prepare([aTool(changes)])).toMatchObject({ approval: { preview, risk } })
  })

  it("returns the question of a tool that asks one, without approval", async () => {
    const question = (input: unknown) => ({ question: `Is it ${pathOf(input)}?`, suggestions: ["yes"] })
    const preparation = await prepare([aTool({ question })], { path: "a" }, "deny")
    expect(preparation).toMatchObject({ question: { question: "Is it a?", suggestions: ["yes"] } })
    expect("approval" in preparation).toBe(false)
  })

  it("says of each call whether its tool names files that it changes: gates that keep them are asked about no other", async () => {
    const keeping = aTool({ changes: () => ["a"] })
    expect(await Promise.all([prepare([keeping]), prepare([aTool()])])).toMatchObject([{ changes: true }, {}])
    expect("changes" in (await prepare([aTool()]))).toBe(false)
  })
})

describe("toolbox.run", () => {
  it("gives the body the input as the schema transformed it, and its context", async () => {
    const seen: unknown[] = []
    const input = z.object({ path: z.string(), depth: z.number().default(2) })
    const run: Tool["run"] = (
      given,
      { signal: _signal, output, readResult: _readResult, alive: _alive, ...context },
    ) => {
      output("half way")
      seen.push(given, Object.fromEntries(Object.entries(context)))
      return "done"
    }
    const outputs: string[] = []
    const result = await box([aTool({ input, run })]).run(prepared(), how({ onOutput: (each) => outputs.push(each) }))
    expect(result).toEqual({ outcome: "ok", content: [text("done")] })
    expect(seen).toEqual([
      { path: "a", depth: 2 },
      { call: "c1", session: "s1", trace: "t1", effectKey: "s1:c1", resultChars: 40_000 },
    ])
    expect(outputs).toEqual(["half way"])
  })

  it.each<{ output: ToolOutput; content: unknown; json?: true }>([
    { output: "text", content: [text("text")] },
    { output: "", content: [text("")] },
    { output: undefined, content: [] },
    { output: null, content: [text("null")], json: true },
    { output: 3, content: [text("3")], json: true },
    { output: false, content: [text("false")], json: true },
    { output: { a: [1] }, content: [text('{"a":[1]}')], json: true },
    { output: [text("a"), text("b")], content: [text("a"), text("b")] },
    {
      output: [{ type: "blob", hash: "h", mime: "image/png", size: 1 }],
      content: [{ type: "blob", hash: "h", mime: "image/png", size: 1 }],
    },
  ])("turns $output into parts", async ({ output, ...shown }) => {
    expect(await box([aTool({ run: () => output })]).run(prepared(), how())).toEqual({ outcome: "ok", ...shown })
  })

  it.each<{ name: string; run: Tool["run"] }>([
    { name: "throws", run: () => Promise.reject(new Error("no key sk-abcdefgh1234 in /home/ada/x")) },
    {
      name: "throws at once",
      run: () => {
        throw new Error("no key sk-abcdefgh1234 in /home/ada/x")
      },
    },
    { name: "throws something else", run: () => Promise.reject("no key sk-abcdefgh1234 in /home/ada/x") },
  ])("reports a body that $name, without secrets", async ({ run }) => {
    const result = await box([aTool({ run })]).run(prepared(), how())
    expect(result).toMatchObject({ outcome: "error", code: "tool-failed" })
    expect(plainText(result.content)).toBe('Tool "write" failed: no key [redacted] in [path]')
  })

  it.each<{ effect?: EffectClass; doubt: boolean }>([
    { effect: "read", doubt: false },
    { effect: "once", doubt: true },
    { effect: "idempotent", doubt: true },
    { doubt: true },
  ])("times out at the deadline: effect $effect, outcome in doubt: $doubt", async ({ doubt, ...changes }) => {
    const clock = new FakeClock()
    let signal: AbortSignal | undefined
    const run: Tool["run"] = (_input, context) => {
      signal = context.signal
      return new Promise(() => {})
    }
    const running = box([aTool({ ...changes, timeoutMs: 2000, run })], "auto", clock).run(prepared(), how())
    await clock.advance(1999)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    const result = await running
    expect(result).toMatchObject({ outcome: "timeout", code: "tool-timeout" })
    expect(plainText(result.content)).toContain("timed out after 2 s")
    expect(plainText(result.content).includes("may still have taken effect")).toBe(doubt)
    expect(signal?.reason).toBe("timeout")
  })

  it("times out after 30 seconds without timeoutMs (M5)", async () => {
    const clock = new FakeClock()
    const running = box([aTool({ run: () => new Promise(() => {}) })], "auto", clock).run(prepared(), how())
    await clock.advance(29_999)
    expect(clock.sleeping).toBe(1)
    await clock.advance(1)
    expect(plainText((await running).content)).toContain("after 30 s")
  })

  it("leaves no timer behind and does not abort a call that has ended", async () => {
    const clock = new FakeClock()
    let signal: AbortSignal | undefined
    const run: Tool["run"] = (_input, context) => {
      signal = context.signal
      return "done"
    }
    await box([aTool({ run })], "auto", clock).run(prepared(), how())
    await settle()
    expect(clock.sleeping).toBe(0)
    expect(signal?.aborted).toBe(false)
  })

  it("reports an output that JSON cannot write as a failure, and leaves no timer behind", async () => {
    const clock = new FakeClock()
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const result = await box([aTool({ run: () => circular })], "auto", clock).run(prepared(), how())
    expect(result).toMatchObject({ outcome: "error", code: "result-invalid" })
    expect(clock.sleeping).toBe(0)
  })

  it("shows the output of a PartialResult and what is missing", async () => {
    const run: Tool["run"] = () => new PartialResult("3 of 4 sent", "mail to bob@example.org")
    const result = await box([aTool({ run })]).run(prepared(), how())
    expect(result).toMatchObject({ outcome: "ok", code: "partial" })
    expect(plainText(result.content)).toMatch(/3 of 4 sent.*Only partly done. Not done: mail to bob/s)
  })

  it("names the fallback of a tool that failed", async () => {
    const run: Tool["run"] = () => Promise.reject(new Error("down"))
    const result = await box([aTool({ run, fallback: "plan_b" })]).run(prepared(), how())
    expect(plainText(result.content)).toMatch(/failed: down You may try "plan_b" instead\.$/)
  })

  it("passes an abort on to the body", async () => {
    const stop = new AbortController()
    const run: Tool["run"] = (_input, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(`stopped: ${signal.reason}`)))
    const running = box([aTool({ run })]).run(prepared(), how({ signal: stop.signal }))
    await settle()
    stop.abort("cancelled")
    expect(plainText((await running).content)).toBe("stopped: cancelled")
  })

  it.each<{ name: string; call: PreparedCall; code: string }>([
    { name: "whose tool is gone", call: { ...prepared(), name: "gone" }, code: "tool-not-found" },
    { name: "whose arguments no longer fit", call: prepared({}), code: "arguments-invalid" },
  ])("reports a call $name", async ({ call, code }) => {
    expect(await box([aTool()]).run(call, how())).toMatchObject({ outcome: "error", code })
  })
})
