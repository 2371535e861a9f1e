// Undo, rewind and fork through the real command: files in a real folder, and no model.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const MODEL = `scripted:${fileURLToPath(new URL("../__fixtures__/obedient.ts", import.meta.url))}`

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const read = (name: string) =>
  existsSync(join(place.work, name)) ? readFileSync(join(place.work, name), "utf8") : null

async function says(calls: unknown, ...words: readonly string[]): Promise<string> {
  const line = ["-p", JSON.stringify(calls), "--model", MODEL, "--approve", "auto", "--output-format", "json"]
  return JSON.parse((await place.pawl([...line, ...words])).stdout).session as string
}

/** An environment without a model. */
const pawl = (...words: readonly string[]) => place.pawl(words, { env: { PAWL_MODEL: undefined } })

it("L23, X18: pawl undo lists, tries out and undoes file changes, and names what stays; it needs no model", async () => {
  writeFileSync(join(place.work, "a.txt"), "one")
  const id = await says([
    ["write_file", { path: "a.txt", content: "two" }],
    ["write_file", { path: "b.txt", content: "new" }],
  ])
  await says(
    [
      ["run_command", { command: "true" }],
      ["delete_file", { path: "a.txt" }],
    ],
    "-c",
  )
  const list = await pawl("undo", "--list")
  expect(list.stdout).toMatch(
    /turn 1 +write_file .*\n +changed +a\.txt\n.*\n +created +b\.txt\nturn 2 +delete_file .*\n +deleted +a\.txt\n$/,
  )
  expect(await pawl("undo", "--dry-run")).toMatchObject({
    code: 0,
    stdout: "Dry run: nothing was changed. These changes would be made:\n  restored  a.txt\n",
  })
  expect(read("a.txt")).toBe(null)
  expect(await pawl("undo")).toMatchObject({ code: 0, stdout: "  restored  a.txt\n" })
  expect(read("a.txt")).toBe("two")
  writeFileSync(join(place.work, "b.txt"), "mine")
  const rewound = await pawl("rewind", id, "1")
  expect(rewound.code).toBe(1)
  expect(rewound.stdout).toMatch(/restored +a\.txt\n +skipped +b\.txt +changed since/)
  expect(rewound.stdout).toMatch(
    /The conversation is as it was before turn 1\.\nThese calls cannot be undone:\n +run_command command="true"\n/,
  )
  expect([read("a.txt"), read("b.txt")]).toEqual(["one", "mine"])
  expect((await pawl("show", id)).stdout).toContain("rewound to before turn 1")
  expect((await pawl("rewind", id)).stdout).toMatch(/ 1 .*\(rewound\)\n +2 .*\(rewound\)\n$/)
  expect((await pawl("replay", id)).stdout).toContain("replays exactly")
  expect(JSON.parse((await pawl("undo", id, "--turn", "1", "--force", "--json")).stdout)).toMatchObject({
    files: [{ path: "b.txt", outcome: "removed" }],
  })
})

it("X16: pawl fork copies a session up to a fact, and the fork continues independently", async () => {
  const id = await says([["write_file", { path: "a.txt", content: "one" }]], "--title", "Plan")
  const { id: fork, title } = JSON.parse((await pawl("fork", "Plan", "--at", "4", "--json")).stdout)
  expect(title).toBe("Plan (fork)")
  const { code } = await place.pawl(["-r", fork, "-p", "go on", "--model", MODEL])
  expect(code).toBe(0)
  const facts = async (name: string) => JSON.parse((await pawl("show", name, "--json")).stdout).facts as unknown[]
  expect((await facts(fork))[0]).toMatchObject({ session: fork, parent: { session: id, kind: "fork", seq: 4 } })
  expect((await facts(fork)).slice(1, 4)).toEqual((await facts(id)).slice(1, 4))
  expect((await pawl("replay", fork)).stdout).toContain("replays exactly")
})

it("pawl effects does not list a call of a fork whose outcome the original session knows", async () => {
  const id = await says([["write_file", { path: "a.txt", content: "one" }]])
  const { facts } = JSON.parse((await pawl("show", id, "--json")).stdout) as { facts: { type: string; seq: number }[] }
  const at = facts.find(({ type }) => type === "tool-started")?.seq
  const { id: fork } = JSON.parse((await pawl("fork", id, "--at", String(at), "--json")).stdout)
  expect((await pawl("effects")).stdout).toBe("Every call that was started has a known outcome.\n")
  await pawl("sessions", "rm", id, "--yes")
  expect((await pawl("effects", fork)).stdout).toContain("write_file")
})

