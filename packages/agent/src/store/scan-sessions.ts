// Searches a store that has no index by reading it.
import type { Fact } from "../contracts/fact.ts"
import type { SessionRow, Store } from "../contracts/store.ts"
import type { SearchOptions, SessionHit } from "./archive.ts"
import { searchedText, wordsIn } from "./searched-text.ts"

const PAGE = 100

export async function scanSessions(
  store: Store,
  query: string,
  { limit = 20 }: SearchOptions = {},
): Promise<readonly SessionHit[]> {
  const words = wordsIn(query).map(plain)
  const hits: SessionHit[] = []
  if (words.length === 0) return hits
  for await (const row of allRows(store)) {
    if (hits.length >= limit) break
    const hit = hitIn(row, await store.log.read(row.id, 0), words)
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

function hitIn(row: SessionRow, facts: readonly Fact[], words: readonly string[]): SessionHit | undefined {
  const { id, updatedAt, metadata } = row
  const entries = [
    { seq: 0, text: metadata.title ?? "" },
    ...facts.map((fact) => ({ seq: fact.seq, text: searchedText(fact, () => undefined) })),
  ]
  const found = words.map((word) => entries.find(({ text }) => beginnings(text).some((each) => each.startsWith(word))))
  const [first] = found
  if (first === undefined || found.includes(undefined)) return undefined
  const at = Math.max(0, plain(first.text).indexOf(words[0] ?? "") - 40)
  return { id, title: metadata.title, updatedAt, seq: first.seq, excerpt: first.text.slice(at, at + 120) }
}

function beginnings(text: string): readonly string[] {
  return wordsIn(text).map(plain)
}

/** Whatever its case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
