// What people write who come from another library, or from plain JavaScript: each is answered by one sentence that says what to
// write instead.
import * as v from "valibot"
import { describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { modelFrom } from "../model/providers.ts"
import { call, scripted } from "../model/scripted.ts"
import { sqlite } from "../store/open-sqlite.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"

const model = scripted(() => "fine")
const about = { name: "find_order", description: "Finds an order.", effect: "read", run: () => "" } as const
const findOrder = tool({ ...about, input: { type: "object" } })
const ofAiSdk = { specificationVersion: "v3", provider: "x", modelId: "x-1" }

/** Creates the agent as plain JavaScript would. */
function refusal(options: unknown): Promise<unknown> {
  return createAgent(options as never).then(
    (agent) => agent.close().then(() => "accepted"),
    (error: unknown) => error,
  )
}

describe("createAgent says what to write instead of", () => {
  it.each<readonly [string, unknown, string]>([
    ["nothing", undefined, 'Write createAgent({ model: "ollama:qwen3:8b" }).'],
    ["a model's name alone", "openai:gpt-5", 'Write createAgent({ model: "ollama:qwen3:8b" }).'],
    ["a path as store", { model, store: "agent.db" }, 'store: write sqlite("agent.db"), with sqlite of "@pawl/agent"'],
    ["options as store", { model, store: { path: "agent.db" } }, 'pass a store, as in sqlite("agent.db") or memory()'],
    [
      "a misspelled option",
      { model, instruction: "" },
      "instruction: there is no such option; the nearest is instructions",
    ],
    [
      "an option of another library",
      { model, systemPrompt: "" },
      "systemPrompt: there is no such option; write instructions",
    ],
    ["a stop condition", { model, stopWhen: () => true }, "stopWhen: there is no such option; write maxIterations"],
    ["another name for the model", { model, llm: model }, "llm: there is no such option; write model"],
    ["a number of retries", { model, retries: 3 }, "retries: an object, such as { attempts: 6, firstMs: 500 }"],
    ["retries as others call them", { model, maxRetries: 3 }, "maxRetries: there is no such option; write retries"],
    ["limits without a model", { model, rates: { concurrency: 3 } }, "rates: name the models, such as { "],
    ["a temperature", { model, temperature: 0 }, "write model: modelFrom(name, { temperature })"],
    ["a context", { model, context: {} }, "write agent.open({ context }), or session.send(input, { context })"],
    [
      "a context in place of contextOf",
      { model, contextOf: {} },
      "write contextOf: async ({ id, owner, turn }) => ...",
    ],
    ["what to store of a context", { model, storeContext: ["user"] }, "storeContext: true or false"],
    ["another policy", { model, approve: "never" }, 'approve: "ask", "auto" or "deny", or a function that returns one'],
    ["one tool", { model, tools: findOrder }, "tools: must be a list of tools; write tools: [find_order]"],
    ["tools by name", { model, tools: { findOrder } }, "tools: must be a list of tools; write tools: [first, second]"],
    [
      "another effect",
      { model, tools: [{ ...findOrder, effect: "write" }] },
      '"once" (must not run twice), and is "write"',
    ],
    [
      "execute",
      { model, tools: [{ ...findOrder, run: undefined, execute: () => "" }] },
      "write run instead of execute",
    ],
    [
      "parameters",
      { model, tools: [{ ...about, parameters: {} }] },
      "input is missing; write input instead of parameters",
    ],
    [
      "a text as input",
      { model, tools: [{ ...about, input: z.string() }] },
      "Write input: z.object({ value: z.string() }).",
    ],
    [
      "a list as input",
      { model, tools: [{ ...about, input: v.array(v.string()) }] },
      "Write input: v.object({ value: v.string() }).",
    ],
    [
      "a text as JSON Schema",
      { model, tools: [{ ...about, input: { type: "string" } }] },
      'Pass JSON Schema such as {"type":"object","properties":{}}.',
    ],
    [
      "fields as input",
      { model, tools: [{ ...about, input: { order: z.string() } }] },
      "Write input: z.object({ order: … }).",
    ],
    [
      "a misspelt field of a tool",
      { model, tools: [{ ...findOrder, aproval: false }] },
      'tools[0] ("find_order"): write approval instead of aproval',
    ],
    ["a misspelt provider", { model: "antropic:claude-sonnet-4-5" }, 'Write "anthropic:claude-sonnet-4-5".'],
    ["a misspelt profile", { model, profile: "defualt" }, 'There is no profile "defualt". Did you mean "default"?'],
    ["a count in words", { model, maxIterations: "five" }, "maxIterations: a whole number of at least 1"],
    ["no model", {}, 'model: pass a model, or "provider:name"'],
    ["a provider of the AI SDK", { model: () => ofAiSdk }, 'as in anthropic("claude-sonnet-4-5")'],
    [
      "an old model of the AI SDK",
      { model: { ...ofAiSdk, specificationVersion: "v2", doStream: () => {} } },
      'or write "provider:name"',
    ],
    [
      "an image model of the AI SDK",
      { model: ofAiSdk },
      '"x-1" is no language model of the AI SDK; pass one, as in openai("gpt-5")',
    ],
    [
      "an embedder of the AI SDK",
      { model, toolSearch: { embedder: { ...ofAiSdk, doEmbed: () => {} } } },
      'toolSearch.embedder: write "openai:text-embedding-3-small"',
    ],
    ["a judge that is none", { model, judge: {} }, 'judge: pass a model, or "provider:name"'],
    [
      "a planner that is none",
      { model, orchestrate: { planner: 5 } },
      'orchestrate.planner: pass a model, or "provider:name"',
    ],
    ["a model without its provider", { model: "gpt-5-mini" }, 'Write "openai:gpt-5-mini".'],
    ["a gateway's name of a model", { model: "anthropic/claude-sonnet-4-5" }, 'Write "anthropic:claude-sonnet-4-5".'],
  ])("%s", async (_, options, instead) => {
    expect(await refusal(options)).toMatchObject({ code: "config-invalid", message: expect.stringContaining(instead) })
  })

  it("a model whose key is missing", async () => {
    vi.stubEnv("TOGETHER_API_KEY", undefined)
    const refused = await refusal({ model: "together:some-model" }).finally(() => vi.unstubAllEnvs())
    const message = expect.stringContaining("TOGETHER_API_KEY is not set. Set it, or choose a model that runs here")
    expect(refused).toMatchObject({ code: "config-invalid", message })
  })
})

describe("a misspelt name inside an option is refused:", () => {
  it.each<[object, string]>([
    [{ approvals: { timeout: 5 } }, "approvals.timeout: there is no such option; the nearest is timeoutMs"],
    [{ leases: { beat: 1 } }, "leases.beat: there is no such option; the nearest is beatMs"],
    [{ toolSearch: { embeder: "x" } }, "toolSearch.embeder: there is no such option; the nearest is embedder"],
    [{ builtins: { network: true } }, "builtins.network: there is no such option; the nearest is allowNetwork"],
    [{ delegation: { maxDept: 1 } }, "delegation.maxDept: there is no such option; the nearest is maxDepth"],
    [{ delegation: { kinds: { q: { about: "", modle: "m" } } } }, "delegation.kinds.q.modle: there is no such option"],
    [{ delegation: { kinds: { q: { about: "", model: 5 } } } }, "delegation.kinds.q.model: pass a model"],
  ])("%j", async (options, words) => {
    expect(await refusal(options)).toMatchObject({ code: "config-invalid", message: expect.stringContaining(words) })
  })
})

describe("an owner that is undefined", () => {
  it.each<[string, (agent: Agent) => Promise<unknown>]>([
    ["agent.open", (agent) => agent.open({ id: "s", owner: undefined } as never)],
    ["agent.sessions.get", (agent) => agent.sessions.get("s", { owner: undefined } as never)],
    ["agent.sessions.list", (agent) => agent.sessions.list({ owner: undefined } as never)],
    ["agent.requests", (agent) => agent.requests({ owner: undefined } as never)],
  ])("is refused by %s, because it would mean the sessions of all", async (of, act) => {
    await using agent = await createAgent({ model })
    await agent.open({ id: "s", owner: "ann" })
    const message = `${of} got an owner that is undefined. Pass the owner's name, or leave "owner" out.`
    await expect(act(agent)).rejects.toMatchObject({ code: "input-invalid", message })
  })
})

describe("a session says what to write instead of", () => {
  it.each(["yes", "approved", "toString", { decision: "approved" }])("%j as a decision", async (word) => {
    await using agent = await createAgent({ model })
    const session = await agent.open()
    const message = expect.stringContaining('write session.decide(event, "approve")')
    await expect(session.decide("call", word as never)).rejects.toMatchObject({ code: "input-invalid", message })
  })
})

describe("a value that does not exist is refused, with what to write instead:", () => {
  it.each<readonly [string, (session: Untyped, sessions: Untyped) => unknown, string]>([
    ["whenBusy", (session) => session.send?.("hi", { whenBusy: "drop" }), 'must be "queue", "steer" or "refuse"'],
    ["a message of another library", (session) => session.ask?.({ role: "user", content: "hi" }), "pass the content."],
    ["messages of another library", (session) => session.ask?.([{ role: "user", content: "hi" }]), "pass the content."],
    ["a status", (_, sessions) => sessions.list?.({ status: "runing" }), 'no status "runing". Choose from: idle,'],
    ["one status of two", (_, sessions) => sessions.list?.({ status: ["idle", "done"] }), 'no status "done".'],
    ["a limit of 0", (_, sessions) => sessions.list?.({ limit: 0 }), "at least 1, and is 0."],
    ["no words", (_, sessions) => sessions.search?.(), 'Write agent.sessions.search("invoice tuesday").'],
    [
      "a session instead of its id",
      (session, sessions) => sessions.remove?.(session),
      "agent.sessions.remove(session.id).",
    ],
  ])("%s", async (_, wrong, instead) => {
    await using agent = await createAgent({ model })
    const session = await agent.open()
    const given = [session, agent.sessions] as unknown as readonly [Untyped, Untyped]
    const refused = { code: "input-invalid", message: expect.stringContaining(instead) }
    await expect((async () => wrong(...given))()).rejects.toMatchObject(refused)
    expect(await session.facts()).toHaveLength(1)
  })

  it.each<readonly [string, () => unknown, string]>([
    ["no path", () => (sqlite as (path?: string) => unknown)(), 'Write sqlite("agent.db").'],
    ["an option of a store", () => sqlite("never.db", { readonly: true } as never), 'sqlite has no option "readonly"'],
    ["an option of a model", () => modelFrom("ollama:qwen3", { apikey: "k" } as never), "the nearest is apiKey."],
  ])("%s", async (_, wrong, instead) => {
    const refused = { code: "config-invalid", message: expect.stringContaining(instead) }
    await expect((async () => wrong())()).rejects.toMatchObject(refused)
  })
})

/** A session and its agent, as plain JavaScript calls them. */
type Untyped = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>

describe("an option that does not exist is refused, with the nearest one:", () => {
  const options: readonly (readonly [
    string,
    (session: Untyped, agent: Untyped, sessions: Untyped) => unknown,
    string,
  ])[] = [
    ["open", (_, agent) => agent.open?.({ titel: "x" }), 'agent.open has no option "titel"; the nearest is title.'],
    ["open by an id alone", (_, agent) => agent.open?.("order-42"), 'Write agent.open({ id: "order-42" }).'],
    ["open by a number", (_, agent) => agent.open?.(42), 'Write agent.open({ id: "order-42" }).'],
    [
      "send",
      (session) => session.send?.("hi", { whenbusy: "queue" }),
      'session.send has no option "whenbusy"; the nearest is whenBusy.',
    ],
    [
      "ask",
      (session) => session.ask?.("hi", { modle: "x" }),
      'session.send has no option "modle"; the nearest is model.',
    ],
    [
      "send with a text",
      (session) => session.send?.("hi", "queue"),
      "The options of session.send must be an object. Its options are id, by,",
    ],
    ["events", (session) => session.events?.({ since: 0 }), 'session.events has no option "since"'],
    ["events after a number", (session) => session.events?.(0), "Write session.events({ after: 0 })"],
    ["decide", (session) => session.decide?.("c", "deny", { reasons: "x" }), "the nearest is reason."],
    ["decide with a text", (session) => session.decide?.("c", "deny", "late"), '"deny", { reason: "Too late." })'],
    ["answer", (session) => session.answer?.("c", "yes", { form: 1 }), 'session.answer has no option "form"'],
    ["compact", (session) => session.compact?.("the invoices"), "Write session.compact({ focus:"],
    [
      "update",
      (session) => session.update?.({ tag: "vip" }),
      "the nearest is tags. Its options are title, pinned, archived, tags,",
    ],
    ["fork", (session) => session.fork?.({ seq: 3 }), 'session.fork has no option "seq"'],
    ["undo", (session) => session.undo?.(2), "Write session.undo({ turn: 2 })."],
    ["rewind", (session) => session.rewind?.({ turn: 2, wat: "both" }), "the nearest is what."],
    ["list", (_, __, sessions) => sessions.list?.({ tags: ["vip"] }), "the nearest is tag."],
    [
      "list by an owner alone",
      (_, __, sessions) => sessions.list?.("ann"),
      'Write agent.sessions.list({ owner: "ann" }).',
    ],
    [
      "get, which would open the sessions of all",
      (session, _, sessions) => sessions.get?.(session.id, { onwer: "ann" }),
      'agent.sessions.get has no option "onwer"; the nearest is owner.',
    ],
    [
      "get with an owner alone",
      (session, _, sessions) => sessions.get?.(session.id, "ann"),
      'Write agent.sessions.get(id, { owner: "ann" }).',
    ],
    ["search", (_, __, sessions) => sessions.search?.("x", { limt: 1 }), "the nearest is limit."],
    ["close", (_, agent) => agent.close?.({ deadline: 5 }), "the nearest is deadlineMs."],
    ["requests", (_, agent) => agent.requests?.({ user: "ann" }), "agent.requests has no option"],
  ]
  it.each(options)("%s", async (_, wrong, instead) => {
    await using agent = await createAgent({ model })
    const session = await agent.open()
    const given = [session, agent, agent.sessions] as unknown as readonly [Untyped, Untyped, Untyped]
    const refused = { code: "input-invalid", message: expect.stringContaining(instead) }
    await expect((async () => wrong(...given))()).rejects.toMatchObject(refused)
    expect(await session.facts()).toHaveLength(1)
  })
})

describe("session.decide", () => {
  const pay = tool({
    name: "pay",
    description: "Pays.",
    input: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
    effect: "once",
    run: ({ sum }) => `Paid ${sum}.`,
  })
  const paying = scripted(({ results }) => results[0]?.text ?? { calls: [call("pay", { sum: 5 })] })

  it.each([
    ["approve", {}, "Paid 5."],
    ["approve", { arguments: { sum: 3 }, by: "ann" }, "Paid 3."],
    ["deny", { reason: "Too much." }, 'The user did not allow "pay". Reason: Too much.'],
  ] as const)("settles a request: %s with %j", async (word, options, text) => {
    await using agent = await createAgent({ model: paying, tools: [pay] })
    const session = await agent.open()
    const turn = session.send("Pay.")
    for await (const event of turn) if (event.type === "approval-requested") await session.decide(event, word, options)
    expect((await turn.result()).text).toBe(text)
  })
})
