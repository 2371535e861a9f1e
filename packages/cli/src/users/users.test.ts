// `pawl users` and `pawl groups`.

import { join } from "node:path"
import { sqlite } from "@pawl/agent"
import { Users } from "@pawl/server/access"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const pawl = (...words: readonly string[]) => place.pawl(words)
const TOKEN = /^pawl_[A-Za-z0-9_-]{43}\n$/

/** Who the token belongs to, as a server on the same database sees it. */
async function owner(token: string): Promise<string | undefined> {
  const store = await sqlite(join(place.home, "pawl.db"))
  try {
    return (await new Users({ store }).byToken(token.trim()))?.user
  } finally {
    await store.close()
  }
}

describe("pawl users", () => {
  it("adds the first admin: stdout is the token and nothing else, and it works", async () => {
    expect((await pawl("users")).stdout).toContain("There are no users")
    const { code, stdout, stderr } = await pawl("users", "add", "ann", "--role", "admin")
    expect([code, stdout]).toEqual([0, expect.stringMatching(TOKEN)])
    expect(stderr).toContain("shown once")
    expect(await owner(stdout)).toBe("ann")
    const listed = await pawl("users", "list")
    expect(listed.stdout).toMatch(/ROLE\s+GROUPS\s+NAME\nadmin\s+-\s+ann\n/)
    for (const words of [["list"], ["list", "--json"], ["show", "ann"], ["show", "ann", "--json"]])
      expect((await pawl("users", ...words)).stdout).not.toContain(stdout.trim())
  })

  it("refuses a first user who is no admin, as the server does: nobody could manage it", async () => {
    const { code, stdout, stderr } = await pawl("users", "add", "bob")
    expect({ code, stdout }).toEqual({ code: 42, stdout: "" })
    expect(stderr).toContain('The first user must be an admin. Write "pawl users add bob --role admin".')
    await pawl("users", "add", "ann", "--role", "admin")
    expect((await pawl("users", "add", "bob")).code).toBe(0)
  })

  it("rotates and revokes tokens", async () => {
    const first = (await pawl("users", "add", "ann", "--role", "admin")).stdout
    const second = (await pawl("users", "rotate", "ann")).stdout
    expect([await owner(first), await owner(second)]).toEqual([undefined, "ann"])
    const third = (await pawl("users", "token", "ann", "for", "the", "CI", "--expires", "30")).stdout
    expect((await pawl("users", "rotate", "ann")).stderr).toContain("several tokens")
    const shown = JSON.parse((await pawl("users", "show", "ann", "--json")).stdout)
    const ci = shown.tokens.find(({ name }: { name: string }) => name === "for the CI")
    expect(ci.expiresAt - ci.createdAt).toBeGreaterThan(29 * 86_400_000)
    await pawl("users", "revoke", "ann", ci.id)
    expect([await owner(second), await owner(third)]).toEqual(["ann", undefined])
    await pawl("users", "revoke", "ann")
    expect(await owner(second)).toBeUndefined()
    expect((await pawl("users", "rotate", "ann")).stderr).toContain("has no token")
  })

  it("changes role, groups and limits, locks, unlocks and removes", async () => {
    const token = (await pawl("users", "add", "ann", "--role", "admin")).stdout
    await pawl("groups", "set", "docs", "tools=look,server__*", "models=", "tokens=1000")
    await pawl("groups", "set", "code")
    const set = await pawl(
      "users",
      "set",
      "ann",
      "--role",
      "viewer",
      "--group",
      "docs",
      "--group",
      "code",
      "tokens=7",
      "--yes",
    )
    expect(set.stdout).toBe("ann: viewer\ngroups: docs, code\nlimits: tokens=7\n")
    expect((await pawl("users", "set", "ann", "--group", "none")).stdout).toContain("groups: none")
    expect((await pawl("users", "lock", "ann")).stdout).toContain("viewer, locked")
    expect(await owner(token)).toBeUndefined()
    await pawl("users", "unlock", "ann")
    expect(await owner(token)).toBe("ann")
    expect((await pawl("users", "remove", "ann")).stdout).toContain("The sessions stay")
    expect(await owner(token)).toBeUndefined()
  })

  it.each([
    ["remove", "ann"],
    ["lock", "ann"],
    ["set", "ann", "--role", "user"],
    ["set", "ann", "--role", "viewer"],
  ])("does to the last admin only with --yes: %s %s %s %s", async (...words) => {
    await pawl("users", "add", "ann", "--role", "admin")
    await pawl("users", "add", "bob")
    const refused = await pawl("users", ...words)
    expect([refused.code, refused.stderr]).toEqual([42, expect.stringMatching(/"ann" is the last admin.*add --yes/)])
    expect((await pawl("users", words[0] ?? "", "bob", ...words.slice(2))).code).toBe(0)
    expect((await pawl("users", ...words, "--yes")).code).toBe(0)
  })

  it.each([
    [["add", "ann"], 42, 'There is a user "ann" already'],
    [["add", "local"], 42, "is reserved"],
    [["add", "bob", "--group", "none-such"], 42, 'There is no group "none-such"'],
    [["add", "bob", "--role", "god"], 2, "role"],
    [["add", "bob", "--expires", "soon"], 2, "--expires takes a number of days"],
    [["add", "bob", "tools=look"], 2, 'belongs to a group: "pawl groups set NAME tools=..."'],
    [["add", "bob", "tokens=many"], 2, "tokens takes a number"],
    [["add"], 2, "Name the user"],
    [["set", "ann"], 2, "Say what to set"],
    [["rotate", "nobody"], 42, 'There is no user "nobody"'],
    [["revoke", "ann", "nothing"], 42, 'has no token "nothing"'],
    [["invite", "bob"], 2, 'There is no "pawl users invite"'],
  ])("says what is wrong with %j", async (words, exit, why) => {
    await pawl("users", "add", "ann", "--role", "admin")
    const { code, stdout, stderr } = await pawl("users", ...words)
    expect([code, stdout, stderr]).toEqual([exit, "", expect.stringContaining(why)])
    expect(JSON.parse((await pawl("users", "--json")).stdout)).toHaveLength(1)
  })

  it("keeps what was done in the audit that the server shows, without tokens", async () => {
    const { stdout: token } = await pawl("users", "add", "ann", "--role", "admin")
    await pawl("users", "add", "ann")
    await pawl("groups", "set", "docs", "tools=look")
    const store = await sqlite(join(place.home, "pawl.db"))
    const entries = (await store.records.list("audit")).map(({ value }) => value)
    await store.close()
    expect(entries).toMatchObject([
      { who: "terminal", what: "groups set", outcome: "done", detail: { group: "docs", tools: ["look"] } },
      { who: "terminal", what: "users add", outcome: "refused", code: "user-exists", detail: { user: "ann" } },
      { who: "terminal", what: "users add", outcome: "done", detail: { user: "ann", role: "admin" } },
    ])
    expect(JSON.stringify(entries)).not.toContain(token.trim())
  })
})

