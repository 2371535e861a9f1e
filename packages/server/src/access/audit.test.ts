// What the audit keeps beside the management of users: settings, secrets, copies, servers, and what admins do in the sessions of others.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memory, plugin, secret } from "@pawl/agent"
import { loadPlugins } from "@pawl/agent/plugins"
import { describe, expect, it, onTestFinished } from "vitest"
import { running } from "../__fixtures__/ops-server.ts"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import { type Person, team } from "../__fixtures__/team.ts"
import { cleanUpNow } from "../manage/cleanup.ts"
import { Audit } from "./audit.ts"

interface Kept {
  readonly who: string
  readonly what: string
  readonly outcome: string
  readonly detail: Readonly<Record<string, unknown>>
}

const kept = async (root: Person): Promise<readonly Kept[]> => (await root.get("/v1/audit")).body.entries.toReversed()

describe("the audit keeps", () => {
  it("what an admin does in the session of another, and nothing of what the owner does there", async () => {
    const server = await team()
    const [ann, root] = [await server.add("ann"), await server.add("root", { role: "admin" })]
    for (const each of [ann, root]) await each.post("/v1/sessions", { id: `of-${each.name}` })
    const call = await ann.sendAndWait("of-ann", "write a.md")
    await ann.get("/v1/sessions/of-ann/transcript")
    await root.get("/v1/sessions/of-root")
    await root.get("/v1/sessions/of-ann/transcript")
    await root.post(`/v1/sessions/of-ann/requests/${call}/decision`, { decision: "deny" })
    await root.post("/v1/sessions/of-ann/messages", { input: "hello" })
    const client = await SocketClient.open(server.url, { headers: { authorization: `Bearer ${root.token}` } })
    client.send({ id: 1, follow: "of-ann" })
    expect(await client.next()).toMatchObject({ id: 1, event: {} })
    client.socket.terminate()
    await root.ask("DELETE", "/v1/sessions/of-ann")
    const all = await kept(root)
    expect(all.map(({ what }) => what)).toEqual([
      "look.transcript",
      "requests.decide",
      "turns.send",
      "events.session",
      "sessions.remove",
    ])
    for (const { who, detail } of all) {
      const { session, owner } = detail
      expect([who, session, owner]).toEqual(["root", "of-ann", "ann"])
    }
  })

  it("a few refusals a minute of one person, and what others do meanwhile", async () => {
    const server = await team()
    const [ann, root] = [await server.add("ann"), await server.add("root", { role: "admin" })]
    for (let each = 0; each < 30; each++) await ann.ask("DELETE", "/v1/users/root")
    await root.ask("PUT", "/v1/groups/docs", {})
    const all = await kept(root)
    expect(all.filter(({ who }) => who === "ann")).toHaveLength(5)
    expect(all.at(-1)).toMatchObject({ who: "root", what: "groups.put" })
  })

  it("settings with the value before and after, secrets masked, and who revealed one or took a copy", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-audit-"))
    const weather = plugin({
      name: "weather",
      settings: { type: "object", properties: { key: secret({ description: "The key." }) } },
      tools: [],
    } as never)
    const options = { settingsFolder: join(folder, "settings"), env: {} }
    const { call, stop } = await running({
      folder,
      agent: { plugins: [weather], pluginOptions: options },
      workspace: { plugins: () => loadPlugins([weather], options) },
    })
    onTestFinished(async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    })
    await call("PUT", "/v1/settings/notice", { value: "Back at noon." })
    await call("DELETE", "/v1/settings/notice")
    await call("PUT", "/v1/plugins/weather/settings/key", { value: "topsecret-0123456789" })
    await call("POST", "/v1/plugins/weather/settings/key/reveal")
    await call("POST", "/v1/admin/backup")
    await call("PUT", "/v1/mcp-servers/files", { url: "http://127.0.0.1:1/mcp?key=topsecret" })
    const { entries } = (await call("GET", "/v1/audit")).body as { entries: readonly Kept[] }
    expect(entries.toReversed().map(({ who, what, detail: { path: _, ...detail } }) => [who, what, detail])).toEqual([
      ["local", "settings.set", { name: "notice", old: "", new: "Back at noon." }],
      ["local", "settings.unset", { name: "notice", old: "Back at noon." }],
      ["local", "plugins.set", { plugin: "weather", setting: "key", old: null, new: expect.any(String) }],
      ["local", "plugins.reveal", {}],
      ["local", "admin.backup", {}],
      ["local", "servers.put", { url: "http://127.0.0.1:1/mcp?key=********" }],
    ])
    expect(JSON.stringify(entries)).not.toContain("topsecret")
  })
})

it("the cleanup removes what the audit has kept for longer than the setting says", async () => {
  const store = memory()
  const DAY = 24 * 60 * 60 * 1000
  for (const days of [500, 401, 399, 0])
    await new Audit(store.records, () => Date.now() - days * DAY).add({
      who: String(days),
      what: "w",
      detail: {},
      outcome: "done",
    })
  const who = async () => (await new Audit(store.records).list()).map(({ entry }) => entry.who)
  await cleanUpNow({ store, env: {}, lapseMs: 1000 }, true)
  expect(await who()).toEqual(["0", "399", "401", "500"])
  await cleanUpNow({ store, env: { PAWL_SERVE_AUDIT_KEEP_DAYS: "0" }, lapseMs: 1000 })
  expect(await who()).toHaveLength(4)
  await cleanUpNow({ store, env: {}, lapseMs: 1000 })
  expect(await who()).toEqual(["0", "399"])
})
