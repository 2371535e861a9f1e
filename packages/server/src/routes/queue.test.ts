// The queue of a session and the approval modes of turns, over a real socket.
import { createAgent, memory, tool } from "@pawl/agent"
import { call as calls, type Script, scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"

const open: Served[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function serving(script: Script, more: object = {}): Promise<Served> {
  const mail = tool({
    name: "mail",
    description: "Sends a mail.",
    input: { type: "object" },
    effect: "once",
    run: () => "sent",
  })
  const each = await served({ model: scripted(script), tools: [mail], ...more })
  open.push(each)
  await each.post("/v1/sessions", { id: "s" })
  return each
}

/** A turn that goes on until it is let go. */
function held() {
  const go = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const script: Script = async ({ said }) => {
    began.resolve()
    await go.promise
    return `Heard ${said}.`
  }
  return { script, began: began.promise, release: () => go.resolve() }
}

describe("the queue", () => {
  it("is listed, taken back and let into the turn, each once", async () => {
    const turn = held()
    const { post, get, url } = await serving(turn.script)
    const remove = (id: string) => fetch(`${url}/v1/sessions/s/queue/${id}`, { method: "DELETE" })
    await post("/v1/sessions/s/messages", { input: "first", id: "a" })
    await turn.began
    for (const id of ["b", "c"]) await post("/v1/sessions/s/messages", { input: `message ${id}`, id })
    const { queued } = (await (await get("/v1/sessions/s/queue")).json()) as { readonly queued: readonly object[] }
    expect(queued).toEqual(
      ["b", "c"].map((id) => ({
        id,
        input: [{ type: "text", text: `message ${id}` }],
        at: expect.any(Number),
        by: expect.any(String),
      })),
    )
    // A client that lost the answer asks again.
    for (const _ of [1, 2]) expect(await (await remove("b")).json()).toEqual({ unsent: true })
    expect(await (await post("/v1/sessions/s/queue/c/steer")).json()).toEqual({ joined: true })
    expect(await (await get("/v1/sessions/s/queue")).json()).toEqual({ queued: [] })
    for (const id of ["a", "c", "none"]) expect(await (await remove(id)).json(), id).toEqual({ unsent: false })
    expect(await (await post("/v1/sessions/s/queue/b/steer")).json()).toEqual({ joined: false })
    turn.release()
    expect((await get("/v1/sessions/unknown/queue")).status).toBe(404)
  })
})

describe("the approval mode of a turn", () => {
  const mails: Script = ({ results }) => results.at(-1)?.text ?? { calls: [calls("mail", {})] }

  it("is one that the workspace allows: auto only where it is listed", async () => {
    const usual = await serving(mails)
    const refused = await usual.post("/v1/sessions/s/messages", { input: "Go.", approval: "auto" })
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: "approval-not-allowed" } }])
    expect((await usual.post("/v1/sessions/s/messages", { input: "Go.", approval: "all" })).status).toBe(400)
    const listed = await serving(mails, { approvalModes: ["ask", "auto"] })
    const answer = await listed.post("/v1/sessions/s/ask", { input: "Go.", approval: "auto" })
    expect(await answer.json()).toMatchObject({ outcome: "completed", text: "sent" })
    expect((await listed.post("/v1/sessions/s/messages", { input: "Go.", approval: "edits" })).status).toBe(403)
    const names = async ({ get }: Served) => (await get("/v1/workspaces")).json()
    expect(await names(usual)).toEqual({ workspaces: [{ name: "main", approvalModes: ["ask", "edits", "plan"] }] })
    expect(await names(listed)).toEqual({ workspaces: [{ name: "main", approvalModes: ["ask", "auto"] }] })
  })

  it("plan runs nothing that changes something, and is told with the turn", async () => {
    const { post, store } = await serving(mails)
    const answer = await post("/v1/sessions/s/ask", { input: "Go.", approval: "plan" })
    expect(((await answer.json()) as { readonly text: string }).text).toContain("you may only look")
    const facts = await store.log.read("s", 0)
    expect(facts.find(({ type }) => type === "turn-started")).toMatchObject({ approval: "plan" })
  })

  it("holds for an agent that runs the turn in another process, and never widens what that one denies", async () => {
    const store = memory()
    const sender = await createAgent({ model: scripted(mails), store, run: "none", approvalModes: ["auto"] })
    const denies = await createAgent({ model: scripted(mails), store, run: "all", approve: "deny" })
    const { text } = await (await sender.open({ id: "s" })).ask("Go.", { approval: "auto" })
    expect(text).toContain('"mail"')
    await Promise.all([sender.close(), denies.close()])
  })
})
