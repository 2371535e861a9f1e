// The built-in tools as the toolbox runs them: with an agent, a scripted model and approvals.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { AskedCall } from "../contracts/answer.ts"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import { settleAs } from "../session/__fixtures__/settle-as.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { compileSchema } from "../tools/input-schema.ts"
import type { ApprovalPolicy } from "../tools/prepare.ts"
import type { Tool } from "../tools/tool.ts"
import { bench } from "./__fixtures__/use-tools.ts"
import { type BuiltinOptions, builtinTools } from "./builtin-tools.ts"

/** A model that makes these calls one after another, then ends. */
const script = (calls: readonly AskedCall[]) =>
  scripted((request) => {
    const next = calls[request.results.length]
    return next === undefined ? request.results.map(({ text }) => text).join("\n=====\n") : { calls: [next] }
  })

async function agentFor(calls: readonly AskedCall[], approve: ApprovalPolicy, options: BuiltinOptions) {
  return createAgent({ model: script(calls), tools: builtinTools(options), approve, store: memory() })
}

/** The previews of what was asked about; everything is approved. */
async function askedBy(session: Session): Promise<readonly string[]> {
  const asked: string[] = []
  for await (const event of session.send("go")) {
    if (event.type !== "approval-requested") continue
    asked.push(event.preview)
    await session.decide(event, "approve")
  }
  return asked
}

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from([0, 1])])

