// While an approval waits, the person goes on working: a file they
// put in the call's way is not overwritten, moved or deleted.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type Decision, memory } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { settleAs } from "../../packages/agent/src/session/__fixtures__/settle-as.ts"

const WORDS = "a person's words"
let folder = ""
const at = (path: string) => join(folder, path)
const put = (path: string) => {
  rmSync(at(path), { recursive: true, force: true })
  writeFileSync(at(path), WORDS)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-fresh-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Plays one call; `meanwhile` runs while its approval waits. */
async function playCall(
  wanted: ReturnType<typeof call>,
  meanwhile: () => void,
  decision: Decision = { decision: "approved" },
) {
  const model = scripted(({ results }) => (results.length === 0 ? { calls: [wanted] } : "done"))
  await using agent = await createAgent({ model, workspace: folder, store: memory() })
  const session = await agent.open({ id: "s" })
  for await (const event of session.send("go")) {
    if (event.type !== "approval-requested") continue
    meanwhile()
    await settleAs(session, event, decision)
  }
  return (await session.facts()).find((fact) => fact.type === "tool-finished")
}

describe("a file that a person puts at the call's path while the approval waits survives", () => {
  it.each<{ name: string; before: () => void; wanted: ReturnType<typeof call> }>([
    {
      name: "delete_file on what was a link",
      before: () => symlinkSync("nowhere", at("x")),
      wanted: call("delete_file", { path: "x" }),
    },
    {
      name: "delete_file on what was a folder",
      before: () => mkdirSync(at("x")),
      wanted: call("delete_file", { path: "x" }),
    },
    {
      name: "write_file on what was a link",
      before: () => symlinkSync("nowhere", at("x")),
      wanted: call("write_file", { path: "x", content: "model" }),
    },
    {
      name: "write_file on what was a folder",
      before: () => mkdirSync(at("x")),
      wanted: call("write_file", { path: "x", content: "model" }),
    },
    {
      name: "move_file on what was a folder",
      before: () => mkdirSync(at("x")),
      wanted: call("move_file", { from: "x", to: "y" }),
    },
    {
      name: "write_file on what did not exist",
      before: () => {},
      wanted: call("write_file", { path: "x", content: "model" }),
    },
  ])("$name", async ({ before, wanted }) => {
    before()
    await playCall(wanted, () => put("x"))
    expect(lstatSync(at("x")).isFile() && readFileSync(at("x"), "utf8")).toBe(WORDS)
    expect(existsSync(at("y"))).toBe(false)
  })
})

it.each([
  ["unchanged", undefined],
  ["edited", { path: "x", content: "model!" }],
])("a file that a person changes while the approval waits is not overwritten, with arguments %s", async (_, edited) => {
  writeFileSync(at("x"), "v0")
  const decision = { decision: "approved", ...(edited && { arguments: edited }) } as const
  const finished = await playCall(call("write_file", { path: "x", content: "model" }), () => put("x"), decision)
  expect(finished).toMatchObject({ code: "changed-since-approval" })
  expect(readFileSync(at("x"), "utf8")).toBe(WORDS)
})

it("arguments that the approver edits to name another file change that file", async () => {
  writeFileSync(at("x"), "v0")
  const decision = { decision: "approved", arguments: { path: "y", content: "model" } } as const
  await playCall(call("write_file", { path: "x", content: "model" }), () => {}, decision)
  expect([readFileSync(at("x"), "utf8"), readFileSync(at("y"), "utf8")]).toEqual(["v0", "model"])
})

describe("a decision about one call of a sub-agent", () => {
  const model = scripted(({ said, results }) => {
    if (!said.includes("CHILD")) return results.length === 0 ? { calls: [call("delegate", { task: "CHILD" })] } : "done"
    if (results.length === 0) return { calls: [call("write_file", { path: "notes.md", content: "harmless" })] }
    return results.length === 1 ? { calls: [call("run_command", { command: "touch SPRUNG" })] } : "done"
  })

  it.each(["its event", "its call alone"])("that is sent twice, by %s, does not decide the next call", async (by) => {
    await using agent = await createAgent({ model, workspace: folder, store: memory(), delegation: true })
    const session = await agent.open({ id: "s" })
    let first: { readonly call: string; readonly question?: number } | undefined
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      if (first === undefined) {
        first = event
        await session.decide(event, "approve")
        continue
      }
      // A double click, a request that is sent again, or a second window that still shows the first approval.
      const again = session.decide(by === "its event" ? first : first.call, "approve")
      await expect(again).rejects.toMatchObject({ code: "approval-not-open" })
      await session.decide(event, "deny")
    }
    expect([existsSync(at("notes.md")), existsSync(at("SPRUNG"))]).toEqual([true, false])
  })
})
