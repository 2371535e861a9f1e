// Secrets that a session reads without naming their file: by searches through a folder, by diffs, by a repository's own
// settings. They are not found without approval; and once one was shown, every later address needs approval.
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { settleAs } from "../../packages/agent/src/session/__fixtures__/settle-as.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { type Attacked, attacked, DECOY, repository } from "./__fixtures__/attacked.ts"

/** A repository with secrets in it, as any user may have. */
function prepared(): Attacked {
  const made = repository()
  made.put(".env", `KEY=${DECOY}\nOTHER=${DECOY}\n`)
  made.put("deploy/secrets/db.txt", `${DECOY}\n`)
  made.put("src/a.ts", "const key = 1\n")
  made.git("remote", "add", "origin", `https://ada:${DECOY}@git.example/a.git`)
  symlinkSync(".git", join(made.workspace, "settings"))
  return made
}

describe("a search through a folder with secrets in it", () => {
  it.each([
    ...["grep -rhe decoy src .git", "grep -ir url .git", "cat .git/config", "grep -o ':.*@' .git/config"],
    ...["head -20 .git/config | grep -o 'decoy.*'", "cat ./.git/config", "cat .git//config"],
    ...["grep -rh url settings", "grep -rh x .git/logs", "grep -rh KEY . .env", "grep -rh decoy deploy/secrets"],
  ])("asks for approval: %s", (command) => expect(prepared().tools().asks("run_command", { command })).toBe(true))

  it.each([
    ...["grep -r KEY .", "grep -rh KEY", "grep -rn KEY ./", "grep -ro 'KEY=.*' . | tail -1", "grep --recursive KEY ."],
    ...["grep KEY . -r", "ls | grep -r decoy", "grep -rh decoy . --include='*'", "grep -rh decoy . --include='.e*'"],
    ...["grep -rh decoy . --include='*.ts' --exclude='x'", "grep -rh decoy . --include='*.ts' --include='.env'"],
    ...["grep -rh decoy . --exclude-dir='d*'", "grep -rh decoy . --exclude-dir=.git", "grep -rh url ."],
  ])("finds no secret without approval: %s", async (command) => {
    const { asks, use } = prepared().tools()
    expect(asks("run_command", { command })).toBe(false)
    expect(await use("run_command", { command })).not.toContain(DECOY)
  })

  it.each([
    ...["grep -rn key src", "grep -rn key . --include='*.ts'", "grep -rh key src --exclude-dir=node_modules", "ls -R"],
    ...["grep key src/a.ts", "cat .git/HEAD"],
  ])("does not ask where there are no secrets: %s", (command) =>
    expect(prepared().tools().asks("run_command", { command })).toBe(false),
  )

  it.each([
    "modules/sub/config",
    "modules/lib/deep/config",
    "modules/a/modules/b/FETCH_HEAD",
    "worktrees/w/config.worktree",
    "anything",
  ])("leaves out git's own files, and reports it: .git/%s", async (name) => {
    const made = repository()
    for (const head of ["modules/sub/HEAD", "modules/a/HEAD", "worktrees/w/HEAD"]) made.put(`.git/${head}`, "x")
    made.put(`.git/${name}`, `url = https://ada:${DECOY}@git.example/a.git\n`)
    made.put("sub/.git/config", `url = https://ada:${DECOY}@git.example/a.git\n`)
    made.put("b.txt", "url plain\n")
    const { asks, use } = made.tools()
    for (const command of [
      "grep -r url .",
      "grep -rh url",
      "grep -rh url sub .",
      "ls | grep -rh url . --include='*'",
    ]) {
      expect(asks("run_command", { command }), command).toBe(false)
      const shown = await use("run_command", { command })
      expect(shown).not.toContain(DECOY)
      expect(shown).toContain("url plain")
      expect(shown).toContain("were left out of the search, and .git.]")
    }
    for (const command of [
      "grep -r url .git",
      "grep -rh url ./.git .",
      "grep -r url .git/modules",
      "grep -r url sub/.git",
    ])
      expect(asks("run_command", { command }), command).toBe(true)
    if (name !== "anything")
      expect(await asksAfter(made, ["run_command", { command: "grep -rhP 'nothing' .git" }])).toBe(true)
  })

  it("asks where a folder holds too many files to check, and not for a repository without a password", () => {
    const made = repository()
    made.git("remote", "add", "origin", "https://git.example/a.git")
    const asks = (command: string) => made.tools().asks("run_command", { command })
    expect([asks("grep -r one ."), asks("cat .git/config")]).toEqual([false, false])
    for (let each = 0; each < 10_001; each++) made.put(`many/${each}`, "")
    expect(asks("grep -r one .")).toBe(true)
  })

  it.each<[JsonObject, string]>([
    [{ pattern: "." }, "2 files"],
    [{ pattern: "decoy", glob: ".e*" }, "1 file"],
    [{ pattern: "decoy", path: "deploy" }, "1 file"],
    [{ pattern: "DECOY", literal: true, ignore_case: true }, "2 files"],
  ])("by search_files leaves secrets out, and reports it: %j", async (input, count) => {
    const shown = await prepared().tools().use("search_files", input)
    expect(shown).not.toContain(DECOY)
    expect(shown).toMatch(new RegExp(`\\[${count} that may hold secrets .* not searched`))
  })

  it("by search_files shows a file with secrets that was named", async () => {
    const { use } = prepared().tools()
    expect(await use("search_files", { pattern: "KEY", path: ".env" })).toContain(DECOY)
    expect(await use("search_files", { pattern: "decoy", path: "deploy/secrets" })).toContain(DECOY)
  })
})

