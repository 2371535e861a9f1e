// Who may do what, over HTTP: by role, by group and by owner, on every route of the table.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { scripted } from "@pawl/agent/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Person, type Team, team } from "../__fixtures__/team.ts"
import { ROUTES } from "../routes/all.ts"
import { hasRole, ROLES } from "./principal.ts"
import { ACCESS, type Access } from "./table.ts"

const BUILT = new Set<string>(ROUTES.map(({ name }) => name))
const ROWS = Object.entries(ACCESS as Readonly<Record<string, Access>>).flatMap(([name, access]) =>
  BUILT.has(name) ? [{ name, ...access }] : [],
)
const GUARDED = ROWS.filter(({ may }) => may !== "anyone")

const pathOf = (path: string, session: string) =>
  path
    .replace("{session}", session)
    .replace("{user}", "bob")
    .replace("{hash}", "0".repeat(64))
    .replace(/\{\w+\}/g, "none")

/** Bodies that fit, where an empty one does not: else a refusal of the body would hide that of the person. */
const BODIES: Readonly<Record<string, object>> = {
  "turns.send": { input: "hello" },
  "turns.ask": { input: "hello" },
  "requests.decide": { decision: "approve" },
  "requests.answer": { answer: "yes" },
  "files.rewind": { turn: 1, what: "both" },
  "users.add": { name: "ann" },
  "effects.settle": { happened: true },
}

const bodyOf = ({ method, name }: Access & { readonly name: string }) =>
  method === "get" || method === "delete" ? undefined : (BODIES[name] ?? {})

const ask = (person: Person, row: Access & { readonly name: string }, session = "of-ann") =>
  person.ask(row.method.toUpperCase(), pathOf(row.path, session), bodyOf(row))

/** Ann has a session with a secret. */
async function withAnn(): Promise<{ readonly server: Team; readonly ann: Person }> {
  const server = await team()
  const ann = await server.add("ann")
  await ann.post("/v1/sessions", { id: "of-ann", title: "canary" })
  return { server, ann }
}

describe("T22: a foreign session", () => {
  it("is 404 on every route of a session, as one that does not exist, and nothing is changed", async () => {
    const { server, ann } = await withAnn()
    const bob = await server.add("bob")
    const before = (await ann.get("/v1/sessions/of-ann/facts")).text
    const ofSessions = GUARDED.filter(({ of }) => of === "session")
    expect(ofSessions.length).toBeGreaterThan(15)
    for (const row of ofSessions) {
      const [foreign, missing] = [await ask(bob, row), await ask(bob, row, "none-such")]
      expect([row.name, foreign.status]).toEqual([row.name, 404])
      expect(foreign.text).not.toContain("canary")
      const words = ({ text }: typeof foreign) => text.replace(/of-ann|none-such/g, "S").replace(/"trace":"\w+"/, "")
      expect(words(foreign), row.name).toBe(words(missing))
    }
    expect((await ann.get("/v1/sessions/of-ann/facts")).text).toBe(before)
    expect((await bob.get("/v1/sessions")).body.sessions).toEqual([])
    expect((await bob.get("/v1/sessions?owner=ann")).status).toBe(403)
    await bob.post("/v1/sessions", { id: "of-bob" })
    const taken = [
      await bob.post("/v1/sessions", { id: "of-ann" }),
      await bob.post("/v1/sessions/of-bob/fork", { id: "of-ann" }),
      await bob.post("/v1/sessions/of-bob/fork", { id: "of-bob" }),
    ]
    const words = "This id is taken. Choose another one, or leave it out to get a new one."
    for (const { status, body } of taken)
      expect([status, body]).toMatchObject([409, { error: { code: "id-taken", message: words } }])
  })

  it("is open to an admin", async () => {
    const { server } = await withAnn()
    const root = await server.add("root", { role: "admin" })
    expect((await root.get("/v1/sessions/of-ann")).body).toMatchObject({ title: "canary", owner: "ann" })
    expect((await root.get("/v1/sessions?owner=*")).body.sessions).toHaveLength(1)
    expect((await root.get("/v1/sessions")).body.sessions).toEqual([])
  })
})

/** Streams of their own, and what would take the token away. */
const ENDLESS = new Set(["events.all", "events.socket", "own.rotate-token"])

