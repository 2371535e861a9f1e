// `pawl fork`: copies a session. Nothing runs, and a process that runs the original is not disturbed.
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { forkSession } from "../remote/operations.ts"
import { out } from "../terminal/screen.ts"
import { findSession } from "./find-session.ts"
import { nameFrom } from "./sessions.ts"

export async function fork({ words, flags }: Request): Promise<number> {
  const name = nameFrom(words, "pawl fork ID|NAME")
  const at = flags.get("at")
  if (at !== undefined && !/^\d+$/.test(at))
    throw wrongUsage(`"${at}" is not the number of a fact. "pawl show ID --facts" shows the numbers.`)
  const title = flags.get("title")
  const store = await openStore(await loadSettings(flags))
  try {
    const parent = await findSession(store, name)
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
