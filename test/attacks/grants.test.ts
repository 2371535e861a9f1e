// A grant used for something else: in another project, with other arguments, for another recipient.
import { existsSync, symlinkSync, unlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Grant } from "../../packages/agent/src/contracts/fact.ts"
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { grantLike } from "../../packages/agent/src/features/approval/policy/grant-like.ts"
import { grantFor } from "../../packages/agent/src/features/approval/policy/grants.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { settleAs } from "../../packages/agent/src/session/__fixtures__/settle-as.ts"
import { memory } from "../../packages/agent/src/store/memory.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { type Attacked, repository } from "./__fixtures__/attacked.ts"

/** A repository whose settings run a program, with scripts that differ from those of the same name elsewhere. */
function hostile(): Attacked {
  const made = repository()
  made.git("config", "filter.x.clean", made.trap("evil"))
  made.put(".gitattributes", "*.txt filter=x\n")
  made.put("a.txt", "changed\n")
  made.trap("build.sh")
  made.put("package.json", JSON.stringify({ scripts: { test: "./build.sh" } }))
  made.put("Makefile", "test:\n\t./build.sh\n")
  made.isSprung()
  return made
}

const commandIn = (folder: string, command: string, scope: Grant["scope"] = "always"): Grant => {
  const grant = grantLike({ name: "run_command", arguments: { command }, risk: "unknown" }, scope, folder)
  if (grant === undefined) throw new Error(`Nothing would be offered for ${command}`)
  return grant
}

/** Grants kept in a file for all workspaces, as the command line keeps them. */
const keptIn = (grants: readonly Grant[]) => ({ list: () => grants, add: () => {} })

async function countApprovals(workspace: string, command: string, grants: Parameters<typeof createAgent>[0]["grants"]) {
  const model = scripted(({ results }) => (results.length > 0 ? "done" : { calls: [call("run_command", { command })] }))
  await using agent = await createAgent({ model, workspace, approve: "ask", ...(grants && { grants }) })
  const session = await agent.open()
  let count = 0
  for await (const event of session.send("go")) {
    if (event.type !== "approval-requested") continue
    count++
    await session.decide(event.call, "deny")
  }
  return count
}

describe("a command that was allowed in one project", () => {
  const COMMANDS = ["git status", "git diff", "./build.sh", "npm test", "make test"]

  it.each(COMMANDS)("asks in another project: %s", async (command) => {
    const [here, there] = [repository(), hostile()]
    const grant = commandIn(here.workspace, command)
    expect(await countApprovals(there.workspace, command, [grant])).toBe(1)
    expect(await countApprovals(there.workspace, command, keptIn([grant]))).toBe(1)
    expect(there.isSprung()).toBe(false)
    // It counts in the project it was given in.
    expect(await countApprovals(here.workspace, command, [grant])).toBe(0)
  })

  it.each(COMMANDS)("asks where an older version kept the grant without a folder: %s", async (command) => {
    const there = hostile()
    const { workspace: _, ...old } = commandIn(there.workspace, command)
    expect(await countApprovals(there.workspace, command, keptIn([old]))).toBe(1)
    expect(there.isSprung()).toBe(false)
  })

  it.each(["git status", "git status -s", "git diff", "ls && git status"])(
    "asks where the grant names no folder and the repository defines what runs: %s",
    async (command) => {
      const grants: readonly Grant[] = ["git status", "git diff", "ls"].map((each) => ({
        tool: "run_command",
        scope: "always",
        where: { command: each },
      }))
      const there = hostile()
      expect(await countApprovals(there.workspace, command, grants)).toBe(1)
      expect(there.isSprung()).toBe(false)
    },
  )

  it("asks behind a link that has been pointed at another project", async () => {
    const [here, there] = [repository(), hostile()]
    const link = join(here.outside, "link")
    symlinkSync(here.workspace, link)
    const grant = commandIn(link, "./build.sh")
    const other = join(there.outside, "link")
    symlinkSync(there.workspace, other)
    expect(grant.workspace).toBe(here.workspace)
    expect(await countApprovals(other, "./build.sh", [{ ...grant }])).toBe(1)
    expect(await countApprovals(other, "./build.sh", [{ ...grant, workspace: other }])).toBe(1)
  })

  it("asks when the same session goes on in another project", async () => {
    const [here, there] = [repository(), hostile()]
    const store = memory()
    here.trap("build.sh")
    const counts: number[] = []
    // Without a workspace, as in a grant that is written by hand.
    const grant: Grant = { tool: "run_command", scope: "session", where: { command: "./build.sh" } }
    for (const [{ workspace }, decision] of [
      [here, "approved"],
      [here, "denied"],
      [there, "denied"],
    ] as const) {
      await using agent = await createAgent({ model: oneCall(), workspace, approve: "ask", store })
      const session = await agent.open({ id: "s" })
      let count = 0
      for await (const event of session.send("go")) {
        if (event.type !== "approval-requested") continue
        count++
        await settleAs(session, event.call, { decision, ...(decision === "approved" && { grant }) })
      }
      counts.push(count)
    }
    expect(counts).toEqual([1, 0, 1])
    expect(there.isSprung()).toBe(false)
  })
})

