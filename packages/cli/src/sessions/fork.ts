// `pawl fork`: copies a session. Nothing runs, and a process that runs the original is not disturbed.
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { forkSession } from "../remote/operations.ts"
import { out } from "../terminal/screen.ts"
import { sessionFor } from "./undo-agent.ts"

export async function fork({ words, flags }: Request): Promise<number> {
  const at = flags.get("at")
  if (at !== undefined && !/^\d+$/.test(at))
    throw wrongUsage(`"${at}" is not the number of a fact. "pawl show ID --facts" shows the numbers.`)
  const title = flags.get("title")
  const settings = await loadSettings(flags)
  const store = await openStore(settings)
  try {
    const parent = await sessionFor(store, settings, words[0])
    const options = { ...(at !== undefined && { at: Number(at) }), ...(title !== undefined && { title }) }
    const id = await forkSession(store, parent.id, options)
    const { metadata } = (await store.sessions.get(id)) ?? parent
    const until = at === undefined ? "" : ` up to fact ${at}`
    if (flags.has("json")) out.json({ id, parent: parent.id, title: metadata.title })
    else out.line(`Session ${id} has the past of ${parent.id}${until}. Continue it with: pawl -r ${id}`)
    return EXIT.done
  } finally {
    await store.close()
  }
}
