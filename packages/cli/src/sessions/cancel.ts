// `pawl cancel`: ends the running turn, whichever process runs it. Needs no model.
import { setTimeout as wait } from "node:timers/promises"
import type { SessionRow, Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { Failure, wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { cancelSession } from "../remote/operations.ts"
import { out } from "../terminal/screen.ts"
import { sessionFor } from "./undo-agent.ts"

const MAX_MS = 10_000
const POLL_MS = 50

export async function cancel({ words, flags }: Request): Promise<number> {
  const [name, ...more] = words
  if (more.length > 0) throw wrongUsage("One session at a time: pawl cancel [ID|NAME].")
  const settings = await loadSettings(flags)
  const store = await openStore(settings)
  try {
    const row = await sessionFor(store, settings, name)
    const done = await cancelSession(store, row.id)
    if (done === "asked") await untilEnded(row, store)
    const says = (await store.inbox.read(row.id)).filter(({ command }) => command.kind === "say").length
    const waits = says === 0 ? "" : ` ${says} messages wait there for an answer: pawl resume ${row.id}`
    const what = done === "nothing" ? "has no turn to cancel" : "is cancelled"
    const outcome = done === "nothing" ? "nothing" : "cancelled"
    if (flags.has("json")) out.json({ session: row.id, outcome })
    else out.line(`Session ${row.id} ${what}.${waits}`)
    return EXIT.done
  } finally {
    await store.close()
  }
}

/** Waits for the process that runs the turn, which may need time to end it. */
async function untilEnded({ id, turns }: SessionRow, store: Store): Promise<void> {
  for (let waited = 0; waited < MAX_MS; waited += POLL_MS) {
    const row = await store.sessions.get(id)
    const isOver = row === undefined || row.turns > turns || row.status === "idle" || row.status === "failed"
    if (isOver) return
    await wait(POLL_MS)
  }
  throw new Failure(
    EXIT.failed,
    `The cancellation of session ${id} is stored, but its turn has not ended after ${MAX_MS / 1000} s. The process that runs it ends it as soon as it can; check with "pawl show ${id}".`,
  )
}
