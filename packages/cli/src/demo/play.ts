// One process's part of the demo: opens the store and the session, sends the prompt or goes on where the log ends, and
// prints what happens.
import { createAgent, sqlite } from "@pawl/agent"
import { out } from "../terminal/screen.ts"
import { type Doom, doomedStore } from "./doomed-store.ts"
import { demoModel } from "./model.ts"
import { narrator } from "./narrate.ts"
import { ocrServer } from "./ocr-server.ts"
import type { Place } from "./place.ts"

export const SESSION = "demo"
const PROMPT = "Name every screenshot in this folder after what it shows."

export interface Part {
  /** The last fact that was printed already. If undefined, the turn is begun. */
  readonly after?: number
  readonly doom?: Doom
  readonly signal?: AbortSignal
}

export async function play(place: Place, { after, doom, signal }: Part): Promise<void> {
  const store = await sqlite(place.database)
  const agent = await createAgent({
    model: demoModel(out.isTerminal ? 25 : 0),
    store: doom === undefined ? store : doomedStore(store, doom),
    workspace: place.files,
    mcp: { mcpServers: { ocr: ocrServer(place.files) } },
    // The demo runs without an approver. By default every tool that changes something asks.
    approve: "auto",
  })
  try {
    // Opening a session continues its interrupted turn.
    const session = await agent.open({ id: SESSION })
    if (after === undefined) await session.send(PROMPT).accepted()
    const tell = narrator((text) => out.write(text))
    for await (const event of session.events({ after: after ?? 0, ...(signal !== undefined && { signal }) })) {
      tell(event)
      if (event.type === "turn-end") break
    }
  } finally {
    await agent.close()
    await store.close()
  }
}
