// Pawl as a contender: "pawl.ts?memory" and "pawl.ts?sqlite", the latter as it is by default, with synced commits.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, memory, modelFrom, sqlite, tool } from "@pawl/agent"
import type { Prepared } from "./contender.ts"
import { LOOK, PROMPT } from "./look.ts"

const { parameters, run, ...described } = LOOK

export async function prepare(baseUrl: string, variant: string): Promise<Prepared> {
  const folder = variant === "sqlite" ? mkdtempSync(join(tmpdir(), "pawl-bench-")) : undefined
  const agent = await createAgent({
    // The server counts messages, so every contender must send all of them.
    window: 100_000_000,
    model: modelFrom("openai:bench", { baseUrl, apiKey: "none" }),
    tools: [tool({ ...described, input: parameters, effect: "read", run })],
    store: folder === undefined ? memory() : sqlite(join(folder, "sessions.db")),
    maxIterations: 1000,
    concurrency: 2000,
  })
  return {
    session: async () => {
      const { outcome, error } = await (await agent.open()).ask(PROMPT)
      if (outcome !== "completed") throw new Error(`The session ended with ${outcome}: ${error?.message}`)
    },
    close: async () => {
      await agent.close()
      if (folder !== undefined) rmSync(folder, { recursive: true })
    },
  }
}