describe("T22: on every route of the table", () => {
  it("a user outside of the allowed groups gets 403, and an admin of the same groups does not", async () => {
    const server = await team()
    await server.users.groups.put("others", { workspaces: ["another"] })
    const eve = await server.add("eve", { groups: ["others"] })
    const root = await server.add("root", { role: "admin", groups: ["others"] })
    for (const row of GUARDED) {
      const { status, body } = await ask(eve, row)
      expect([row.name, status, body?.error?.code]).toEqual([row.name, 403, "not-allowed"])
    }
    expect((await root.get("/v1/workspaces")).body.workspaces).toMatchObject([{ name: "main" }])
  })

  it("without a token, with a wrong one, or with one of another kind it is 401", async () => {
    const { server } = await withAnn()
    for (const row of GUARDED)
      for (const token of [undefined, `pawl_${"A".repeat(43)}`, "x"]) {
        const answer = await server.ask(row.method.toUpperCase(), pathOf(row.path, "of-ann"), bodyOf(row), token)
        expect([row.name, answer.status]).toEqual([row.name, 401])
        expect(answer.headers["www-authenticate"]).toContain("Bearer")
      }
  })

  it.each(ROLES)("a %s is refused exactly where the table asks for a higher role", async (role) => {
    const server = await team()
    const person = await server.add(role, { role })
    await server.add("spare", { role: "admin" })
    for (const row of GUARDED) {
      if (ENDLESS.has(row.name)) continue
      const { body, status } = await ask(person, row, "none")
      const isRefused = status === 403 && body.error.message.includes("role")
      expect([row.name, isRefused]).toEqual([row.name, !hasRole({ role }, row.may as typeof role)])
    }
  })
})

describe("T22: rights of groups", () => {
  it("narrow what is listed, what may be asked for, and what a turn gets", async () => {
    const server = await team({ agent: { approve: "auto" } })
    await server.users.groups.put("lookers", { tools: ["look"], models: ["large"], profiles: ["default"] })
    const eve = await server.add("eve", { groups: ["lookers"] })
    expect((await eve.get("/v1/me")).body).toMatchObject({ user: "eve", allows: { tools: ["look"] } })
    expect((await eve.get("/v1/models")).body.models).toEqual(["large"])
    expect((await eve.get("/v1/tools")).body.tools.map(({ name }: { name: string }) => name)).toEqual(["look"])
    await eve.post("/v1/sessions", { id: "s" })
    const wanted = async (how: object) => (await eve.post("/v1/sessions/s/ask", { input: "write a.md", ...how })).status
    expect(await wanted({ model: "scripted" })).toBe(403)
    const { status, body } = await eve.post("/v1/sessions/s/ask", { input: "hello", model: "none-such" })
    expect([status, body.error.message]).toEqual([400, 'This workspace has no model "none-such". You may use: large.'])
    expect(await wanted({ tools: ["write"] })).toBe(403)
    // Without a wish: the first model that is allowed, and the tools that are.
    expect((await eve.post("/v1/sessions/s/ask", { input: "hello" })).body.text).toBe("from the large one")
    expect(server.ran).toEqual([])
  })

  it("hold for the models of a retry, a summary and a fallback, whoever asks", async () => {
    const asked: string[] = []
    const error = { class: "config", code: "key-missing", message: "It cannot answer." } as const
    const broken = {
      name: "scripted",
      ask: async () => {
        asked.push("scripted")
        return { kind: "failure", error } as const
      },
    }
    const saying = () => {
      asked.push("dear")
      return "yes"
    }
    const server = await team({ agent: { model: [broken, scripted(saying, { name: "dear" })], models: [] } })
    const [eve, root] = [await server.add("eve"), await server.add("root", { role: "admin" })]
    await eve.post("/v1/sessions", { id: "s" })
    await eve.post("/v1/sessions/s/ask", { input: "hello" })
    expect(asked.splice(0)).toContain("dear")
    await server.users.groups.put("cheap", { models: ["scripted"] })
    await server.users.change("eve", { groups: ["cheap"] })
    expect((await eve.post("/v1/sessions/s/ask", { input: "hello" })).body.outcome).toBe("failed")
    for (const who of [eve, root]) {
      expect((await who.post("/v1/sessions/s/retry")).status).toBe(202)
      await idle(root, "s")
      await who.post("/v1/sessions/s/compact")
      await idle(root, "s")
    }
    expect(asked).not.toContain("dear")
  })

  it("hide what waits and what was counted in a workspace that was closed since", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-other-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const server = await team({ elsewhere: folder })
    const eve = await server.add("eve")
    for (const [id, workspace] of Object.entries({ here: "main", there: "other" })) {
      expect((await eve.post("/v1/sessions", { id, workspace })).status).toBe(201)
      await eve.sendAndWait(id, "write a.md")
    }
    const seen = async () => {
      const { requests } = (await eve.get("/v1/requests")).body
      const { sessions } = (await eve.get("/v1/stats")).body
      const { activeSessions } = (await eve.get("/v1/status")).body
      return [requests.map(({ session }: { session: string }) => session).sort(), sessions, activeSessions]
    }
    expect(await seen()).toEqual([["here", "there"], 2, 2])
    await server.users.groups.put("main only", { workspaces: ["main"] })
    await server.users.change("eve", { groups: ["main only"] })
    expect(await seen()).toEqual([["here"], 1, 1])
  })

  it("refuse a profile that is not allowed, for a new session and for an old one", async () => {
    const server = await team()
    const eve = await server.add("eve")
    await eve.post("/v1/sessions", { id: "old" })
    await server.users.groups.put("planners", { profiles: ["plan"] })
    await server.users.change("eve", { groups: ["planners"] })
    expect((await eve.post("/v1/sessions", {})).status).toBe(403)
    for (const [path, body] of [
      ["messages", { input: "hello" }],
      ["retry", {}],
      ["compact", {}],
    ] as const)
      expect([path, (await eve.post(`/v1/sessions/old/${path}`, body)).status]).toEqual([path, 403])
  })

  it("count at once: a call of a tool that was taken away is refused, whoever approves it", async () => {
    const server = await team()
    await server.users.groups.put("writers", { tools: ["write"] })
    const eve = await server.add("eve", { groups: ["writers"] })
    const root = await server.add("root", { role: "admin" })
    await eve.post("/v1/sessions", { id: "s" })
    const call = await eve.sendAndWait("s", "write a.md")
    await root.ask("PUT", "/v1/groups/writers", { tools: ["look"] })
    expect((await root.post(`/v1/sessions/s/requests/${call}/decision`, { decision: "approve" })).status).toBe(200)
    await idle(root, "s")
    expect(server.ran).toEqual([])
    expect((await eve.get("/v1/sessions/s/facts")).text).toContain("tool-not-allowed")
  })
})

