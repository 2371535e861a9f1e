// Users, tokens and groups on a real database.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memory, type OwnerLimits, sqlite } from "@pawl/agent"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Newcomer } from "../login/openid.ts"
import { type NewUser, Users, type UsersOptions } from "./users.ts"

const DAY = 86_400_000

function world(options: Partial<UsersOptions> = {}) {
  const store = memory()
  let now = Date.UTC(2026, 0, 1)
  const users = new Users({ store, now: () => now, ...options })
  const later = (ms: number) => {
    now += ms
  }
  return { store, users, later }
}

async function session(store: ReturnType<typeof memory>, id: string, owner: string): Promise<void> {
  const opened = { type: "session-opened", session: id, profile: "default", v: 1, seq: 1, at: 1, owner } as const
  await store.sessions.create({ id, opened, profile: "default", owner })
}

describe("a token", () => {
  it("is 32 random bytes after a prefix, and the database holds only its hash", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-users-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const store = await sqlite(join(folder, "a.db"))
    const users = new Users({ store })
    await users.add("ann", { role: "admin" })
    const { token } = await users.makeToken("ann", { name: "laptop" })
    expect(token).toMatch(/^pawl_[A-Za-z0-9_-]{43}$/)
    expect(await users.byToken(token)).toMatchObject({ user: "ann", role: "admin", allows: {} })
    await store.close()
    const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))))
    expect(bytes.includes("laptop")).toBe(true)
    expect(bytes.includes(token)).toBe(false)
    expect(bytes.includes(token.slice(5))).toBe(false)
  })

  it.each([
    ["another one", (token: string) => token.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
    ["one without its prefix", (token: string) => token.slice(5)],
    ["a longer one", (token: string) => `${token}A`],
    ["none", () => ""],
    ["the id", async (_: string, users: Users) => (await users.tokens("ann"))[0]?.id ?? "?"],
  ])("that is %s lets nobody in", async (_, forge) => {
    const { users } = world()
    await users.add("ann")
    const { token } = await users.makeToken("ann")
    expect(await users.byToken(await forge(token, users))).toBeUndefined()
  })

  it("expires, is listed with its last use, and is one of several", async () => {
    const { users, later } = world()
    await users.add("ann")
    const laptop = await users.makeToken("ann", { name: "laptop" })
    const guest = await users.makeToken("ann", { name: "guest", expiresAt: Date.UTC(2026, 0, 2) })
    later(1000)
    await users.byToken(guest.token)
    later(10_000)
    await users.byToken(guest.token)
    const rows = new Map((await users.tokens("ann")).map((row) => [row.name, row]))
    expect(rows.get("guest")).toEqual({
      id: guest.id,
      name: "guest",
      createdAt: Date.UTC(2026, 0, 1),
      expiresAt: Date.UTC(2026, 0, 2),
      // Not a write for each request.
      lastUsedAt: Date.UTC(2026, 0, 1) + 1000,
    })
    expect(rows.get("laptop")).toMatchObject({ lastUsedAt: null, expiresAt: null })
    later(DAY)
    expect(await users.byToken(guest.token)).toBeUndefined()
    expect(await users.byToken(laptop.token)).toMatchObject({ user: "ann" })
  })

  it("is replaced by another one for the same time, and the old one is refused at once", async () => {
    const { users, later } = world()
    await users.add("ann")
    const old = await users.makeToken("ann", { name: "ci", expiresAt: Date.UTC(2026, 0, 11) })
    later(4 * DAY)
    const made = await users.rotateToken("ann", old.id)
    expect(await users.byToken(old.token)).toBeUndefined()
    expect(await users.byToken(made.token)).toMatchObject({ user: "ann" })
    expect(await users.tokens("ann")).toMatchObject([{ id: made.id, name: "ci", expiresAt: Date.UTC(2026, 0, 15) }])
    await expect(users.rotateToken("ann", old.id)).rejects.toMatchObject({ code: "token-missing" })
  })

  it("is replaced once when two do it at once", async () => {
    const { users } = world()
    await users.add("ann")
    const { id } = await users.makeToken("ann")
    const all = await Promise.allSettled([users.rotateToken("ann", id), users.rotateToken("ann", id)])
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await users.tokens("ann")).toHaveLength(1)
  })

  it("that another process revokes is refused at once; within seconds if that process died before it said so", async () => {
    const { store, users, later } = world()
    await users.add("ann")
    const [first, second] = [await users.makeToken("ann"), await users.makeToken("ann")]
    for (const { token } of [first, second]) expect(await users.byToken(token)).toBeDefined()
    await new Users({ store }).revokeToken("ann", first.id)
    expect(await users.byToken(first.token)).toBeUndefined()
    expect(await users.byToken(second.token)).toBeDefined()
    await store.records.remove("token", second.id)
    later(5001)
    expect(await users.byToken(second.token)).toBeUndefined()
  })

  it("is not another user's to replace or revoke", async () => {
    const { users } = world()
    await users.add("ann")
    await users.add("bob")
    const { id, token } = await users.makeToken("ann")
    await expect(users.revokeToken("bob", id)).rejects.toMatchObject({ code: "token-missing" })
    await expect(users.rotateToken("bob", id)).rejects.toMatchObject({ code: "token-missing" })
    expect(await users.byToken(token)).toMatchObject({ user: "ann" })
  })
})

