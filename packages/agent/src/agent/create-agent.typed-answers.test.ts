// Typed final answers: the turn ends with data that fits a schema, in every form and dialect, or fails clearly.
import { type } from "arktype"
import * as v from "valibot"
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest"
import { z } from "zod"
import * as mini from "zod/mini"
import * as z3 from "zod/v3"
import type { Fact } from "../contracts/fact.ts"
import type { Json, JsonObject } from "../contracts/json.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import { dialects } from "../model/dialects/dialects.ts"
import { call, type Script, scripted } from "../model/scripted.ts"
import { ownProfile } from "../profiles/own-profile.ts"
import { profileNamed, profiles } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import type { TurnResult } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import type { StandardSchema } from "../tools/input-schema.ts"
import { tool } from "../tools/tool.ts"
import { answering, sessionWith } from "./__fixtures__/answering.ts"
import { createAgent } from "./create-agent.ts"

const ORDER = { type: "object", properties: { order: { type: "integer" } }, required: ["order"] } as const
const look = tool({
  name: "look",
  description: "Looks an order up.",
  input: { type: "object", properties: { id: { type: "integer" } } },
  effect: "read",
  run: ({ id }) => `Order ${id ?? 0} is paid.`,
})

function types(facts: readonly Fact[]): readonly string[] {
  return facts.map((fact) => (fact.type === "nudged" ? `nudged ${fact.reason}` : fact.type))
}