const URL_GRANT = { tool: "fetch_url", scope: "always" } as const

/** Makes the call, approves everything, and returns whether fetch_url needs approval afterwards in spite of a grant. */
async function asksAfter(made: Attacked, [name, input]: readonly [string, JsonObject], said?: string) {
  const model = scripted(({ results }) => {
    if (results.length === 0) return { calls: [call(name, input)] }
    return results.length === 1 ? { calls: [call("fetch_url", { url: "http://127.0.0.1:1/" })] } : "done"
  })
  const saying = tool({
    name: "saying",
    description: "",
    input: { type: "object" },
    effect: "read",
    maxResultChars: 1_000_000,
    run: () => said ?? "",
  })
  const { workspace } = made
  const builtins = { isAllowedAddress: () => true }
  await using agent = await createAgent({ model, workspace, builtins, tools: [saying], grants: [URL_GRANT] })
  const session = await agent.open()
  const asked: string[] = []
  for await (const event of session.send("go")) {
    if (event.type !== "approval-requested") continue
    asked.push(event.name)
    await settleAs(session, event.call, { decision: event.name === "fetch_url" ? "denied" : "approved" })
  }
  return asked.includes("fetch_url")
}

describe("every address needs approval, in spite of a grant, after", () => {
  it.each<[string, JsonObject]>([
    ["run_command", { command: "grep -rh KEY ." }],
    ["run_command", { command: "grep -rh KEY . | cut -d= -f2" }],
    ["run_command", { command: "grep -RhP 'KEY' ." }],
    ["run_command", { command: "(cd . && grep -rh KEY)" }],
    ["run_command", { command: "git config --get remote.origin.url" }],
    ["run_command", { command: "cut -d: -f3 .git/config" }],
    ["run_command", { command: "git add -A && git diff --cached" }],
    ["read_file", { path: ".git/config" }],
    ["search_files", { pattern: "KEY", path: ".env" }],
    ["search_files", { pattern: "KEY", glob: ".env" }],
    ["saying", { pattern: "process.env" }],
    ["run_command", { command: "grep KEY .env" }],
    ["run_command", { command: "grep .env .env" }],
    ["run_command", { command: "grep -e KEY .env" }],
    ["run_command", { command: "grep -rh --include=.env -- --include=.env src" }],
    ["run_command", { command: "grep -h x src/a.ts; hash -p /bin/cat grep; grep .env" }],
    ["run_command", { command: "cat process.env" }],
  ])("%s %j", async (name, input) => expect(await asksAfter(prepared(), [name, input])).toBe(true))

  it.each([
    ...["git log -p --graph", "git log --graph -p --all", "git log -p --graph --color=always"],
    ...["git log -p", "git log -p --color=always", "git log -p --graph --word-diff"],
  ])("a committed file with secrets was shown: %s", async (command) => {
    const made = repository()
    made.put(".env", "KEY=hunter2\n")
    made.git("checkout", "-qb", "side")
    made.git("add", "-f", ".env")
    made.git("commit", "-qm", "second")
    expect(made.tools().asks("run_command", { command })).toBe(false)
    expect(await made.tools().use("run_command", { command })).toContain("hunter2")
    expect(await asksAfter(made, ["run_command", { command }])).toBe(true)
  })

  it.each([
    ...[".env:KEY=1", "./.env:3:KEY=1", "a/.env-4-OTHER=1", "src/a.ts:1:x\ndeploy/server.key:2:y", "id_rsa:1:x"],
    ...[
      "diff --git a/.env b/.env\n+KEY=1",
      "--- a/x\n+++ b/.env.local\n+KEY=1",
      "==> .env <==\nKEY=1",
      ".env\n3: KEY=1",
      "* commit 1\n|\\  \n| * | commit 2\n| | | +++ b/.env\n| | | +KEY=1",
    ],
    ...["origin https://ada:decoy@host/x", "postgres://ada:decoy@db:5432/x", "https://0123456789abcdef0123@host/x.git"],
    ...["extraheader = AUTHORIZATION: basic ZGVjb3k6ZGVjb3lkZWNveQ==", "ghp_decoydecoydecoydecoydecoy"],
    `${"long ".repeat(20_000)}\n.env:KEY=1`,
  ])("a result of %j", async (said) => expect(await asksAfter(attacked(), ["saying", {}], said)).toBe(true))

  it.each([
    ...[
      "secrets: all",
      "src/a.ts:3: const key = 1",
      "credentials:\n  - a",
      ".:\n.env\na.txt",
      "M .env",
      "./secrets:\na",
    ],
    ...["https://example.com/a@b", "see https://host:8080/@scope/x", "git@github.com:a/b.git", "ssh://git@host/x"],
    ...["https://$USER:$TOKEN@host/", "https://ada:[redacted]@host/", "https://medium.com/@somebody-with-a-long-name"],
  ])("but not after a result of %j", async (said) =>
    expect(await asksAfter(attacked(), ["saying", {}], said)).toBe(false),
  )

  it.each<[string, JsonObject]>([
    ["search_files", { pattern: "process.env" }],
    ["search_files", { pattern: "/api/users" }],
    ["search_files", { pattern: "import.meta.env", path: "src" }],
    ["run_command", { command: "grep -rn process.env src" }],
    ["run_command", { command: "grep -rne process.env src | head -5" }],
    ["run_command", { command: "grep -rn --regexp=import.meta.env src" }],
    ["run_command", { command: "grep -n /api/users src/a.ts" }],
  ])("but not after a search whose pattern looks like a path: %s %j", async (name, input) => {
    const made = prepared()
    made.put("src/a.ts", 'const key = process.env.KEY ?? import.meta.env.KEY\nfetch("/api/users")\n')
    expect(await asksAfter(made, [name, input])).toBe(false)
  })

  it("but not after searches that found none", async () => {
    expect(await asksAfter(prepared(), ["run_command", { command: "grep -rn key . --include='*.ts'" }])).toBe(false)
    expect(await asksAfter(prepared(), ["run_command", { command: "grep -rn key src" }])).toBe(false)
    expect(await asksAfter(prepared(), ["search_files", { pattern: "." }])).toBe(false)
  })
})