describe("pawl groups", () => {
  it("lists what each group allows, and removes a group", async () => {
    expect((await pawl("groups")).stdout).toContain("There are no groups")
    const { stdout } = await pawl(
      "groups",
      "set",
      "docs",
      "workspaces=docs",
      "tools=",
      "costUsd=2.5",
      "activeSessions=3",
    )
    expect(stdout).toBe("docs: workspaces docs; tools none; limits costUsd=2.5 activeSessions=3\n")
    await pawl("groups", "set", "all")
    expect((await pawl("groups", "list")).stdout).toContain("all: everything\ndocs:")
    expect(JSON.parse((await pawl("groups", "list", "--json")).stdout)[1]).toEqual({
      name: "docs",
      workspaces: ["docs"],
      tools: [],
      limits: { costUsd: 2.5, activeSessions: 3 },
    })
    expect((await pawl("groups", "remove", "docs")).code).toBe(0)
    expect((await pawl("groups", "remove", "docs")).stderr).toContain('There is no group "docs"')
  })

  it.each([
    [["set", "docs", "tool=look"], "says nothing"],
    [["set", "docs", "look"], "says nothing"],
    [["set"], "Name the group"],
    [["make", "docs"], 'There is no "pawl groups make"'],
  ])("says what is wrong with %j", async (words, why) => {
    const { code, stderr } = await pawl("groups", ...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
  })
})
