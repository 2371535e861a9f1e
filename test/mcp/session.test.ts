// A session whose server is killed, refuses to start or comes back: the turn goes on, and the log records what happened.
import { afterEach, describe, expect, it } from "vitest"
import { type Agent, createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { fixedTools } from "../../packages/agent/src/tools/toolbox.ts"
import { type Peer, startPeer } from "./peer.ts"

const open: (Agent | Peer)[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

describe.each(["stdio", "http"] as const)("with a server over %s", (transport) => {
  it("L25: a session goes on when the server dies in a call, and reaches it again", async () => {
    const restarts = { delaysMs: [100, 200, 400, 800, 1600, 3200], coolDownMs: 1000, maxCoolDownMs: 1000 }
    const peer = await startPeer(transport, { timeoutMs: 20_000, restarts })
    open.push(peer)
    const names = ["fault__good", "fault__die-before", "fault__read-good", "fault__read-die-before", "fault__good"]
    const model = scripted(({ messages }) => {
      const next = names[messages.filter(({ role }) => role === "tool").length]
      return next === undefined ? "Done." : { calls: [call(next)] }
    })
    const tools = fixedTools(peer.source.tools()).tools()
    const agent = await createAgent({ model, tools, approve: "auto" })
    open.push(agent)
    const session = await agent.open()
    expect(await session.ask("go")).toMatchObject({ outcome: "completed", text: "Done." })
    const finished = (await session.facts()).flatMap((fact) => (fact.type === "tool-finished" ? [fact] : []))
    expect(finished.map(({ outcome, code }) => code ?? outcome)).toEqual([
      "ok",
      "outcome-unknown",
      "ok",
      "server-unavailable",
      "ok",
    ])
    expect(JSON.stringify(finished[1]?.content)).toContain("It may have taken effect: verify before you try again.")
    expect(peer.source.status()).toMatchObject([{ state: "ready" }])
  })
})