it.each([
  [["undo"], 2, "Which session?"],
  [["undo", "none"], 42, 'There is no session "none"'],
  [["rewind"], 2, "Which session?"],
  [["fork"], 2, "Which session?"],
])("pawl undo, rewind and fork refuse %j", async (words, code, message) => {
  const ended = await pawl(...words)
  expect(ended.code).toBe(code)
  expect(ended.stderr).toContain(message)
})

it("pawl undo, rewind and fork refuse a missing turn, change or fact, and another folder", async () => {
  const id = await says([["write_file", { path: "a.txt", content: "one" }]])
  expect(await pawl("rewind", id, "9")).toMatchObject({ code: 42, stderr: expect.stringContaining("no turn 9") })
  expect(await pawl("fork", id, "--at", "999")).toMatchObject({
    code: 42,
    stderr: expect.stringContaining("no fact 999"),
  })
  expect(await pawl("undo", id, "--call", "none")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing to undo"),
  })
  const elsewhere = await pawl("undo", id, "--cwd", place.home)
  expect(elsewhere).toMatchObject({ code: 1, stdout: expect.stringContaining("another workspace") })
  expect(read("a.txt")).toBe("one")
})

it("pawl undo is refused while the session is busy, also as a dry run; it works after pawl cancel", async () => {
  const id = await says([["write_file", { path: "a.txt", content: "one" }]])
  const asks = JSON.stringify([["write_file", { path: "a.txt", content: "two" }]])
  await place.pawl(["-r", id, "-p", asks, "--detach"])
  const busy = { code: 1, stderr: expect.stringContaining(`pawl cancel ${id}`) }
  expect(await pawl("undo", id)).toMatchObject(busy)
  expect((await pawl("cancel", id)).stdout).toMatch(/no turn to cancel\. 1 messages wait/)
  await place.pawl(["worker", "--once", "--model", MODEL, "--approve", "ask"])
  for (const words of [
    ["undo", id],
    ["undo", id, "--dry-run"],
    ["rewind", id, "1", "--dry-run"],
  ])
    expect(await pawl(...words)).toMatchObject(busy)
  expect(await pawl("undo", id, "--list")).toMatchObject({ code: 0 })
  expect(await pawl("cancel")).toMatchObject({ code: 0, stdout: `Session ${id} is cancelled.\n` })
  expect((await pawl("cancel", id)).stdout).toContain("no turn to cancel")
  expect(await pawl("undo", id)).toMatchObject({ code: 0, stdout: "  removed   a.txt\n" })
  expect((await pawl("replay", id)).stdout).toContain("replays exactly")
})

it("pawl undo does not list a failed call, and does not suggest --force for content that was never kept", async () => {
  const id = await says([
    ["write_file", { path: "a.txt", content: "one" }],
    ["write_file", { path: "../out.txt", content: "no" }],
  ])
  expect(await pawl("rewind", id, "1")).toMatchObject({
    code: 0,
    stdout: "  removed   a.txt\nThe conversation is as it was before turn 1.\n",
  })
  mkdirSync(join(place.work, "folder"))
  await says([["delete_file", { path: "folder" }]], "-c")
  const { code, stdout } = await pawl("undo", id, "--turn", "2")
  expect([code, stdout]).toEqual([1, expect.stringContaining("removing a folder cannot be undone")])
  expect(stdout).not.toContain("--force")
})

const SERVER = fileURLToPath(new URL("../__fixtures__/plain-server.mjs", import.meta.url))

/** An MCP server whose effects cannot be undone. */
function withServer(): readonly string[] {
  const file = join(place.root, "mcp.json")
  writeFileSync(file, JSON.stringify({ mcpServers: { disk: { command: process.execPath, args: [SERVER] } } }))
  return ["--mcp-config", file]
}

it("L23: pawl undo lists calls of MCP servers as not undoable, whether a file was changed before or not", async () => {
  const id = await says([["disk__move_file", { from: "a", to: "b" }]], ...withServer())
  expect(await pawl("undo", id)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/nothing to undo.*cannot be undone: disk__move_file \{"from":"a","to":"b"\}\./),
  })
  const other = await says([["write_file", { path: "a.txt", content: "one" }]], ...withServer())
  await says([["disk__move_file", {}]], "-r", other, ...withServer())
  expect(await pawl("undo", other)).toMatchObject({
    code: 0,
    stdout: "  removed   a.txt\nThese calls cannot be undone:\n  disk__move_file\n",
  })
})

it("shows the model the result of an MCP server that has no content, as seed 001 draws it", async () => {
  const calls = ["extract_text", "move_file", "count"].map((name) => [`disk__${name}`, {}])
  const id = await says(calls, ...withServer())
  const { stdout } = await pawl("show", id)
  for (const words of ["Meeting Notes", "moved a to b", '{"rows":[1,2]}']) expect(stdout).toContain(words)
})
