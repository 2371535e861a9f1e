// cancelSession: cancels a turn from outside the agent, whether a process runs it or not.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { call, scripted } from "../model/scripted.ts"
import { profileNamed } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { cancelSession } from "./cancel-session.ts"

const send = tool({ name: "send", description: "Sends.", input: {}, approval: true, effect: "once", run: () => "sent" })
const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("send")] } : "Sent."))

/** An agent whose session waits for an approval. */
async function waiting() {
  const store = memory()
  const agent = await createAgent({ model, tools: [send], store, parkMs: 60_000 })
  const session = await agent.open({ id: "s" })
  const turn = session.send("Send it.")
  for await (const event of session.events()) if (event.type === "approval-requested") break
  return { store, agent, session, turn }
}

it("cancelSession ends a turn that no process runs, runs nothing, and the next message is answered", async () => {
  const { store, agent } = await waiting()
  await agent.close()
  expect(await cancelSession(store, "s")).toBe("cancelled")
  expect(await store.sessions.get("s")).toMatchObject({ status: "idle", dueAt: null, openRequests: [] })
  const facts = await store.log.read("s", 0)
  expect(facts.at(-2)).toMatchObject({ type: "tool-finished", outcome: "skipped" })
  expect(facts.at(-1)).toMatchObject({ type: "turn-finished", outcome: "cancelled" })
  const rules = recordedRules(facts, profileNamed("default"))
  expect(replaySession({ facts, rules })).toMatchObject({ exact: true })
  expect(await cancelSession(store, "s")).toBe("nothing")
  await using again = await createAgent({ model: scripted(() => "Yes?"), store })
  expect(await (await again.open({ id: "s" })).ask("Hello")).toMatchObject({ text: "Yes?" })
})

it("cancelSession asks the process that runs the turn", async () => {
  const store = memory()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const run = (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
    begin()
    return new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("stopped")))
  }
  const endless = tool({ name: "send", description: "Sends slowly.", input: {}, effect: "read", run })
  const agent = await createAgent({ model, tools: [endless], store })
  const turn = (await agent.open({ id: "s" })).send("Send it.")
  await begun
  expect(await cancelSession(store, "s")).toBe("asked")
  expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
  await agent.close()
})

it("cancelSession refuses a session that does not exist", async () => {
  await expect(cancelSession(memory(), "none")).rejects.toMatchObject({ code: "session-missing" })
})
