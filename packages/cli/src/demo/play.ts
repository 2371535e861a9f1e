// One process's part in the story: open the store and the session, say the prompt or go on where the log ends, tell what happens.
import { createAgent, sqlite } from "@pawl/agent"
import { demoModel } from "./model.ts"
import { narrator } from "./narrate.ts"
import type { Place } from "./place.ts"
import { demoTools } from "./tools.ts"

export const SESSION = "demo"
const PROMPT = "Rename every screenshot after the title in its first line."

export interface Part {
  /** The last fact that was told already. Without it the turn is begun. */
  readonly after?: number
  readonly onRenamed?: (count: number) => Promise<void>
  readonly signal?: AbortSignal
}

export async function play(place: Place, part: Part = {}): Promise<void> {
  const store = await sqlite(place.database)
  const tools = demoTools(place, part.onRenamed ?? (async () => {}))
  const agent = await createAgent({ model: demoModel(process.stdout.isTTY ? 25 : 0), tools, store })
  try {
    // Opening a session whose turn was interrupted is all it takes: the turn goes on.
    const session = await agent.open({ id: SESSION })
    if (part.after === undefined) await session.send(PROMPT).accepted()
    const { after = 0, signal } = part
    const tell = narrator((text) => process.stdout.write(text))
    for await (const event of session.events({ after, ...(signal !== undefined && { signal }) })) {
      tell(event)
      if (event.type === "turn-end") break
    }
  } finally {
    await agent.close()
    await store.close()
  }
}
