// REPL commands about the context, with a fake session that records what is requested.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { report } from "../context/__fixtures__/report.ts"
import { styleFor } from "../terminal/style.ts"
import type { Room } from "./command.ts"
import { runCommand } from "./commands.ts"

function room({ isBusy = false } = {}) {
  const workspace = mkdtempSync(join(tmpdir(), "pawl-room-"))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const asked: unknown[] = []
  const told: string[] = []
  const conversation = {
    isBusy,
    settings: { workspace, thinking: true },
    session: {
      id: "s1",
      context: async () => report,
      compact: async (how: unknown) => void asked.push(how),
    },
    showThinking(isShown: boolean) {
      this.settings.thinking = isShown
    },
  }
  const terminal = { style: styleFor({}), tell: (line: string) => void told.push(line) }
  const run = (line: string) => runCommand({ conversation, terminal } as unknown as Room, line)
  return { run, asked, told, workspace, conversation }
}

describe("/context", () => {
  it("shows what fills the window", async () => {
    const { run, told } = room()
    await run("/context")
    expect(told).toEqual([expect.stringMatching(/^a:model, window 8,000 tokens\n\n {2}system prompt +300 /)])
  })

  it("shows the request that would be sent, and refuses other words", async () => {
    const { run, told } = room()
    await run("/context request")
    await run("/context all")
    expect(JSON.parse(told[0] ?? "")).toEqual({
      model: "a:model",
      system: report.system,
      messages: report.messages.map(({ message }) => message),
      tools: report.tools.map(({ tool }) => tool),
    })
    expect(told[1]).toMatch(/^Use \/context/)
  })
})

describe("/snapshot", () => {
  it("writes the whole context into the workspace, and does not overwrite it (F30)", async () => {
    const { run, told, workspace } = room()
    await run("/snapshot my context.json")
    const path = join(workspace, "my context.json")
    expect(told).toEqual([expect.stringContaining(`"${path}"`)])
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ session: "s1", ...report })
    await expect(run("/snapshot my context.json")).rejects.toThrow(/exists already/)
  })
})

describe("/compact", () => {
  it("asks the session to compact, with the given focus", async () => {
    const { run, asked, told } = room()
    await run("/compact")
    await run("/compact the open questions")
    expect(asked).toEqual([{}, { focus: "the open questions" }])
    expect(told).toEqual([])
  })

  it("says that a running turn may delay it", async () => {
    const { run, told } = room({ isBusy: true })
    await run("/compact")
    expect(told).toEqual(["(the history is condensed as soon as the turn allows it)"])
  })
})

describe("/thinking", () => {
  it("toggles thinking, or shows and hides it (F14)", async () => {
    const { run, told, conversation } = room()
    const seen: boolean[] = []
    for (const line of [
      "/thinking",
      "/thinking",
      "/thinking hide",
      "/thinking hide",
      "/thinking show",
      "/thinking maybe",
    ]) {
      await run(line)
      seen.push(conversation.settings.thinking)
    }
    expect(seen).toEqual([false, true, false, false, true, true])
    expect(told.at(0)).toBe("The model's thinking is hidden.")
    expect(told.at(-1)).toMatch(/^Use \/thinking/)
  })
})
