import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Library from "@pawl/agent"
import { createAgent, memory, tool } from "@pawl/agent"
import { call, type Script, scripted } from "@pawl/agent/testing"
import { createServer } from "@pawl/server"
import { describe, expect, it } from "vitest"
import * as wire from "./index.ts"

/** What a program may use of either: the library's own types, without the classes that only it can make. */
interface Handle
  extends Pick<
    Library.Session,
    | "id"
    | "events"
    | "decide"
    | "answer"
    | "cancel"
    | "queued"
    | "unsend"
    | "steer"
    | "compact"
    | "changes"
    | "checkpoints"
    | "undo"
    | "rewind"
    | "context"
    | "tasks"
    | "notes"
    | "messages"
    | "transcript"
    | "transcriptPage"
    | "exchange"
    | "info"
    | "tag"
    | "untag"
    | "update"
  > {
  send(input: Library.Input, options?: Sending): Turn
  ask(input: Library.Input, options?: Sending): Promise<Library.TurnResult>
  retry(options?: Pick<Library.SendOptions, "id" | "by" | "signal">): Promise<Turn>
  fork(options?: Library.ForkOptions): Promise<Handle>
  facts(after?: number): Promise<readonly Pick<Library.Fact, "type" | "seq" | "at">[]>
}

/** A client names a model, and describes an answer by a JSON Schema. */
interface Sending extends Omit<Library.SendOptions, "model" | "output"> {
  readonly model?: string
  readonly output?: Library.JsonObject
}

type Turn = Pick<Library.TurnStream, "id" | "accepted" | "result"> & AsyncIterable<Library.Event>

interface Agent extends Pick<Library.Agent, "requests" | "usage" | "tools" | "close"> {
  open(options?: Library.OpenOptions): Promise<Handle>
  readonly sessions: Pick<Library.Agent["sessions"], "list" | "find" | "search" | "export" | "import" | "remove"> & {
    get(id: string): Promise<Handle | undefined>
  }
}

const fits: readonly [(agent: Library.Agent) => Agent, (client: wire.Client) => Agent] = [(a) => a, (c) => c]

/** What waits is answered once it is released. */
const scriptWith =
  (released: Promise<void>): Script =>
  ({ messages, results }) => {
    const said = JSON.stringify(messages.at(-1))
    if (said.includes("wait")) return released.then(() => ({ text: "Late." }))
    if (said.includes("fail")) throw new Error("no")
    if (results.length > 0) return { text: `Done: ${results[0]?.text}.` }
    return said.includes("write") ? { calls: [call("note", { text: "hello" })] } : { text: "Good morning." }
  }

const write = (folder: string) =>
  tool({
    name: "note",
    description: "Writes a note.",
    input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    effect: "once",
    approval: true,
    run: ({ text }) => {
      writeFileSync(join(folder, "note.txt"), String(text))
      return "written"
    },
  })

/** One program, for a library or for a server: what it has seen. */
async function program(agent: Agent, go: () => void): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  const session = await agent.open({ id: "order-42", title: "Order", tags: ["vip"] })
  const turn = session.send("Hello", { id: "first" })
  seen.push(await turn.accepted(), turn.id)
  for await (const event of turn) if (event.type !== "text-delta") seen.push(event.type)
  seen.push((await turn.result()).text)
  for await (const event of session.send("Please write.")) {
    if (event.type !== "approval-requested") continue
    const [request] = await agent.requests()
    seen.push(event.name, event.preview, request?.call === event.call, (await session.info()).openRequests[0]?.name)
    await session.decide(event, "approve", { arguments: { text: "changed" } })
  }
  // The same message again: it is not carried out twice, and its turn is found.
  seen.push((await session.ask("Hello", { id: "first" })).text)
  const slow = session.send("wait", { id: "slow" })
  for await (const event of slow) if (event.type === "iteration-start") break
  const queued = ["kept", "dropped"].map((id) => session.send(`Hello, ${id}`, { id }))
  for (const each of queued) await each.accepted()
  seen.push((await session.queued()).map(({ id, input }) => [id, input]))
  seen.push(await session.unsend("dropped"), await session.unsend("slow"), await session.steer("dropped"))
  await queued[1]?.result().catch((error: { readonly code: string }) => seen.push(error.code))
  seen.push(await session.steer("kept"), await session.queued())
  go()
  seen.push((await queued[0]?.result())?.text, (await slow.result()).outcome)
  await session.tag("refund")
  await session.untag("vip")
  await session.update({ pinned: true })
  const { metadata, turns, status, title, profile, openRequests } = await session.info()
  seen.push(metadata, turns, status, title, profile, openRequests)
  seen.push((await session.transcript()).map(({ messages }) => messages.map(({ role, parts }) => [role, parts.length])))
  const { turns: newest, position, earlier } = await session.transcriptPage({ last: 1 })
  seen.push(newest[0]?.turn, position, earlier, (await session.transcript({ last: 5, before: 2 })).length)
  const { model, messages = [], answer } = (await session.exchange("1.1.1")) ?? {}
  seen.push(model, messages, answer?.text, await session.exchange("9.9.9"))
  seen.push((await session.facts()).map(({ type, seq }) => [type, seq]))
  seen.push((await session.messages()).length, await session.tasks(), await session.notes())
  seen.push(
    (await session.context()).budget,
    (await session.checkpoints()).map(({ said }) => said),
  )
  seen.push((await session.changes()).length, (await session.rewind({ turn: 2, what: "conversation" })).rewoundTo)
  const forked = await session.fork({ title: "Copy" })
  seen.push((await forked.info()).title, (await agent.sessions.find("Copy")).id === forked.id)
  seen.push((await agent.sessions.list({ tag: ["refund"] })).map((row) => row.title))
  seen.push(
    (await agent.sessions.search("morning")).length,
    (await agent.tools()).map(({ name }) => name),
  )
  seen.push((await agent.usage()).map(({ model, requests }) => [model, requests]))
  const lines: string[] = []
  for await (const line of agent.sessions.export(forked.id)) lines.push(line)
  seen.push(lines.length, (await agent.sessions.import(lines)).facts)
  seen.push(await agent.sessions.remove(forked.id), await agent.sessions.remove(forked.id))
  seen.push(await agent.sessions.get(forked.id))
  await agent.open({ id: "none", create: false }).catch((error: { readonly code: string }) => seen.push(error.code))
  await session.decide("no-call", "approve").catch((error: { readonly code: string }) => seen.push(error.code))
  await session.retry().catch((error: { readonly code: string }) => seen.push(error.code))
  return seen
}

describe("a program that is written for the library", () => {
  it("does the same with a client, over a socket", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-shapes-"))
    const made = () => {
      const store = memory()
      const { promise, resolve: go } = Promise.withResolvers<void>()
      const model = scripted(scriptWith(promise))
      return { store, go, agent: createAgent({ model, tools: [write(folder)], store }) }
    }
    const here = made()
    const local = await here.agent
    const expected = await program(fits[0](local), here.go)
    await local.close()
    const there = made()
    const agent = await there.agent
    const server = createServer({
      store: there.store,
      workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }],
      checksAnswers: true,
    })
    const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
    const client = wire.connect({ url })
    expect(await program(fits[1](client), there.go)).toEqual(expected)
    expect(readFileSync(join(folder, "note.txt"), "utf8")).toBe("changed")
    await client.close()
    await server.drain(1000)
    rmSync(folder, { recursive: true })
  })
})
