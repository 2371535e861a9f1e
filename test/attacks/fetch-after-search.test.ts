// Secrets that come to light without their file being named: by searches through a folder, by differences, by a repository's own
// settings. They are not found unasked; and where one was shown, every address is asked about from then on.
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { createAgent } from "../../packages/agent/src/create-agent.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { type Attacked, attacked, DECOY, repository } from "./__fixtures__/attacked.ts"

/** A repository with secrets in it, that anybody may have. */
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
    ...["grep -r KEY .", "grep -rh KEY", "grep -rn KEY ./", "grep -ro 'KEY=.*' . | tail -1", "grep --recursive KEY ."],
    ...["grep KEY . -r", "grep -rhe decoy src .git"],
    ...["ls | grep -r decoy", "grep -rh decoy . --include='*'", "grep -rh decoy . --include='.e*'"],
    ...["grep -rh decoy . --include='*.ts' --exclude='x'", "grep -rh decoy . --include='*.ts' --include='.env'"],
    ...["grep -rh decoy . --exclude-dir='d*'", "grep -ir url .git", "cat .git/config", "grep -o ':.*@' .git/config"],
    ...[
      "head -20 .git/config | grep -o 'decoy.*'",
      "cat ./.git/config",
      "cat .git//config",
      "grep -rh url settings",
      "grep -rh x .git/logs",
    ],
  ])("asks: %s", (command) => expect(prepared().tools().asks("run_command", { command })).toBe(true))

  it.each([
    ...["grep -rn key src", "grep -rn key . --include='*.ts'", "grep -rh key src --exclude-dir=node_modules", "ls -R"],
    ...["grep key src/a.ts", "cat .git/HEAD"],
  ])("does not where there are none: %s", (command) =>
    expect(prepared().tools().asks("run_command", { command })).toBe(false),
  )

  it("asks where a folder holds more than can be looked at, and not for a repository without a password", () => {
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
  ])("by search_files leaves them out, and says so: %j", async (input, count) => {
    const shown = await prepared().tools().use("search_files", input)
    expect(shown).not.toContain(DECOY)
    expect(shown).toMatch(new RegExp(`\\[${count} that may hold secrets .* not searched`))
  })

  it("by search_files shows one that was named", async () => {
    const { use } = prepared().tools()
    expect(await use("search_files", { pattern: "KEY", path: ".env" })).toContain(DECOY)
    expect(await use("search_files", { pattern: "decoy", path: "deploy/secrets" })).toContain(DECOY)
  })
})

const URL_GRANT = { tool: "fetch_url", scope: "always" } as const

/** Makes the call, lets all of it happen, and tells whether a page is asked about afterwards in spite of a grant. */
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
    await session.approve(event.call, { decision: event.name === "fetch_url" ? "denied" : "approved" })
  }
  return asked.includes("fetch_url")
}

describe("every address is asked about, in spite of a grant, after", () => {
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
  ])("%s %j", async (name, input) => expect(await asksAfter(prepared(), [name, input])).toBe(true))

  it.each([
    ...["git log -p --graph", "git log --graph -p --all", "git log -p --graph --color=always"],
    ...["git log -p", "git log -p --color=always", "git log -p --graph --word-diff"],
  ])("a file that was committed was shown: %s", async (command) => {
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
  ])("but not a result of %j", async (said) => expect(await asksAfter(attacked(), ["saying", {}], said)).toBe(false))

  it("but not after searches that met none", async () => {
    expect(await asksAfter(prepared(), ["run_command", { command: "grep -rn key . --include='*.ts'" }])).toBe(false)
    expect(await asksAfter(prepared(), ["run_command", { command: "grep -rn key src" }])).toBe(false)
    expect(await asksAfter(prepared(), ["search_files", { pattern: "." }])).toBe(false)
  })
})
