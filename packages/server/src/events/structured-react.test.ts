// What a browser sees of the profile structured-react: its stream, and its history.
import { tool } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { afterEach, expect, it, vi } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"

let running: Served | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const act = (name: string, path: string) =>
  JSON.stringify({ type: name, thought: "The user asked for it.", arguments: { path } })
const final = (answer: string) => JSON.stringify({ type: "FinalResponse", answer })

const input = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const
const look = tool({ name: "look", description: "Looks.", input, effect: "read", run: ({ path }) => `saw ${path}` })
const send = tool({ name: "send", description: "Sends.", input, effect: "once", run: () => "sent" })

it("M24: the stream has text, a call for each internal tool, the request for approval last, and no call as raw text", async () => {
  const replies = [act("look", "one"), act("look", "two"), act("send", "three"), final("All is sent.")].values()
  const model = scripted(() => replies.next().value ?? final("Nothing more."))
  running = await served({ model, profile: "structured-react", tools: [look, send] })
  const { post, get, events } = running
  await post("/v1/sessions", { id: "a" })
  await post("/v1/sessions/a/messages", { input: "Look at both, then send." })
  const viewer = await events("/v1/sessions/a/events")
  const before = await viewer.until("approval-requested")
  const names = before.map(({ event }) => event)
  expect(names.filter((name) => name === "tool-call")).toHaveLength(2)
  expect(names.filter((name) => name === "tool-result")).toHaveLength(2)
  expect(names.at(-1)).toBe("approval-requested")
  const request = JSON.parse(before.at(-1)?.data ?? "{}")
  expect(request).toMatchObject({ name: "send", arguments: { path: "three" } })
  await vi.waitFor(async () => expect(await (await get("/v1/sessions/a")).json()).toMatchObject({ status: "waiting" }))
  await post(`/v1/sessions/a/requests/${encodeURIComponent(request.call)}/decision`, { decision: "approve" })
  const after = await viewer.until("turn-end")
  viewer.cut()
  const said = [...before, ...after].flatMap(({ event, data }) => {
    return /^(text-delta|answer-end|turn-end)$/.test(event) ? [String(JSON.parse(data).text)] : []
  })
  expect(said.join("")).not.toMatch(/"type"|arguments|thought/)
  expect(said.at(-1)).toBe("All is sent.")
})

it("M24: the history hides what the model was shown of the tools: it has words and cards, and no message of its own for a result", async () => {
  const replies = [act("look", "one"), final("I saw it.")].values()
  const model = scripted(() => replies.next().value ?? final("Nothing more."))
  running = await served({ model, profile: "structured-react", tools: [look] })
  const { post, get } = running
  await post("/v1/sessions", { id: "a" })
  await post("/v1/sessions/a/ask", { input: "Look." })
  const history = (await (await get("/v1/sessions/a/transcript")).json()) as {
    turns: { messages: { role: string; parts: { type: string; text?: string }[] }[] }[]
  }
  const [turn] = history.turns
  expect(new Set(turn?.messages.map(({ role }) => role))).toEqual(new Set(["user", "assistant"]))
  const words = turn?.messages.flatMap(({ parts }) =>
    parts.flatMap(({ type, text }) => (type === "text" ? [text] : [])),
  )
  expect(words).toEqual(["Look.", "I saw it."])
  expect(turn?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool"))).toHaveLength(1)
})