describe("built-in tools", () => {
  it("are listed in a stable order", () => {
    const { workspace } = bench()
    expect(builtinTools({ workspace }).map(({ name, effect, risk }) => [name, effect, risk])).toEqual([
      ["read_file", "read", undefined],
      ["write_file", "idempotent", undefined],
      ["edit_file", "once", undefined],
      ["list_directory", "read", undefined],
      ["search_files", "read", undefined],
      ["move_file", "once", undefined],
      ["delete_file", "once", "destructive"],
      ["run_command", expect.any(Function), "unknown"],
      ["read_result", "read", undefined],
      ["fetch_url", "read", undefined],
    ])
  })

  it("have schemas that compile, which otherwise happens at their first call", () => {
    const { workspace } = bench()
    for (const { name, input } of builtinTools({ workspace })) expect(() => compileSchema(name, input)).not.toThrow()
  })

  it("need a workspace that is a folder", () => {
    const { path } = bench()
    writeFileSync(path("file"), "")
    for (const workspace of [path("none"), path("file")]) {
      expect(() => builtinTools({ workspace })).toThrow(expect.objectContaining({ code: "config-invalid" }))
    }
  })

  it("all work through an agent that runs calls without approval", async () => {
    const { workspace, path } = bench()
    writeFileSync(path("shot.png"), PNG)
    const calls = [
      call("write_file", { path: "d/a.txt", content: "one\ntwo\n" }),
      call("edit_file", { path: "d/a.txt", old_text: "two", new_text: "2" }),
      call("read_file", { path: "d/a.txt" }),
      call("search_files", { pattern: "one" }),
      call("move_file", { from: "d/a.txt", to: "d/b.txt" }),
      call("list_directory", { path: "d" }),
      call("run_command", { command: "cat d/b.txt" }),
      call("delete_file", { path: "d/b.txt" }),
      call("read_file", { path: "shot.png" }),
      call("fetch_url", { url: "http://127.0.0.1/" }),
      call("read_file", { path: "../outside/secret.txt" }),
    ]
    await using agent = await agentFor(calls, "auto", { workspace })
    const session = await agent.open()
    const { outcome } = await session.ask("go")
    expect(outcome).toBe("completed")
    const results = (await session.facts()).filter((fact) => fact.type === "tool-finished")
    expect(results.map(({ name, outcome: each, code }) => [name, each, code])).toEqual([
      ["write_file", "ok", undefined],
      ["edit_file", "ok", undefined],
      ["read_file", "ok", undefined],
      ["search_files", "ok", undefined],
      ["move_file", "ok", undefined],
      ["list_directory", "ok", undefined],
      ["run_command", "ok", undefined],
      ["delete_file", "ok", undefined],
      ["read_file", "ok", undefined],
      ["fetch_url", "error", "address-private"],
      ["read_file", "error", "outside-workspace"],
    ])
    expect(results[2]?.content).toEqual([{ type: "text", text: "one\n2" }])
    expect(results[8]?.content[1]).toMatchObject({
      type: "blob",
      mime: "image/png",
      size: PNG.length,
      name: "shot.png",
    })
    expect(readdirSync(path("d"))).toEqual([])
  })

  it("show the model the image itself", async () => {
    const { workspace, path } = bench()
    writeFileSync(path("shot.png"), PNG)
    const model = scripted((request) => {
      if (request.results.length === 0) return { calls: [call("read_file", { path: "shot.png" })] }
      return [...request.request.blobs.values()].some((bytes) => PNG.equals(bytes)) ? "seen" : "not seen"
    })
    await using agent = await createAgent({ model, tools: builtinTools({ workspace }) })
    expect(await (await agent.open()).ask("go")).toMatchObject({ text: "seen" })
  })

  it.each([
    { decision: "approved", after: "new" },
    { decision: "denied", after: "old" },
  ] as const)("wait for approval before they change anything: $decision (F16)", async ({ decision, after }) => {
    const { workspace, path } = bench()
    writeFileSync(path("f"), "old")
    await using agent = await agentFor([call("write_file", { path: "f", content: "new" })], "ask", { workspace })
    const session = await agent.open()
    let preview = ""
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      preview = event.preview
      expect(readFileSync(path("f"), "utf8")).toBe("old")
      await settleAs(session, event.call, { decision })
    }
    expect(preview).toContain("-old")
    expect(preview).toContain("+new")
    expect(readFileSync(path("f"), "utf8")).toBe(after)
  })

  it("ask for approval even if the preview fails (F17)", async () => {
    const preview = () => {
      throw new Error("no preview")
    }
    const tool: Tool = {
      name: "send",
      description: "",
      input: { type: "object" },
      effect: "once",
      preview,
      run: () => "sent",
    }
    await using agent = await createAgent({ model: script([call("send", {})]), tools: [tool], approve: "ask" })
    expect(await askedBy(await agent.open())).toEqual(["send({})"])
  })

  it.each([
    ["a passage that is not in the file", "edit_file", { path: "f", old_text: "x", new_text: "y" }, "edit-missing"],
    ["a passage that stays the same", "edit_file", { path: "f", old_text: "old", new_text: "old" }, "edit-empty"],
    ["a file that is not there", "edit_file", { path: "none", old_text: "a", new_text: "b" }, "file-missing"],
    ["what the file holds already", "write_file", { path: "f", content: "old" }, "write-empty"],
  ])("ask nobody about a call that can have no effect: %s", async (_, name, given, code) => {
    const { workspace, path } = bench()
    writeFileSync(path("f"), "old")
    await using agent = await agentFor([call(name, given)], "ask", { workspace })
    const session = await agent.open()
    expect(await askedBy(session)).toEqual([])
    expect((await session.facts()).find((fact) => fact.type === "tool-finished")).toMatchObject({ code })
  })

  it("ask about an edit that an earlier edit of the same answer makes possible", async () => {
    const { workspace, path } = bench()
    writeFileSync(path("f"), "one")
    const edits = [
      call("edit_file", { path: "f", old_text: "one", new_text: "two" }),
      call("edit_file", { path: "f", old_text: "two", new_text: "three" }),
    ]
    const model = scripted(({ results }) => (results.length === 0 ? { calls: edits } : "done"))
    await using agent = await createAgent({ model, tools: builtinTools({ workspace }), approve: "ask" })
    expect(await askedBy(await agent.open())).toHaveLength(2)
    expect(readFileSync(path("f"), "utf8")).toBe("three")
  })

  it("still read, but change nothing, when approvals are denied", async () => {
    const { workspace, path } = bench()
    writeFileSync(path("f"), "text")
    const calls = [
      call("read_file", { path: "f" }),
      call("run_command", { command: "touch made" }),
      call("delete_file", { path: "f" }),
    ]
    await using agent = await agentFor(calls, "deny", { workspace })
    const session = await agent.open()
    await session.ask("go")
    const outcomes = (await session.facts()).flatMap((fact) => (fact.type === "tool-finished" ? [fact.outcome] : []))
    expect(outcomes).toEqual(["ok", "denied", "denied"])
    expect([existsSync(path("made")), existsSync(path("f"))]).toEqual([false, true])
  })

  it("run in request order when one call may see the changes of another", async () => {
    const { workspace } = bench()
    const model = scripted((request) =>
      request.results.length === 0
        ? {
            calls: [
              call("write_file", { path: "./a.txt", content: "1" }),
              call("read_file", { path: "x/../a.txt" }),
              call("run_command", { command: "cat a.txt; echo 2 > b.txt" }),
              call("edit_file", { path: "b.txt", old_text: "2", new_text: "3" }),
              call("run_command", { command: "cat b.txt" }),
            ],
          }
        : request.results.map(({ text }) => text[0]).join(""),
    )
    await using agent = await createAgent({ model, tools: builtinTools({ workspace }), approve: "auto" })
    expect(await (await agent.open()).ask("go")).toMatchObject({ text: "C11E3" })
  })

  it("let the model read the rest of a long result", async () => {
    const { workspace, path } = bench()
    for (let index = 0; index < 500; index++) writeFileSync(path(`${"n".repeat(80)}${index}`), "")
    const model = scripted((request) => {
      const [first, second] = request.results
      if (first === undefined) return { calls: [call("list_directory")] }
      if (second !== undefined) return second.text
      const [, id = "", offset] = /read_result with call "([^"]+)" and offset (\d+)/.exec(first.text) ?? []
      return { calls: [call("read_result", { call: id, offset: Number(offset) })] }
    })
    await using agent = await createAgent({ model, tools: builtinTools({ workspace }) })
    const { text } = await (await agent.open()).ask("go")
    expect(text).toContain("n99 (0 bytes)")
    expect(text).toMatch(/\[Characters 40000-\d+ of \d+\./)
  })

  it("stream a command's output, and stop the command when the turn is cancelled (F21, F22)", async () => {
    const { workspace } = bench()
    const calls = [call("run_command", { command: "echo begun; exec sleep 100" })]
    await using agent = await agentFor(calls, "auto", { workspace })
    const session = await agent.open()
    const events: Event[] = []
    for await (const event of session.send("go")) {
      events.push(event)
      if (event.type === "tool-output") await session.cancel()
    }
    expect(events).toContainEqual(expect.objectContaining({ type: "tool-output", text: "begun\n" }))
    expect(events.at(-1)).toMatchObject({ type: "turn-end", outcome: "cancelled" })
    const finished = (await session.facts()).find((fact) => fact.type === "tool-finished")
    expect(finished).toMatchObject({ outcome: "error", code: "command-stopped" })
  })
})