describe("T22: tools run with the owner's rights", () => {
  it("and no identity leaks to the next job, whoever sends", async () => {
    const server = await team({ agent: { approve: "auto" } })
    await server.users.groups.put("lookers", { tools: ["look"] })
    const [ann, root] = [await server.add("ann"), await server.add("root", { role: "admin" })]
    const eve = await server.add("eve", { groups: ["lookers"] })
    for (const each of [ann, eve, root]) await each.post("/v1/sessions", { id: `of-${each.name}` })
    const say = (who: Person, session: string, input: string) => who.post(`/v1/sessions/${session}/ask`, { input })
    await say(root, "of-root", "write 1")
    await say(root, "of-ann", "write 2")
    // An admin gives Eve's session no right that Eve has not.
    await say(root, "of-eve", "write 3")
    await say(root, "of-eve", "look 4")
    await say(ann, "of-ann", "write 5")
    await Promise.all([say(ann, "of-ann", "write 6"), say(eve, "of-eve", "look 6"), say(root, "of-root", "write 6")])
    expect(server.ran.slice(0, 4)).toEqual([
      "write 1 for root as root",
      "write 2 for ann as ann",
      "look 4 for eve as eve",
      "write 5 for ann as ann",
    ])
    expect(server.ran.slice(4).sort()).toEqual([
      "look 6 for eve as eve",
      "write 6 for ann as ann",
      "write 6 for root as root",
    ])
  })

  it("also when the turn continues after a restart, with the rights of that time", async () => {
    const server = await team()
    const people = [await server.add("ann"), await server.add("eve"), await server.add("gone")]
    const root = await server.add("root", { role: "admin" })
    const calls: string[] = []
    for (const each of people) {
      await each.post("/v1/sessions", { id: each.name })
      calls.push(await each.sendAndWait(each.name, `write by-${each.name}`))
    }
    await server.users.groups.put("lookers", { tools: ["look"] })
    await server.users.change("eve", { groups: ["lookers"] })
    await server.users.remove("gone")
    await server.restart()
    for (const [place, { name }] of people.entries())
      await root.post(`/v1/sessions/${name}/requests/${calls[place]}/decision`, { decision: "approve" })
    for (const { name } of people) await idle(root, name)
    expect(server.ran).toEqual(["write by-ann for ann as ann"])
  })
})

async function idle(person: Person, session: string): Promise<void> {
  for (;;) {
    const { status } = (await person.get(`/v1/sessions/${session}`)).body
    if (status === "idle" || status === "failed") return
  }
}