describe("ask with an output schema", () => {
  it("infers the type of the output from zod, valibot, arktype and JSON Schema", async () => {
    const { model } = answering('{"order":42,"size":"s"}')
    const session = await sessionWith({ model })
    const zod = await session.ask("one", { output: z.object({ order: z.int(), size: z.enum(["s", "m"]) }) })
    expectTypeOf(zod.output).toEqualTypeOf<{ order: number; size: "s" | "m" }>()
    const valibot = await session.ask("two", { output: v.object({ order: v.number() }) })
    expectTypeOf(valibot.output).toEqualTypeOf<{ order: number }>()
    const ark = await session.ask("three", { output: type({ order: "number" }) })
    expectTypeOf(ark.output).toEqualTypeOf<{ order: number }>()
    const json = await session.ask("four", {
      output: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
    })
    expectTypeOf(json.output).toEqualTypeOf<{ readonly order: number }>()
    const known = await session.ask("five", { output: ORDER })
    expectTypeOf(known.output).toEqualTypeOf<{ readonly order: number }>()
    const plain = await session.ask("six")
    expectTypeOf(plain).toEqualTypeOf<TurnResult>()
    const stream = session.send("seven", { output: z.object({ order: z.int() }) })
    expectTypeOf((await stream.result()).output).toEqualTypeOf<{ order: number } | undefined>()
    expect([zod, valibot, ark, json, known].map(({ output }) => output.order)).toEqual([42, 42, 42, 42, 42])
  })

  it.each<[string, StandardSchema]>([
    ["zod/mini", mini.object({ order: mini.number().check(mini.refine((order) => order > 1, "Too small.")) })],
    [
      "valibot",
      v.object({
        order: v.pipe(
          v.number(),
          v.check((order) => order > 1, "Too small."),
        ),
      }),
    ],
  ])("describes a schema of %s without its own checks, and applies them", async (_name, output) => {
    const { model, requests } = answering('{"order":1}', '{"order":2}')
    const session = await sessionWith({ model })
    expect((await session.ask("Which?", { output })).output).toEqual({ order: 2 })
    expect(requests[0]?.system).toContain('"order":{"type":"number"}')
    expect((await session.facts()).find((fact) => fact.type === "nudged")).toMatchObject({
      evidence: "order: Too small.",
    })
  })

  it.each([[{}], [{ description: "Anything." }], [{ $ref: "#/$defs/a", $defs: { a: { type: "object" } } }]])(
    "takes the JSON Schema %j",
    async (output) => {
      const session = await sessionWith({ model: answering('{"order":1}').model })
      expect((await session.ask("Which?", { output })).output).toEqual({ order: 1 })
    },
  )

  it.each<[string, Json, Parameters<typeof z.toJSONSchema>[0] | object, string]>([
    ["a list", ["a", "b"], { type: "array", items: { type: "string" } }, '["a","b"]'],
    ["a number", 7, { type: "number" }, "7"],
    ["a text", "seven", { type: "string" }, '"seven"'],
    ["a text without quotes", "seven times", { type: "string" }, "seven times"],
    ["one of several words", "red", { enum: ["red", "blue"] }, "red"],
    ["true", true, { type: "boolean" }, "true"],
    ["null", null, { type: ["string", "null"] }, "null"],
    ["a union", { kind: "b" }, { anyOf: [{ type: "null" }, { type: "object", required: ["kind"] }] }, '{"kind":"b"}'],
    ["an object in a code fence", { order: 1 }, ORDER, 'Here it is:\n```json\n{"order": 1}\n```\nDone.'],
    ["an object after words", { order: 1 }, ORDER, 'The answer [as asked] is:\n{"order": 1}'],
    ["JSON with a comma too many", { order: 1 }, ORDER, '{"order": 1,}'],
    ["a number in quotes", { order: 1 }, ORDER, '{"order": "1"}'],
  ])("takes %s", async (_name, value, schema, text) => {
    const { model } = answering(text)
    const session = await sessionWith({ model })
    const result = await session.ask("go", { output: schema as typeof ORDER })
    expect(result.output).toEqual(value)
    expect(JSON.parse(result.text)).toEqual(value)
  })

  it("stores what the model gave, and gives the caller what the schema makes of it", async () => {
    const { model } = answering('{"on":"2026-01-02"}')
    const session = await sessionWith({ model })
    const schema = z.object({ on: z.iso.date().transform((text) => new Date(text)) })
    const { output } = await session.ask("When?", { output: schema })
    expectTypeOf(output).toEqualTypeOf<{ on: Date }>()
    expect(output.on).toEqual(new Date("2026-01-02"))
    const finished = (await session.facts()).find((fact) => fact.type === "turn-finished")
    expect(finished).toMatchObject({ output: { on: "2026-01-02" }, text: '{"on":"2026-01-02"}' })
  })

  it("asks again with what is wrong, and takes the answer that fits", async () => {
    const { model, requests } = answering("It is order 42.", '{"order":"x"}', '{"order":42}')
    const session = await sessionWith({ model })
    const { output } = await session.ask("Which?", { output: ORDER })
    expect(output).toEqual({ order: 42 })
    const facts = await session.facts()
    expect(types(facts).filter((name) => name.startsWith("nudged"))).toEqual(Array(2).fill("nudged output-invalid"))
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      parts: [{ text: expect.stringContaining("it is not JSON. Give the whole answer again") }],
    })
    expect(requests[2]?.messages.at(-1)).toMatchObject({ parts: [{ text: expect.stringContaining("order: ") }] })
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it("asks again when only the program's own check refuses", async () => {
    const { model } = answering('{"total":-1}', '{"total":5}')
    const session = await sessionWith({ model })
    const schema = z.object({ total: z.number().refine((value) => value > 0, "The total has to be positive.") })
    expect((await session.ask("How much?", { output: schema })).output).toEqual({ total: 5 })
    const facts = await session.facts()
    expect(facts.filter((fact) => fact.type === "output-checked")).toMatchObject([
      { problems: ["total: The total has to be positive."] },
      { problems: [] },
    ])
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it("fails after two more attempts, with the problems and the last text", async () => {
    const { model, requests } = answering("no", "no", "still no")
    const session = await sessionWith({ model })
    const failed = session.ask("Which?", { output: ORDER })
    await expect(failed).rejects.toMatchObject({
      code: "output-missing",
      message: expect.stringMatching(/asked 3 times: it is not JSON\..*The last answer was: still no/),
      cause: { outcome: "failed", text: "still no", error: { code: "output-invalid" } },
    })
    expect(requests).toHaveLength(3)
    const stream = session.send("Which?", { output: ORDER })
    expect(await stream.result()).toMatchObject({ outcome: "failed", error: { code: "output-invalid" } })
  })

  it.each(["default", "xml-tools"])("corrections are no iterations in the profile %s", async (profile) => {
    const { model, requests } = answering("no", '{"order":"x"}', '{"order":42}')
    const session = await sessionWith({ model, profile, maxIterations: 1 })
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual({ order: 42 })
    expect(requests).toHaveLength(3)
  })

  it("a check that throws ends the turn at once, and names the check", async () => {
    const { model, requests } = answering('{"order":1}')
    const session = await sessionWith({ model })
    const output = z.object({
      order: z.number().refine(() => {
        throw new TypeError("x is not a function")
      }),
    })
    expect(await session.send("Which?", { output }).result()).toMatchObject({
      outcome: "failed",
      error: {
        code: "output-check-failed",
        message: expect.stringContaining("your own check of it threw an error: x is not a function."),
      },
    })
    expect(requests).toHaveLength(1)
    const facts = await session.facts()
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it("rejects when the turn ends for another reason", async () => {
    const model: Model = {
      name: "down",
      ask: async () => ({ kind: "failure", error: { class: "config", code: "wrong", message: "It is wrong." } }),
    }
    const session = await sessionWith({ model })
    await expect(session.ask("Which?", { output: ORDER })).rejects.toMatchObject({
      code: "output-missing",
      message: expect.stringContaining("It is wrong."),
      cause: { outcome: "failed" },
    })
  })

  it.each<[string, unknown, RegExp]>([
    ["a word", "object", /no schema\. It must be an object, and is a string\. Write output: z\.object/],
    ["null", null, /no schema\. It must be an object, and is null\. Write output: z\.object/],
    ["a list", [ORDER], /no schema\. It must be an object, and is a list\./],
    [
      "an Output of the AI SDK",
      { type: "object", responseFormat: {}, parseOutput: () => 1 },
      /an Output of the AI SDK/,
    ],
    ["a schema of the AI SDK", { [Symbol.for("vercel.ai.schema")]: true, jsonSchema: ORDER }, /jsonSchema\(\) or/],
    ["a response format of OpenAI", { type: "json_schema", json_schema: { schema: ORDER } }, /format of OpenAI/],
    ["a schema in a field", { name: "order", schema: ORDER }, /in its field "schema"/],
    ["fields of zod", { a: z.string() }, /Write output: z\.object\({ a: … }\)\./],
    ["fields of zod in a JSON Schema", { type: "object", properties: { a: z.string() } }, /Write output: z\.object/],
    ["fields of valibot", { a: v.string() }, /Write output: v\.object\({ a: … }\)\./],
    ["names of types", { name: "string", age: "number" }, /properties: { name: { type: "string" } } }\./],
    ["names of types for words of JSON Schema", { title: "string" }, /no keyword of JSON Schema/],
    ["a schema of zod 3", z3.object({ a: z3.string() }), /a schema of zod 3.*npm install zod@4/],
    [
      "a pattern without an end",
      { type: "string", pattern: "^(a+)+$" },
      /The pattern "\^\(a\+\)\+\$" could take forever/,
    ],
    ["an invalid JSON Schema", { type: "objekt" }, /no schema\. It is not a JSON Schema that can be checked/],
    ["a schema without JSON Schema", z.object({ on: z.date() }), /The output schema \(zod\) has no JSON Schema/],
  ])("refuses %s as a schema, and sends nothing", async (_name, output, message) => {
    const session = await sessionWith({ model: answering("x").model })
    await expect(session.ask("go", { output: output as typeof ORDER })).rejects.toThrow(message)
    expect(types(await session.facts())).toEqual(["session-opened"])
  })

  it("leaves other turns as they are", async () => {
    const { model, requests } = answering('{"order":1}', "As you like.")
    const session = await sessionWith({ model })
    await session.ask("one", { output: ORDER })
    expect(await session.ask("two")).not.toHaveProperty("output")
    expect(requests[1]).not.toHaveProperty("answerSchema")
    expect(requests[1]?.system).not.toContain("# Your last answer")
  })
})

describe("a typed answer after tools", () => {
  it.each<[string, Awaited<ReturnType<Script>>]>([
    ["by the tool that takes it", { calls: [call("final_answer", { order: 42 })] }],
    ["by that tool, after words", { text: "Here:", calls: [call("final_answer", { order: 42 })] }],
    ["as text", '{"order":42}'],
  ])("is given %s", async (_how, last) => {
    const { model, requests } = answering({ calls: [call("look", { id: 42 })] }, last)
    const session = await sessionWith({ model, tools: [look] })
    const { output, text } = await session.ask("Which?", { output: ORDER })
    expect(output).toEqual({ order: 42 })
    expect(text).toBe('{"order":42}')
    expect(requests[0]?.tools.map(({ name }) => name)).toContain("final_answer")
    // The tool exists for the model only: the log and later turns know nothing of it.
    expect(JSON.stringify(await session.facts())).not.toContain("final_answer")
  })

  it("is not the last one while other calls come with it", async () => {
    const both = { calls: [call("final_answer", { order: 1 }), call("look", { id: 42 })] }
    const { model } = answering(both, { calls: [call("final_answer", { order: 42 })] })
    const session = await sessionWith({ model, tools: [look] })
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual({ order: 42 })
  })

  it("takes what is no object in one, and streams it without", async () => {
    const { model, requests } = answering({ calls: [call("final_answer", { value: [1, 2] })] })
    const session = await sessionWith({ model, tools: [look] })
    const stream = session.send("Which?", { output: z.array(z.number()) })
    let text = ""
    for await (const event of stream) if (event.type === "text-delta") text += event.text
    expect(text).toBe("[1,2]")
    expect(requests[0]?.tools.at(-1)?.inputSchema).toMatchObject({ required: ["value"] })
  })

  it("does not take the name of a tool that exists", async () => {
    const own = { ...look, name: "final_answer" }
    const { model, requests } = answering({ calls: [call("final_answer_", { order: 1 })] })
    const session = await sessionWith({ model, tools: [own] })
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual({ order: 1 })
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["final_answer", "final_answer_"]),
    )
  })
})

describe("a typed answer in a dialect", () => {
  const NESTED = {
    type: "object",
    properties: { text: { type: "string" }, answer: { type: "object", properties: { result: { type: "string" } } } },
    required: ["text", "answer"],
  } as const
  const data = { text: "t", answer: { result: "r" } }
  /** How a model of the dialect writes a call of `look`, and its last answer. */
  const written: Readonly<Record<string, readonly [string, string]>> = {
    native: ["", JSON.stringify(data)],
    xml: [
      "<tool><server_name>local</server_name><tool_name>look</tool_name><arguments><id>1</id></arguments></tool>",
      JSON.stringify(data),
    ],
    "xml-json": ['<tool>{"tool_name": "look", "arguments": {"id": 1}}</tool>', JSON.stringify(data)],
    structured: [
      '{"type": "look", "thought": "x", "arguments": {"id": 1}}',
      JSON.stringify({ type: "FinalResponse", thought: "x", answer: data }),
    ],
    bracket: ["[local.look(id=1)]", JSON.stringify(data)],
    pythonic: ['Tool: local.look\nArguments: {"id": 1}', JSON.stringify(data)],
    hermes: ['<tool_call>{"name": "look", "arguments": {"id": 1}}</tool_call>', JSON.stringify(data)],
  }

  it.each(dialects.map(({ name }) => name))("%s comes after a call", async (dialect) => {
    const [asking = "", last = ""] = written[dialect] ?? []
    const { model, requests } = answering(dialect === "native" ? { calls: [call("look", { id: 1 })] } : asking, last)
    const session = await sessionWith({ model, tools: [look], dialect })
    const { output } = await session.ask("Which?", { output: NESTED })
    expect(output).toEqual(data)
    expect(requests).toHaveLength(2)
    expect((await session.facts()).filter((fact) => fact.type === "tool-finished")).toHaveLength(1)
    if (dialect !== "native") expect(requests[0]?.system).toContain(JSON.stringify(NESTED))
  })
})

describe("a typed answer in a profile", () => {
  it.each(Object.keys(profiles))("%s ends the turn", async (profile) => {
    const isObject = profile === "structured-react"
    const { model, requests } = answering(
      "No.",
      isObject ? '{"type":"FinalResponse","answer":{"order":1}}' : '{"order":1}',
    )
    const session = await sessionWith({ model, tools: [look], profile })
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual({ order: 1 })
    expect(requests).toHaveLength(2)
    const facts = await session.facts()
    const rules = recordedRules(facts, profileNamed(profile))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it("comes after a plan, and the plan itself is free", async () => {
    const schemas: unknown[] = []
    const model = scripted(({ said, request }) => {
      schemas.push(request.system.includes("JSON Schema"))
      if (said.includes("plan it")) return "1. [look] look it up"
      return said.includes("Make the call") ? { calls: [call("look", { id: 7 })] } : '{"order":7}'
    })
    const session = await sessionWith({ model, tools: [look], orchestrate: true })
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual({ order: 7 })
    expect(schemas).toEqual([false, false, true])
  })
})

describe("a typed answer of another model or process", () => {
  it("is asked of a fallback in the form of that model", async () => {
    const down: Model = {
      name: "down",
      takesAnswerSchema: true,
      ask: async () => ({ kind: "failure", error: { class: "overloaded", code: "busy", message: "Busy." } }),
    }
    const { model, requests } = answering('{"order":7}')
    const session = await sessionWith({
      model: [down, model],
      profile: ownProfile({ name: "quick", retry: { attempts: 1 } }),
    })
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual({ order: 7 })
    expect(requests[0]?.system).toContain('"order"')
  })

  it("uses a response format, and another form once the provider refuses it", async () => {
    const requests: ModelRequest[] = []
    const model: Model = {
      name: "picky",
      takesAnswerSchema: true,
      async ask(request, how) {
        requests.push(request)
        if (request.answerSchema !== undefined)
          return {
            kind: "failure",
            error: { class: "invalid-request", code: "http-400", message: "response_format is not supported" },
          }
        return scripted(() => "[1]").ask(request, how)
      },
    }
    const session = await sessionWith({ model })
    const output = z.array(z.number())
    expect((await session.ask("one", { output })).output).toEqual([1])
    expect((await session.ask("two", { output })).output).toEqual([1])
    expect(requests.map(({ answerSchema }) => answerSchema?.required)).toEqual([["value"], undefined, undefined])
  })

  it("is checked by the process that asks, where another one runs the turn", async () => {
    const store = memory()
    const { model } = answering('{"total":-1}')
    const runner = await createAgent({ model, store, run: "all" })
    const client = await createAgent({ model, store, run: "none" })
    onTestFinished(() => Promise.all([client.close(), runner.close()]).then(() => {}))
    const session = await client.open({ id: "s" })
    const schema = z.object({ total: z.number().refine((value) => value > 0, "The total has to be positive.") })
    await expect(session.ask("How much?", { output: schema })).rejects.toMatchObject({
      code: "output-missing",
      message: expect.stringContaining("The total has to be positive."),
    })
    expect((await session.facts()).find((fact) => fact.type === "output-checked")).toMatchObject({ unchecked: true })
  })

  it("names a check that throws in the process that asks", async () => {
    const store = memory()
    const { model } = answering('{"total":1}')
    const runner = await createAgent({ model, store, run: "all" })
    const client = await createAgent({ model, store, run: "none" })
    onTestFinished(() => Promise.all([client.close(), runner.close()]).then(() => {}))
    const session = await client.open({ id: "s" })
    const schema = z.object({ total: z.number() }).transform(() => {
      throw new Error("No table.")
    })
    expect(await session.send("How much?", { output: schema }).result()).toMatchObject({
      outcome: "failed",
      error: { code: "output-check-failed", message: expect.stringContaining("threw an error: No table. Mend") },
    })
  })

  it.each<[string, StandardSchema | JsonObject]>([
    ["zod", z.object({ name: z.string() })],
    ["JSON Schema", { type: "object", required: ["name"] }],
  ])("says that its id was sent before with another schema, in %s", async (_name, output) => {
    const { model, requests } = answering('{"order":7}')
    const session = await sessionWith({ model })
    await session.ask("Which?", { id: "once", output: ORDER })
    const again = session.ask("Which?", { id: "once", output })
    await expect(again).rejects.toThrow('The id "once" was sent before, with another schema')
    expect(requests).toHaveLength(1)
  })

  it("is found again by the id of its command", async () => {
    const { model, requests } = answering('{"order":7}')
    const session = await sessionWith({ model })
    const how = { id: "once", output: z.object({ order: z.int() }) }
    await session.ask("Which?", how)
    expect((await session.ask("Which?", how)).output).toEqual({ order: 7 })
    expect(requests).toHaveLength(1)
  })
})
