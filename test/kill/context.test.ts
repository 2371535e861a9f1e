// The context of the application after a kill: it was in the memory of the process that died, and `contextOf` supplies it
// again in the process that goes on.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, vi } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { bundled } from "../bundled.ts"
import { type Customer, OWNERS, shop } from "./context-story.ts"

const VICTIM = fileURLToPath(new URL("./context-victim.ts", import.meta.url))
const KINDS = ["ship", "pay"] as const

it("a turn whose process was killed goes on with the context of its own owner, and its approval is asked for again", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-kill-context-"))
  const seen = () =>
    existsSync(join(folder, "seen")) ? readFileSync(join(folder, "seen"), "utf8").trim().split("\n") : []
  try {
    const victim = spawn(process.execPath, [await bundled(VICTIM), folder], { stdio: ["ignore", "ignore", "inherit"] })
    const ended = new Promise((resolve) => victim.on("close", resolve))
    await vi.waitFor(() => expect(seen()).toHaveLength(4), { timeout: 30_000 })
    victim.kill("SIGKILL")
    await ended
    expect(seen().sort()).toEqual(seenWith((owner) => `user of ${owner}`))

    const asked: unknown[] = []
    const agent = await createAgent<Customer>({
      ...shop(folder, async () => {}),
      store: sqlite(join(folder, "pawl.db")),
      contextOf: async (turn) => {
        asked.push(turn)
        return { user: `same ${turn.owner}` }
      },
    })
    const texts: Record<string, string> = {}
    for (const owner of OWNERS) {
      for (const what of KINDS) {
        const session = await agent.open({ id: `${what}-${owner}`, owner })
        for await (const event of session.events()) {
          if (event.type !== "turn-end") continue
          texts[session.id] = event.text
          break
        }
      }
    }
    await agent.close()
    expect(texts).toEqual({
      "ship-ada": "Shipped for same ada.",
      "pay-ada": "Paid for same ada.",
      "ship-bob": "Shipped for same bob.",
      "pay-bob": "Paid for same bob.",
    })
    expect(seen().slice(4).sort()).toEqual(seenWith((owner) => `same ${owner}`))
    expect(asked).toEqual(OWNERS.flatMap((owner) => KINDS.map((what) => ({ id: `${what}-${owner}`, owner, turn: 1 }))))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function seenWith(userOf: (owner: string) => string): readonly string[] {
  return [
    ...OWNERS.map((owner) => `approve for ${userOf(owner)}, ${owner}`),
    ...OWNERS.map((owner) => `ship for ${userOf(owner)}, ${owner} in ship-${owner}, turn 1`),
  ]
}
