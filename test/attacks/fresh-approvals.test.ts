// Between the question and the answer a person works on: what they put in a call's way is not written over, moved or deleted.
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

/** One call; `meanwhile` happens while the question stands. */
async function asked(
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
    await session.approve(event, decision)
  }
  return (await session.facts()).find((fact) => fact.type === "tool-finished")
}

describe("a file that a person put in the place of", () => {
  it.each<{ name: string; before: () => void; wanted: ReturnType<typeof call> }>([
    {
      name: "a link is not deleted",
      before: () => symlinkSync("nowhere", at("x")),
      wanted: call("delete_file", { path: "x" }),
    },
    { name: "a folder is not deleted", before: () => mkdirSync(at("x")), wanted: call("delete_file", { path: "x" }) },
    {
      name: "a link is not written over",
      before: () => symlinkSync("nowhere", at("x")),
      wanted: call("write_file", { path: "x", content: "model" }),
    },
    {
      name: "a folder is not written over",
      before: () => mkdirSync(at("x")),
      wanted: call("write_file", { path: "x", content: "model" }),
    },
    {
      name: "a folder is not moved",
      before: () => mkdirSync(at("x")),
      wanted: call("move_file", { from: "x", to: "y" }),
    },
    {
      name: "nothing is not written over",
      before: () => {},
      wanted: call("write_file", { path: "x", content: "model" }),
    },
  ])("$name", async ({ before, wanted }) => {
    before()
    await asked(wanted, () => put("x"))
    expect(lstatSync(at("x")).isFile() && readFileSync(at("x"), "utf8")).toBe(WORDS)
    expect(existsSync(at("y"))).toBe(false)
  })
})

it.each([
  ["as they were", undefined],
  ["edited", { path: "x", content: "model!" }],
])("a file that a person changes while the question stands is not written over by arguments %s", async (_, edited) => {
  writeFileSync(at("x"), "v0")
  const decision = { decision: "approved", ...(edited && { arguments: edited }) } as const
  const finished = await asked(call("write_file", { path: "x", content: "model" }), () => put("x"), decision)
  expect(finished).toMatchObject({ code: "changed-since-approval" })
  expect(readFileSync(at("x"), "utf8")).toBe(WORDS)
})

it("arguments that are edited to name another file change that one", async () => {
  writeFileSync(at("x"), "v0")
  const decision = { decision: "approved", arguments: { path: "y", content: "model" } } as const
  await asked(call("write_file", { path: "x", content: "model" }), () => {}, decision)
  expect([readFileSync(at("x"), "utf8"), readFileSync(at("y"), "utf8")]).toEqual(["v0", "model"])
})

describe("a decision about one call of a sub-agent", () => {
  const model = scripted(({ said, results }) => {
    if (!said.includes("CHILD")) return results.length === 0 ? { calls: [call("delegate", { task: "CHILD" })] } : "done"
    if (results.length === 0) return { calls: [call("write_file", { path: "notes.md", content: "harmless" })] }
    return results.length === 1 ? { calls: [call("run_command", { command: "touch SPRUNG" })] } : "done"
  })

  it.each(["its event", "its call alone"])("that comes again by %s is none about the next", async (by) => {
    await using agent = await createAgent({ model, workspace: folder, store: memory(), delegation: true })
    const session = await agent.open({ id: "s" })
    let first: { readonly call: string; readonly question?: number } | undefined
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      if (first === undefined) {
        first = event
        await session.approve(event)
        continue
      }
      // A double click, a request that is sent again, a second window that still shows the first question.
      const again = session.approve(by === "its event" ? first : first.call)
      await expect(again).rejects.toMatchObject({ code: "approval-not-open" })
      await session.approve(event, "denied")
    }
    expect([existsSync(at("notes.md")), existsSync(at("SPRUNG"))]).toEqual([true, false])
  })
})
