// REPL commands about past requests and statistics, with a real session in a real database.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, sqlite } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { styleFor } from "../terminal/style.ts"
import { type Room, runCommand } from "./commands.ts"

async function room(...prompts: readonly string[]) {
  const data = mkdtempSync(join(tmpdir(), "pawl-room-"))
  const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("look")] } : "done"))
  const look = {
    name: "look",
    description: "Looks.",
    input: { type: "object" },
    effect: "read",
    run: () => "seen",
  } as const
  const agent = await createAgent({ model, tools: [look], store: sqlite(join(data, "pawl.db")) })
  onTestFinished(async () => {
    await agent.close()
    rmSync(data, { recursive: true })
  })
  const session = await agent.open()
  for (const prompt of prompts) await session.ask(prompt)
  const told: string[] = []
  const conversation = { session, settings: { folders: { config: data, data, state: data } } }
  const terminal = { style: styleFor({}), tell: (line: string) => void told.push(line) }
  return { told, run: (line: string) => runCommand({ conversation, terminal } as unknown as Room, line) }
}

describe("/replay", () => {
  it("X28: shows the request of each model call, and a single one in full, without secrets", async () => {
    const { told, run } = await room("look around with sk-abcdefgh12345678")
    await run("/replay")
    expect(told).toEqual([
      expect.stringMatching(
        /^Call 1: scripted, attempt 1\.1\.1 .*\n {2}system .*\n {2}tools .*[\s\S]*user +look around with \[redacted\]$/,
      ),
      expect.stringMatching(/^Call 2: scripted, attempt 1\.2\.1 [\s\S]*tool look +seen$/),
    ])
    await run("/replay 2")
    expect(told[2]).toMatch(
      /^Call 2: [\s\S]*\[system\]\n[\s\S]*\[user\]\n[\s\S]*look around with \[redacted\][\s\S]*\[tool look\]\nseen$/,
    )
    expect(told.join("\n")).not.toContain("abcdefgh12345678")
    await expect(run("/replay 9")).rejects.toThrow("There is no model call 9")
  })

  it("says that no model was asked", async () => {
    const { told, run } = await room()
    await run("/replay")
    expect(told).toEqual(["No model was asked in this session."])
  })
})

describe("/stats", () => {
  it("shows statistics of models and tools in this session", async () => {
    const { told, run } = await room("look", "look again")
    await run("/stats")
    expect(told[0]).toMatch(/^1 session, 2 turns: 2 completed, 0 failed, 0 cancelled/)
    expect(told[0]).toMatch(/\nlook +2 +100 %/)
  })
})