describe("files that were allowed in one project", () => {
  /** Makes the call in a session and returns whether it asked; `give` is the grant that answers the approval. */
  async function askedFor(
    workspace: string,
    [name, input]: readonly [string, JsonObject],
    { give, ...options }: Partial<Parameters<typeof createAgent>[0]> & { readonly give?: Grant | undefined },
  ) {
    const model = scripted(({ messages }) =>
      messages.at(-1)?.role === "user" ? { calls: [call(name, input)] } : "done",
    )
    await using agent = await createAgent({ model, workspace, approve: "ask", ...options })
    const session = await agent.open({ id: "s" })
    let isAsked = false
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      isAsked = true
      await settleAs(session, event, give === undefined ? "denied" : { decision: "approved", grant: give })
    }
    return isAsked
  }
  const write = (path: string) => ["write_file", { path, content: "x" }] as const
  const offered = ([name, given]: ReturnType<typeof write>, scope: Grant["scope"], root: string) =>
    grantLike({ name, arguments: given, risk: "changes", contents: ["content"] }, scope, root)

  it.each<[what: string, give: (root: string) => Grant | undefined]>([
    ["with the grant that is offered", (root) => offered(write("x.txt"), "session", root)],
    ["with a grant of a program", () => ({ tool: "write_file", scope: "session", where: { path: "**" } })],
    ["with a grant without conditions", () => ({ tool: "write_file", scope: "session" })],
  ])("for the session ask when the session goes on in another project: %s", async (_, give) => {
    const [here, there, store] = [repository().workspace, repository().workspace, memory()]
    expect(await askedFor(here, write("x.txt"), { store, give: give(here) })).toBe(true)
    expect(await askedFor(here, write("z.txt"), { store })).toBe(false)
    expect(await askedFor(there, write("y.txt"), { store })).toBe(true)
    expect(existsSync(join(there, "y.txt"))).toBe(false)
  })

  it("for the session by an older version count in the session's own workspace", async () => {
    const [here, there, store] = [repository().workspace, repository().workspace, memory()]
    const old: Grant = { tool: "write_file", scope: "session", where: { path: "**" } }
    const opened = { v: 1, seq: 1, at: 0, type: "session-opened", session: "s", profile: "default" } as const
    await store.sessions.create({ id: "s", profile: "default", opened: { ...opened, workspace: here, grants: [old] } })
    expect(await askedFor(here, write("x.txt"), { store })).toBe(false)
    expect(await askedFor(there, write("y.txt"), { store })).toBe(true)
  })

  it.each(["offered now", "kept by an older version"])(
    "always, behind a link, do not count where the link leads now: %s",
    async (how) => {
      const [here, there] = [repository(), repository()]
      for (const { put } of [here, there]) put("src/a.txt", "a")
      const link = join(here.outside, "link")
      symlinkSync(here.workspace, link)
      const now = offered(write("src/q.txt"), "always", link)
      const old: Grant = { tool: "write_file", scope: "always", where: { path: `${link}/src/*` } }
      const grants = keptIn([how === "offered now" && now ? now : old])
      if (how === "offered now") expect(await askedFor(link, write("src/q.txt"), { grants })).toBe(false)
      unlinkSync(link)
      symlinkSync(there.workspace, link)
      for (const path of ["src/q.txt", `${link}/src/q.txt`, `${there.workspace}/src/q.txt`])
        expect(await askedFor(link, write(path), { grants })).toBe(true)
      expect(existsSync(join(there.workspace, "src/q.txt"))).toBe(false)
    },
  )

  it.each<[pattern: string | undefined, isAsked: boolean]>([
    ["{here}/src/*", false],
    ["{here}/**", false],
    ["{there}/src/*", true],
    ["{here}/../**", true],
    ["{here}*", true],
    ["/**", true],
    ["src/*", true],
    ["**", true],
    [undefined, true],
  ])("always by an older version, as %s, count by the whole path alone: asks %s", async (pattern, isAsked) => {
    const [here, there] = [repository(), repository()]
    const path = pattern?.replace("{here}", here.workspace).replace("{there}", there.workspace)
    const old: Grant = { tool: "write_file", scope: "always", ...(path && { where: { path } }) }
    expect(await askedFor(here.workspace, write("src/q.txt"), { grants: keptIn([old]) })).toBe(isAsked)
  })

  it.each<[string, JsonObject]>([
    ["write_file", { path: "a.txt" }],
    ["move_file", { from: "a", to: "b" }],
    ["fetch_url", { url: "https://example.com/a" }],
    ["ops__do", {}],
  ])("or any other granted call count in that project alone: %s", (name, given) => {
    const asked = { name, arguments: given, risk: "changes" } as const
    for (const scope of ["session", "always"] as const) {
      const grant = grantLike(asked, scope, "/work")
      expect(grant?.workspace).toBe("/work")
      expect(grantFor(asked, grant ? [grant] : [], "/other")).toBeUndefined()
    }
  })
})

