// REPL commands about past requests and statistics, with a real session in a real database.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type ModelPrice, type Prices, sqlite, type Usage } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { styleFor } from "../terminal/style.ts"
import type { Room } from "./command.ts"
import { runCommand } from "./commands.ts"

interface Metered {
  readonly usage?: Usage
  readonly price?: ModelPrice
}

async function room(prompts: readonly string[] = [], { usage, price }: Metered = {}) {
  const data = mkdtempSync(join(tmpdir(), "pawl-room-"))
  const model = scripted(({ results }) => ({
    ...(results.length === 0 ? { calls: [call("look")] } : { text: "done" }),
    ...(usage && { usage }),
  }))
  const look = {
    name: "look",
    description: "Looks.",
    input: { type: "object" },
    effect: "read",
    run: () => "seen",
  } as const
  const prices: Prices = price === undefined ? {} : { scripted: price }
  const agent = await createAgent({ model, tools: [look], store: sqlite(join(data, "pawl.db")), prices })
  onTestFinished(async () => {
    await agent.close()
    rmSync(data, { recursive: true })
  })
  const session = await agent.open()
  for (const prompt of prompts) await session.ask(prompt)
  const told: string[] = []
  const conversation = {
    session,
    settings: { folders: { config: data, data, state: data }, limits: { session: { costUsd: 9 } } },
  }
  const terminal = { style: styleFor({}), tell: (line: string) => void told.push(line) }
  return { told, run: (line: string) => runCommand({ conversation, terminal } as unknown as Room, line) }
}

describe("/replay", () => {
  it("X28: shows the request of each model call, and a single one in full, without secrets", async () => {
    const { told, run } = await room(["look around with sk-abcdefgh12345678"])
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
    const { told, run } = await room(["look", "look again"])
    await run("/stats")
    expect(told[0]).toMatch(/^1 session, 2 turns: 2 completed, 0 failed, 0 cancelled/)
    expect(told[0]).toMatch(/\nlook +2 +100 %/)
  })
})

describe("/cost", () => {
  it("X20: equals the sum of each call's usage times its price, with the cache", async () => {
    const used = { inputTokens: 1_000_000, outputTokens: 10_000, cacheReadTokens: 800_000, cacheWriteTokens: 100_000 }
    const { told, run } = await room(["look"], {
      usage: used,
      price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    })
    await run("/cost")
    const cost = 2 * (0.1 * 3 + 0.8 * 0.3 + 0.1 * 3.75 + 0.01 * 15)
    const tokens = "2,000,000 (1,600,000 from the cache, 200,000 into it) + 20,000 tokens"
    expect(told).toEqual([
      `This session: ${tokens}, ${cost.toFixed(4)} USD, of 9 USD that the session may cost\n  scripted: ${tokens}, ${cost.toFixed(4)} USD`,
    ])
  })

  it("says that a cost is unknown, and that nothing was used", async () => {
    const { told, run } = await room(["look"], { usage: { inputTokens: 5, outputTokens: 1 } })
    await run("/cost")
    expect(told[0]).toContain("This session: 10 + 2 tokens, cost unknown")
    const fresh = await room()
    await fresh.run("/cost")
    expect(fresh.told).toEqual(["Nothing was used yet."])
  })
})
