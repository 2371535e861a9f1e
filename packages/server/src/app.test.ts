import { createAgent, memory } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { describe, expect, it } from "vitest"
import { ACCESS } from "./access/table.ts"
import { ROUTES } from "./routes/all.ts"
import { createServer } from "./server.ts"

describe("the routes", () => {
  it("each have one row in the table of access", () => {
    const names = ROUTES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !(name in ACCESS))).toEqual([])
  })
})

describe("a server", () => {
  it("opens a session, runs a turn and streams its events", async () => {
    const store = memory()
    const agent = await createAgent({ model: scripted(() => ({ text: "Good morning." })), store })
    const server = createServer({
      store,
      workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }],
      checksAnswers: true,
    })
    const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      })
    expect((await post("/v1/sessions", { id: "a" })).status).toBe(201)
    expect((await post("/v1/sessions/a/messages", { input: "Hello" })).status).toBe(202)
    const stream = await fetch(`${url}/v1/sessions/a/events`)
    let text = ""
    for await (const chunk of stream.body ?? []) {
      text += new TextDecoder().decode(chunk)
      if (text.includes("event: turn-end")) break
    }
    expect(text).toContain("Good morning.")
    await server.drain(1000)
    await store.close()
  })

  it("asks clients to leave the connection while it drains, and not before", async () => {
    const store = memory()
    const agent = await createAgent({ model: scripted(() => "Hello."), store })
    const server = createServer({ store, workspaces: [{ name: "main", agent, profiles: [], models: [] }] })
    const { port } = await server.listen({ port: 0, host: "127.0.0.1" })
    const connection = async () =>
      (await server.fetch(new Request(`http://127.0.0.1:${port}/healthz`))).headers.get("connection")
    expect(await connection()).toBeNull()
    const drained = server.drain(1000)
    expect(await connection()).toBe("close")
    await drained
    await store.close()
  })
})