describe("a command that was allowed as it was written", () => {
  it.each([
    ["./x.sh build # then --prod deploy", "./x.sh build '#' then --prod deploy"],
    ["./x.sh build # then --prod deploy", "./x.sh build then --prod deploy"],
    ["./x.sh build\npwd", "./x.sh build pwd"],
    ["./x.sh 'a b'", `./x.sh "'a" "b'"`],
    ["./x.sh 'a b'", "./x.sh a b"],
    ["./x.sh a  b", "./x.sh a b"],
    ["node a.js", "node a.js\u00a0"],
    ["node a.js", "\ufeffnode a.js"],
    ["make test", "make test\u2028"],
    ["make test", "make test\r"],
    ["./x.sh a\\ ", "./x.sh a\\"],
    ["./x.sh a", "./x.sh a\\ "],
    ["git fetch # --upload-pack=./evil", "git fetch '#' --upload-pack=./evil"],
    ["git fetch origin\n--upload-pack=./evil", "git fetch origin --upload-pack=./evil"],
    ["npm install # left-pad evil-pkg", "npm install '#' left-pad evil-pkg"],
    ["npm install\nevil-pkg --version", "npm install evil-pkg --version"],
    ["git commit -m 'fix --amend --no-verify now'", `git commit -m "'fix" --amend --no-verify "now'"`],
    ["git commit -m 'fix --amend --no-verify now'", "git commit -m fix --amend --no-verify now"],
    ["cargo run -- 'x --manifest-path evil/Cargo.toml y'", `cargo run -- "'x" --manifest-path evil/Cargo.toml "y'"`],
    ["make build; make test", "make build"],
    ["./x.sh a", "./x.sh a && ./x.sh a"],
  ])("as %j does not cover %j", (given, other) => {
    const like = (command: string) => ({ name: "run_command", arguments: { command }, risk: "unknown" }) as const
    for (const scope of ["session", "always"] as const) {
      const grant = commandIn("/work", given, scope)
      expect(grantFor(like(other), [grant], "/work")).toBeUndefined()
      expect(grantFor(like(given), [grant], "/work")).toBe(grant)
      expect(grantFor(like(` \t${given}`), [grant], "/work")).toBe(grant)
    }
  })

  it.each(["git log --output=x", "git push", "rm -r x", "node -e 1"])(
    "is judged again when it is used: no session grant covers %s",
    (command) => {
      const asked = { name: "run_command", arguments: { command }, risk: "unknown" } as const
      const wheres = [undefined, { command }, { command: `${command} $` }, { command: command.split(" ")[0] ?? "" }]
      for (const where of wheres) {
        const grant: Grant = { tool: "run_command", scope: "session", ...(where && { where }), workspace: "/work" }
        expect(grantFor(asked, [grant], "/work")).toBeUndefined()
      }
    },
  )
})

function oneCall() {
  let calls = 0
  return scripted(() => (calls++ > 0 ? "done" : { calls: [call("run_command", { command: "./build.sh" })] }))
}

