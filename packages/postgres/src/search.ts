// Searches all sessions. A search first indexes the facts since the last one, so that no append ever waits for it.
import type { SearchOptions, SessionHit } from "@pawl/agent/sessions"
import { excerptOf, nameToSearch, parseFact, searchedText, withoutAccents, wordsIn } from "@pawl/agent/store"
import type { Database, Query } from "./database.ts"
import { plain } from "./plain.ts"

/** Facts in one transaction. */
const PAGE = 500

export async function search(
  database: Database,
  words: string,
  { limit = 20 }: SearchOptions = {},
): Promise<readonly SessionHit[]> {
  const wanted = [...new Set(wordsIn(withoutAccents(words)))]
  if (wanted.length === 0) return []
  for (const key of await behind(database)) while (await database.transaction((query) => index(query, key)));
  const rows = await database.read<Hit>(FIND, [
    wanted.map((word) => `'${word}':*`),
    wanted.map((word) => `'${word}':*`).join(" & "),
    Math.max(1, Math.floor(limit)),
  ])
  return rows.map(({ id, title, updated_at: updatedAt, seq, text }) => {
    return { id, title, updatedAt, seq, excerpt: excerptOf(text, wanted) }
  })
}

interface Hit {
  readonly id: string
  readonly title: string | null
  readonly updated_at: number
  readonly seq: number
  readonly text: string
}

/** Every word must occur in the session, not all in one message; a message with all of them is shown, if there is one. */
const FIND = `
  with found as (
    select w.session, min(w.seq) as seq, q.at from unnest($1::text[]) with ordinality as q (word, at)
    join searched w on w.words @@ q.word::tsquery group by w.session, q.at
  ), whole as (
    select session, min(seq) filter (where at = 1) as seq from found group by session having count(*) = cardinality($1::text[])
  )
  select s.id, s.title, s.updated_at, w.seq, w.text from whole h join sessions s on s.key = h.session
  join lateral (
    select seq, text from searched w where w.session = h.session and (w.seq = h.seq or w.words @@ $2::tsquery)
    order by w.words @@ $2::tsquery desc, w.seq limit 1) w on true
  order by s.updated_second desc, s.updated_at desc, s.id limit $3`

/** As `nameToSearch` puts title and tags together. */
const NAME = "ltrim(coalesce(title, '') || coalesce((select string_agg(' #' || tag, '') from unnest(tags) as tag), ''))"

async function behind(database: Database): Promise<readonly number[]> {
  const rows = await database.read<{ readonly key: number }>(
    `select key from sessions where searched_seq < seq or searched_name <> ${NAME}`,
  )
  return rows.map(({ key }) => key)
}

interface Behind {
  readonly id: string
  readonly seq: number
  readonly searched_seq: number
  readonly title: string | null
  readonly tags: readonly string[] | null
}

/**
 * One page of one session. Returns whether there is more. A removal waits for it, an append only for its commit: the lock keeps
 * the row from being deleted, not from being changed.
 */
async function index(query: Query, key: number): Promise<boolean> {
  const [row] = await query<Behind>(
    "select id, seq, searched_seq, title, tags from sessions where key = $1 for key share",
    [key],
  )
  if (row === undefined) return false
  const bodies = await query<{ readonly body: string }>(
    "select body from facts where session = $1 and seq > $2 order by seq limit $3",
    [key, row.searched_seq, PAGE],
  )
  const facts = bodies.map(({ body }) => parseFact(body, row.id))
  const aside = await textsAside(query, bodies)
  const name = nameToSearch({ title: row.title, ...(row.tags !== null && { tags: row.tags }) })
  const texts = facts.map((fact) => ({ seq: fact.seq, text: searchedText(fact, (hash) => aside.get(hash)) }))
  await query("delete from searched where session = $1 and seq = 0", [key])
  await add(query, key, [...texts, { seq: 0, text: name }])
  const last = facts.at(-1)?.seq ?? row.searched_seq
  await query("update sessions set searched_seq = greatest(searched_seq, $2), searched_name = $3 where key = $1", [
    key,
    last,
    name,
  ])
  return last < row.seq
}

async function add(query: Query, key: number, texts: readonly { readonly seq: number; readonly text: string }[]) {
  const found = texts
    .map(({ seq, text }) => ({ seq, text: plain(text), words: wordsToFind(text) }))
    .filter(({ words }) => words !== "")
  await query(
    `insert into searched (session, seq, text, words)
     select $1, f.seq, f.text, array_to_tsvector(string_to_array(f.words, ' '))
     from unnest($2::integer[], $3::text[], $4::text[]) as f (seq, text, words) order by f.seq on conflict do nothing`,
    [key, found.map(({ seq }) => seq), found.map(({ text }) => text), found.map(({ words }) => words)],
    "add-searched",
  )
}

/** Each word once, with spaces between them. */
function wordsToFind(text: string): string {
  const words = wordsIn(withoutAccents(plain(text))).map((word) => word.slice(0, LONGEST_WORD).toWellFormed())
  return [...new Set(words)].join(" ")
}

/** PostgreSQL's limit is 2,046 bytes. */
const LONGEST_WORD = 500

/** Texts that were too long for the log, which refers to them by hash. */
async function textsAside(
  query: Query,
  bodies: readonly { readonly body: string }[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = bodies.flatMap(({ body }) => [...body.matchAll(/"hash":"([^"\\\\]+)"/g)].map(([, hash = ""]) => hash))
  if (hashes.length === 0) return new Map()
  const rows = await query<{ readonly hash: string; readonly bytes: Buffer }>(
    "select hash, substring(bytes for 80000) as bytes from blobs where hash = any($1)",
    [hashes],
  )
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]))
}
