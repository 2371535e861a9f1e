// npm run bench -- cancel: how long a turn goes on after it is cancelled, for everything it may wait for. At most a second
// is promised.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent } from "../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../packages/agent/src/model/scripted.ts"
import { sqlite } from "../packages/agent/src/store/sqlite.ts"
import { type Moment, moments, tools } from "../test/cancel/moments.ts"
import { median, round, table } from "./figures.ts"

const TIMES = 5

export async function run(): Promise<void> {
  const rows: (readonly [string, number, number])[] = []
  for (const [name, make] of Object.entries(moments)) {
    const took: number[] = []
    for (let time = 0; time < TIMES; time++) took.push(await cancelled(make))
    rows.push([name, round(median(took), 0), round(Math.max(...took), 0)])
  }
  console.log(table(["cancelled while it waits for", "median ms", "most ms"], rows))
  console.log(`\n${JSON.stringify({ bench: "cancel", mostMs: Math.max(...rows.map(([, , most]) => most)) })}`)
  // The tool that ignores its signal still has the deadline of its call, ten minutes away.
  process.exit()
}

async function cancelled(make: (folder: string) => Moment): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-cancel-"))
  const { script, at, options = {} } = make(folder)
  const store = await sqlite(join(folder, "pawl.db"))
  const agent = await createAgent({ store, tools, approve: "auto", model: scripted(script), ...options })
  try {
    const session = await agent.open({ id: "s" })
    let began = Number.NaN
    for await (const event of session.send("go")) {
      if (event.type !== at || !Number.isNaN(began)) continue
      began = performance.now()
      await session.cancel()
    }
    return performance.now() - began
  } finally {
    await agent.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
