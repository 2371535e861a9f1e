// Mastra as a contender: an agent whose memory is in a LibSQL file, a thread for each session.
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { LibSQLStore } from "@mastra/libsql"
import { Memory } from "@mastra/memory"
import { z } from "zod"
import { LOOK, PROMPT, SYSTEM } from "../loop/look.ts"

export async function prepare(baseURL) {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
  const storage = new LibSQLStore({ id: "bench", url: `file:${join(folder, "mastra.db")}` })
  const look = createTool({
    id: LOOK.name,
    description: LOOK.description,
    inputSchema: z.object({ path: z.string().optional() }),
    execute: async (input) => LOOK.run(input),
  })
  const agent = new Agent({
    id: "bench",
    name: "bench",
    instructions: SYSTEM,
    model: createOpenAICompatible({ name: "bench", baseURL, apiKey: "none", includeUsage: true })("bench"),
    tools: { look },
    memory: new Memory({ storage }),
  })
  const session = async () => {
    const memory = { thread: randomUUID(), resource: "bench" }
    const stream = await agent.stream(PROMPT, { memory, maxSteps: 1000 })
    for await (const _text of stream.textStream);
    const reason = await stream.finishReason
    if (reason !== "stop") throw new Error(`The turn ended with ${reason}.`)
  }
  return { session, close: async () => rmSync(folder, { recursive: true, force: true }) }
}
