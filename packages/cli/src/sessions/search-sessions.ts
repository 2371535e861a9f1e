// `pawl sessions search`: finds words, or beginnings of words, in titles and messages, with an index beside the database.
import { archiveOf } from "@pawl/agent/sessions"
import { wrongUsage } from "../failure.ts"
import { named, short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { dim } from "../terminal/style.ts"
import { limitFrom, when } from "./list-sessions.ts"
import type { Work } from "./sessions.ts"
import { shortIds } from "./short-ids.ts"

export async function searchSessions({ store, words, flags }: Work): Promise<number> {
  const text = words.join(" ").trim()
  if (!/[\p{L}\p{N}]/u.test(text)) throw wrongUsage("Name the words to search for: pawl sessions search WORDS.")
  const hits = await archiveOf(store).search(text, { limit: limitFrom(flags) })
  if (flags.has("json")) out.json(hits)
  else if (hits.length === 0) out.line(`No session contains "${named(text)}".`)
  const names = flags.has("json")
    ? undefined
    : await shortIds(
        (start) => store.sessions.find(start),
        hits.map(({ id }) => id),
      )
  for (const { id, updatedAt, title, excerpt } of flags.has("json") ? [] : hits) {
    const name = title === null ? "" : `  ${short(title, 40)}`
    out.line(`${names?.get(id) ?? id}  ${when(updatedAt)}${name}\n    ${dim(short(excerpt, 160))}`)
  }
  return 0
}