describe("a user", () => {
  it.each([
    ["removed", (users: Users) => users.remove("ann")],
    ["shut out", (users: Users) => users.change("ann", { disabled: true })],
  ])("who was %s has no way in, and nothing may be used in that name", async (_, end) => {
    const { users } = world()
    await users.add("ann")
    const { token } = await users.makeToken("ann")
    await users.grants.add({ tool: "write", scope: "always", owner: "ann" })
    await end(users)
    expect(await users.byToken(token)).toBeUndefined()
    expect(await users.principal("ann")).toBeUndefined()
    expect(await users.limitsOf("ann")).toEqual({ tokens: 0, activeSessions: 0 })
  })

  it("who comes after another one of the same name gets nothing of the first", async () => {
    const { store, users } = world()
    await users.add("ann")
    const { token } = await users.makeToken("ann")
    await users.grants.add({ tool: "write", scope: "always", owner: "ann" })
    await store.records.put("login", "x", { user: "ann", until: 9e15 })
    await session(store, "of-ann", "ann")
    await users.remove("ann")
    expect(await store.records.list("login")).toEqual([])
    await expect(users.add("ann")).rejects.toMatchObject({ code: "user-had-sessions" })
    await expect(users.admit(newcomer("ann"))).rejects.toMatchObject({ status: 409 })
    await users.add("ann", { adopts: true })
    expect(await users.byToken(token)).toBeUndefined()
    expect(await users.grants.list("ann")).toEqual([])
    expect(await users.tokens("ann")).toEqual([])
  })

  it.each([
    [
      "of two that are added at once is one",
      async (users: Users) => {
        const both = await Promise.allSettled([users.add("ann"), users.add("ann")])
        expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      },
    ],
    [
      "cannot be called like all, like the person at the machine, like another one, or like nothing that can be seen",
      async (users: Users) => {
        const reserved = ["*", "local", "Local", "ｌocal", "terminal", ".", "..", "․"]
        for (const name of [
          ...reserved,
          "",
          " ann",
          "a\nb",
          "a\u0000",
          "a\u200b",
          "ａnn",
          "e\u0301",
          "x".repeat(201),
        ]) {
          await expect(users.add(name)).rejects.toMatchObject({ code: "input-invalid" })
          await expect(users.groups.put(name, {})).rejects.toMatchObject({ code: "input-invalid" })
        }
        expect((await users.add("Zoë")).name).toBe("Zoë")
      },
    ],
    [
      "cannot be in a group that does not exist",
      async (users: Users) => {
        await expect(users.add("ann", { groups: ["staff"] })).rejects.toMatchObject({ code: "group-missing" })
      },
    ],
  ])("%s", async (_, check) => check(world().users))

  it("may use what all of the groups allow together", async () => {
    const { users } = world()
    await users.groups.put("docs", { workspaces: ["docs"], tools: ["look"], models: ["small"] })
    await users.groups.put("code", { workspaces: ["code", "docs"], tools: ["look", "write"] })
    const allowsOf = async (how: NewUser) => {
      const name = `u${Math.random()}`
      await users.add(name, how)
      return (await users.principal(name))?.allows
    }
    expect(await allowsOf({ groups: ["docs"] })).toEqual({ workspaces: ["docs"], tools: ["look"], models: ["small"] })
    // "code" has no list of models, so it allows all of them.
    expect(await allowsOf({ groups: ["docs", "code"] })).toEqual({
      workspaces: ["docs", "code"],
      tools: ["look", "write"],
    })
    expect(await allowsOf({})).toEqual({})
    expect(await allowsOf({ groups: ["docs"], role: "admin" })).toEqual({})
  })

  it("gets nothing by the removal of a group, nor by a default group that does not exist", async () => {
    const none = { workspaces: [], profiles: [], models: [], tools: [] }
    const { users } = world({ defaultGroup: "everybody" })
    await users.groups.put("docs", { workspaces: ["docs"] })
    await users.add("ann", { groups: ["docs"] })
    await users.groups.remove("docs")
    expect((await users.principal("ann"))?.allows).toEqual(none)
    await users.add("bob")
    expect((await users.principal("bob"))?.allows).toEqual(none)
    await users.groups.put("everybody", { tools: ["look"] })
    expect((await users.principal("bob"))?.allows).toEqual({ tools: ["look"] })
  })

  it.each<{ own?: OwnerLimits; groups: string[]; limits: OwnerLimits | undefined }>([
    { groups: [], limits: { tokens: 100, sessions: 50 } },
    { groups: ["small"], limits: { tokens: 500, activeSessions: 3, sessions: 50 } },
    { groups: ["small", "large"], limits: { tokens: 900, activeSessions: 3, sessions: 50 } },
    { own: { tokens: 7 }, groups: ["small"], limits: { tokens: 7, activeSessions: 3, sessions: 50 } },
  ])("with $own in $groups has the limits $limits", async ({ own, groups, limits }) => {
    const { users } = world({ limits: { tokens: 100, sessions: 50 } })
    await users.groups.put("small", { limits: { tokens: 500, activeSessions: 3 } })
    await users.groups.put("large", { limits: { tokens: 900 } })
    await users.add("ann", { groups, ...(own && { limits: own }) })
    expect(await users.limitsOf("ann")).toEqual(limits)
    await users.change("ann", { limits: null })
    await users.change("ann", { role: "viewer" })
    expect(await users.get("ann")).not.toHaveProperty("limits")
  })
})

