// Searches a store that has no index by reading it.
import type { Fact } from "../contracts/fact.ts"
import type { SessionRow } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import { withoutAccents } from "../text/normalise.ts"
import type { SearchOptions, SessionHit } from "./archive.ts"
import { excerptOf, searchedText, wordsIn } from "./searched-text.ts"
import { nameToSearch } from "./tags.ts"

const PAGE = 100

export async function scanSessions(
  store: Store,
  query: string,
  { limit = 20 }: SearchOptions = {},
): Promise<readonly SessionHit[]> {
  const words = wordsIn(query).map(withoutAccents)
  const hits: SessionHit[] = []
  if (words.length === 0) return hits
  for await (const row of allRows(store)) {
    if (hits.length >= limit) break
    const hit = await hitIn(row, words, store)
    if (hit !== undefined) hits.push(hit)
  }
  return hits
}

async function* allRows(store: Store): AsyncGenerator<SessionRow> {
  let after: SessionRow | undefined
  for (;;) {
    const page = await store.sessions.list({ limit: PAGE, ...(after && { after }) })
    yield* page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

async function hitIn(row: SessionRow, words: readonly string[], store: Store): Promise<SessionHit | undefined> {
  const { id, updatedAt, metadata } = row
  const facts = await store.log.read(id, 0)
  const aside = await putAside(facts, store)
  const entries = [
    { seq: 0, text: nameToSearch(metadata) },
    ...facts.map((fact) => ({ seq: fact.seq, text: searchedText(fact, (hash) => aside.get(hash)) })),
  ]
  const found = words.map((word) => entries.find(({ text }) => beginnings(text).some((each) => each.startsWith(word))))
  const [first] = found
  if (first === undefined || found.includes(undefined)) return undefined
  return { id, title: metadata.title, updatedAt, seq: first.seq, excerpt: excerptOf(first.text, words) }
}

/** Texts that were too long for the log, which refers to them by hash. */
async function putAside(facts: readonly Fact[], store: Store): Promise<ReadonlyMap<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>()
  for (const fact of facts) {
    for (const part of "input" in fact ? fact.input : []) {
      const bytes = part.type === "blob" ? await store.blobs.read(part.hash) : undefined
      if (part.type === "blob" && bytes !== undefined) read.set(part.hash, bytes)
    }
  }
  return read
}

function beginnings(text: string): readonly string[] {
  return wordsIn(text).map(withoutAccents)
}
