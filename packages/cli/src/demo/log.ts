// Reads the session's log without running the session.
import { createAgent, type Fact, sqlite } from "@pawl/agent"
import { demoModel } from "./model.ts"
import type { Place } from "./place.ts"
import { SESSION } from "./play.ts"

export async function readLog(place: Place): Promise<readonly Fact[]> {
  const store = await sqlite(place.database)
  const agent = await createAgent({ model: demoModel(0), store, run: "none" })
  try {
    return await (await agent.open({ id: SESSION })).facts()
  } finally {
    await agent.close()
    await store.close()
  }
}