const ISSUER = "https://login.example.com"
const newcomer = (user: string, more: Partial<Newcomer> = {}): Newcomer => ({
  user,
  role: "user",
  groups: [],
  subject: { iss: ISSUER, sub: "1" },
  ...more,
})

describe("a login", () => {
  it("takes in a new user, and brings role and groups up to date", async () => {
    const { users } = world()
    await users.admit(newcomer("auth0|7", { role: "admin" }))
    await users.admit(newcomer("auth0|7", { groups: ["docs"] }))
    expect(await users.get("auth0|7")).toMatchObject({ role: "user", groups: ["docs"], fromLogin: true })
  })

  it("leaves what an admin set", async () => {
    const { users } = world()
    await users.add("root", { role: "admin" })
    await users.groups.put("docs", {})
    const asAdmin = newcomer("ann", { role: "admin", groups: ["staff"] })
    await users.admit(asAdmin)
    await users.change("ann", { role: "viewer" })
    await users.admit(asAdmin)
    expect(await users.get("ann")).toMatchObject({ role: "viewer", groups: ["staff"] })
    await users.change("ann", { groups: ["docs"] })
    await users.admit(asAdmin)
    expect(await users.get("ann")).toEqual({
      name: "ann",
      role: "viewer",
      groups: ["docs"],
      fromLogin: true,
      createdAt: expect.any(Number),
    })
  })

  it.each([
    ["nothing, unless the server has a default group", {}, []],
    ["what the default group allows", { defaultGroup: "guests" }, ["lobby"]],
  ])("without groups opens %s", async (_, options, workspaces) => {
    const { users } = world(options)
    await users.groups.put("guests", { workspaces: ["lobby"] })
    await users.admit(newcomer("ann"))
    expect((await users.principal("ann"))?.allows.workspaces).toEqual(workspaces)
  })

  it.each([
    [
      "whom an admin shut out",
      async (users: Users) => {
        await users.admit(newcomer("ann"))
        await users.change("ann", { disabled: true })
      },
    ],
    [
      "whose name another person has there",
      (users: Users) => users.admit({ ...newcomer("ann"), subject: { iss: ISSUER, sub: "2" } }),
    ],
    [
      "whose name is known from another provider",
      (users: Users) => users.admit({ ...newcomer("ann"), subject: { iss: "https://other", sub: "1" } }),
    ],
    ["whose name a user with a token has", (users: Users) => users.add("ann", { role: "admin" })],
  ])("does not take in somebody %s", async (_, before) => {
    const { users } = world()
    await before(users)
    await expect(users.admit(newcomer("ann"))).rejects.toMatchObject({
      code: "login-refused",
    })
  })
})

describe("grants", () => {
  it("are those of one owner, also when names begin alike", async () => {
    const { users } = world()
    const grant = { tool: "write", scope: "always" } as const
    for (const owner of ["ann", "ann/b", "an"]) await users.grants.add({ ...grant, owner })
    await users.grants.add(grant)
    await users.grants.add({ ...grant, owner: "ann" })
    expect(await users.grants.list("ann")).toEqual([{ ...grant, owner: "ann" }])
    expect(await users.grants.list()).toEqual([grant])
    const [row] = await users.grants.rows("ann")
    await expect(users.grants.remove("an", row?.id ?? "")).rejects.toMatchObject({ code: "grant-missing" })
    await users.grants.remove("ann", row?.id ?? "")
    expect(await users.grants.list("ann")).toEqual([])
    expect(await users.grants.list("an")).toHaveLength(1)
  })
})