describe("a server's tool that was allowed once", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["ops__exec", { command: "make", args: ["test"] }, { command: "make", args: ["deploy", "--prod"] }],
    ["ops__exec", { command: "make", args: ["test"] }, { command: "make" }],
    ["ops__exec", { command: "uptime", host: "staging" }, { command: "uptime", host: "prod" }],
    ["ops__exec", { command: "uptime" }, { command: "uptime", host: "prod" }],
    ["ops__exec", { command: "uptime" }, { command: "uptime", env: { LD_PRELOAD: "/x" } }],
    ["ops__exec", { command: "python", args: ["a.py"] }, { command: "python", args: ["-c", "1"] }],
    ["ops__exec", { command: "git status" }, { command: "git status -s" }],
    ["ops__restart", {}, { host: "prod" }],
    ["db__query", { path: "a.db", sql: "select 1" }, { path: "a.db", sql: "drop table x" }],
    ["db__query", { path: "a.db", sql: "select 1" }, { path: "b.db", sql: "select 1" }],
    ["mail__send", { to: "a@b.c", body: "x" }, { to: "evil@x", body: "x" }],
    ["mail__send", { to: "a@b.c", body: "x" }, { to: "a@b.c", body: "other" }],
    ["mail__send", { to: "a@b.c" }, { to: "a@b.c", bcc: "evil@x" }],
    ["web__get", { url: "https://a.com/x" }, { url: "https://evil.com/" }],
    ["web__get", { url: "https://a.com/x" }, { url: "https://a.com/y" }],
    [
      "fs__copy",
      { source: "a/b", destination: "c/d", force: false },
      { source: "a/b", destination: "c/d", force: true },
    ],
    ["fs__copy", { source: "a/b", destination: "c/d" }, { source: "a/z", destination: "c/q" }],
    ["act", { force: false }, { force: "false" }],
    ["act", { force: "false" }, { force: false }],
    ["act", { force: null }, { force: "null" }],
    ["act", { force: 1 }, { force: "1" }],
    ["act", { force: ["*"] }, { force: '["rm -rf"]' }],
    ["act", { force: ["*"] }, { force: ["rm -rf"] }],
    ["act", { force: { a: "**" } }, { force: '{"a":"x"}' }],
    ["act", { force: "*" }, { force: "x" }],
    ["act", { force: "**" }, { force: "x" }],
    ["act", { force: '"x"' }, { force: "x" }],
    ["act", { force: [1, 2] }, { force: [2, 1] }],
    ["act", { force: "a" }, { force: "a", "": "b" }],
    ["act", { path: "a b" }, { path: "a b\u00a0" }],
    ["act", { url: "https://host/a" }, { url: "\n https:\\\\HOST\t/x/..\\a" }],
    ["act", { url: "https://host/a" }, { url: "https://HOST/a" }],
  ])("%s with %j is not allowed with %j", (name, given, other) => {
    for (const scope of ["session", "always"] as const) {
      const like = (arguments_: JsonObject) => ({ name, arguments: arguments_, risk: "unknown" }) as const
      const grant = grantLike(like(given), scope, "/work")
      const grants = grant === undefined ? [] : [grant]
      expect(grantFor(like(other), grants, "/work")).toBeUndefined()
      expect(grantFor(like(given), grants, "/elsewhere")).toBeUndefined()
      expect(grantFor(like(given), grants, "/work")).toBe(grant)
      // The grant that the person was shown holds all arguments of the call.
      expect(Object.keys(grant?.where ?? {})).toEqual(Object.keys(given))
    }
  })

  it.each<[JsonObject, Record<string, string>]>([
    [{ command: "make", args: ["deploy"] }, { command: "make" }],
    [{ to: "evil@x", body: "y" }, { to: "/work/*" }],
    [{ to: "evil@x", body: "y" }, { to: "**" }],
    [{ force: "false" }, { force: "false" }],
    [{ force: '["rm -rf"]' }, { force: '["*"]' }],
    [{ url: "https://HOST/a" }, { url: "https://host/a" }],
    [{ url: "https:\\\\host\\a" }, { url: "https://host/*" }],
  ])("with %j is not covered by a grant of an older version: %j", (given, where) => {
    const grant: Grant = { tool: "ops__do", scope: "always", where }
    expect(grantFor({ name: "ops__do", arguments: given, risk: "unknown" }, [grant], "/work")).toBeUndefined()
  })

  it("is covered in whatever order its arguments are written", () => {
    const like = (given: JsonObject) => ({ name: "act", arguments: given, risk: "unknown" }) as const
    const grant = grantLike(like({ a: { x: 1, y: [{ p: 1, q: 2 }] }, b: "*" }), "session", "/work")
    const grants = grant === undefined ? [] : [grant]
    expect(grantFor(like({ b: "*", a: { y: [{ q: 2, p: 1 }], x: 1 } }), grants, "/work")).toBe(grant)
  })

  it("asks again for each other call, in a session where the first was allowed always", async () => {
    const { workspace } = repository()
    const ran: unknown[] = []
    const exec = tool({
      name: "ops_exec",
      description: "Runs something elsewhere.",
      input: { type: "object", properties: { command: { type: "string" }, args: { type: "array" } } },
      effect: "once",
      run: (given) => void ran.push(given),
    })
    const calls = [["test"], ["test"], ["deploy"], ["-f", "/dev/stdin"]].map((args) =>
      call("ops_exec", { command: "make", args }),
    )
    const model = scripted(({ results }) => {
      const next = calls[results.length]
      return next === undefined ? "done" : { calls: [next] }
    })
    await using agent = await createAgent({ model, tools: [exec], workspace, approve: "ask" })
    const session = await agent.open()
    const askedFor: unknown[] = []
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      askedFor.push(event.arguments.args)
      const grant = grantLike(event, "session", workspace)
      const isFirst = askedFor.length === 1
      await settleAs(session, event.call, isFirst && grant ? { decision: "approved", grant } : { decision: "denied" })
    }
    expect(askedFor).toEqual([["test"], ["deploy"], ["-f", "/dev/stdin"]])
    expect(ran).toHaveLength(2)
  })
})
