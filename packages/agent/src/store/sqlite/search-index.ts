// The search index, in its own file beside the store. A search adds the facts since the last search, so that no append
// ever waits for it. It can be deleted at any time.
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import type Sqlite from "better-sqlite3"
import { sqlitePackage } from "../../outside/packages.ts"
import { withoutAccents } from "../../text/normalise.ts"
import type { SearchOptions, SessionHit } from "../archive.ts"
import { parseFact } from "../parse-fact.ts"
import { excerptOf, searchedText, wordsIn } from "../searched-text.ts"
import { type BlobRows, blobRows } from "./blobs.ts"
import { vacuum } from "./maintenance.ts"
import { factId } from "./schema.ts"

const Database = sqlitePackage()

/** "Paws" in ASCII. */
const APPLICATION_ID = 0x50617773
const VERSION = 1
/** Facts per transaction: takes a few milliseconds. */
const PAGE = 500
const REWRITE_BYTES = 64 * 1024 * 1024
/** As `nameToSearch` puts title and tags together. */
const NAME = "ltrim(coalesce(title, '') || coalesce((select group_concat(' #' || value, '') from json_each(tags)), ''))"

export class SearchIndex {
  readonly #path: string
  /** The store's connection, for reading. */
  readonly #store: Sqlite.Database
  #isSlack = false
  #blobs: BlobRows | undefined

  constructor(storePath: string, store: Sqlite.Database) {
    this.#path = `${storePath}-search`
    this.#store = store
  }

  async search(query: string, { limit = 20 }: SearchOptions = {}): Promise<readonly SessionHit[]> {
    const words = wordsIn(query)
    if (words.length === 0) return []
    const hits = await this.#orMadeAgain(async (index) => {
      await this.#catchUp(index)
      return this.#find(index, words, limit)
    })
    await this.rewrite()
    return hits
  }

  /** Called before and after a session is removed, because another process may index it in between. */
  async forget(key: number): Promise<void> {
    if (!existsSync(this.#path)) return
    await this.#orMadeAgain(async (index) => {
      if (forgetIn(index, key) > 0) this.#isSlack = true
    })
  }

  /** Zeroed cells are not enough: pages that were split or merged keep copies in their slack. Runs on another thread. */
  async rewrite(): Promise<void> {
    if (!this.#isSlack || statSync(this.#path).size > REWRITE_BYTES) return
    try {
      await vacuum(this.#path)
      this.#isSlack = false
    } catch {
      // The removal itself succeeded. Another process blocks the rewrite: the next removal tries again.
    }
  }

  keyOf(session: string): number | undefined {
    return this.#store.prepare<[string], number>("select key from sessions where id = ?").pluck().get(session)
  }

  async #orMadeAgain<T>(work: (index: Sqlite.Database) => Promise<T>): Promise<T> {
    try {
      return await withIndex(this.#path, work)
    } catch (error) {
      // The index can be rebuilt without loss. If the store itself is damaged, the second attempt reports it.
      if (!isDamaged(error)) throw error
      for (const end of ["", "-journal"]) rmSync(`${this.#path}${end}`, { force: true })
      return withIndex(this.#path, work)
    }
  }

  async #catchUp(index: Sqlite.Database): Promise<void> {
    const known = new Map(
      index
        .prepare<[], Known>("select key, seq, title from sessions")
        .all()
        .map((row) => [row.key, row]),
    )
    const rows = this.#store.prepare<[], Known>(`select key, seq, ${NAME} as title from sessions`).all()
    for (const row of rows) {
      const before = known.get(row.key)
      known.delete(row.key)
      if (before === undefined || before.seq < row.seq || before.title !== row.title)
        await this.#add(index, row, before?.seq ?? 0)
    }
    // Removed by a process that did not know the index.
    for (const key of known.keys()) if (forgetIn(index, key) > 0) this.#isSlack = true
  }

  async #add(index: Sqlite.Database, { key, seq, title }: Known, from: number): Promise<void> {
    const page = this.#store
      .prepare<[number, number, number], string>("select body from facts where id > ? and id < ? order by id limit ?")
      .pluck()
    const exists = this.#store.prepare<[number]>("select 1 from sessions where key = ?")
    const insert = index.prepare("insert or replace into words (rowid, text) values (?, ?)")
    const clear = index.prepare("delete from words where rowid = ?")
    const keep = index.prepare("insert or replace into sessions (key, seq, title) values (?, ?, ?)")
    for (let after = from; ; ) {
      const add = index.transaction(() => {
        // Checked inside the write transaction: a process that removes the session calls `forget` again afterwards.
        if (exists.get(key) === undefined) return seq
        const facts = page.all(factId(key, after), factId(key + 1, 0), PAGE).map((body) => parseFact(body, String(key)))
        for (const fact of facts) {
          const text = searchedText(fact, (hash) => this.#blob(hash))
          if (text.trim() !== "") insert.run(factId(key, fact.seq), text)
        }
        clear.run(factId(key, 0))
        if (title !== "") insert.run(factId(key, 0), title)
        const last = facts.at(-1)?.seq ?? after
        keep.run(key, last, title)
        return facts.length < PAGE ? seq : last
      })
      after = add.immediate()
      if (after >= seq) return
      await setImmediate()
    }
  }

  #blob(hash: string): Uint8Array | undefined {
    this.#blobs ??= blobRows(this.#store)
    return this.#blobs.read(hash)
  }

  /** Every word must occur in the session, not all in one message; a message with all of them is shown, if there is one. */
  #find(index: Sqlite.Database, words: readonly string[], limit: number): readonly SessionHit[] {
    const queries = words.map((word) => `"${word}"*`)
    const [first, ...others] = queries.map((query) => firstHits(index, query))
    const together = queries.length > 1 ? firstHits(index, queries.join(" ")) : undefined
    const keys = [...(first?.keys() ?? [])].filter((key) => others.every((hits) => hits.has(key)))
    const rows = this.#store
      .prepare<[string, number], Row>(
        `select key, id, title, updated_at from sessions where key in (select value from json_each(?))
         order by updated_second desc, updated_at desc, id limit ?`,
      )
      .all(JSON.stringify(keys), Math.max(1, Math.floor(limit)))
    const textAt = index.prepare<[number], string>("select text from words where rowid = ?").pluck()
    return rows.map(({ key, id, title, updated_at }) => {
      const at = together?.get(key) ?? first?.get(key) ?? 0
      const excerpt = excerptOf(textAt.get(at) ?? "", words.map(withoutAccents))
      return { id, title, updatedAt: updated_at, seq: at - factId(key, 0), excerpt }
    })
  }
}

/** The first mention by session, in one pass, because each query collects the words with a prefix again. */
function firstHits(index: Sqlite.Database, query: string): ReadonlyMap<number, number> {
  const hits = index.prepare<[string], { readonly key: number; readonly at: number }>(
    `select rowid / ${factId(1, 0)} as key, min(rowid) as at from words where words match ? group by 1`,
  )
  return new Map(hits.all(query).map(({ key, at }) => [key, at]))
}

interface Known {
  readonly key: number
  readonly seq: number
  readonly title: string
}

interface Row {
  readonly key: number
  readonly id: string
  readonly title: string | null
  readonly updated_at: number
}

async function withIndex<T>(path: string, work: (index: Sqlite.Database) => Promise<T>): Promise<T> {
  const index = openIndex(path)
  try {
    return await work(index)
  } finally {
    index.close()
  }
}

function openIndex(path: string): Sqlite.Database {
  // Readable by its owner only, like the store.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600))
  const index = new Database(path, { timeout: 10_000 })
  try {
    index.pragma("secure_delete = ON")
    index.pragma("synchronous = NORMAL")
    const make = index.transaction(() => {
      if (index.pragma("application_id", { simple: true }) === APPLICATION_ID) return
      index.exec(TABLES)
      index.pragma(`application_id = ${APPLICATION_ID}`)
      index.pragma(`user_version = ${VERSION}`)
    })
    make.immediate()
    if (index.pragma("user_version", { simple: true }) !== VERSION) throw new Outdated()
    return index
  } catch (error) {
    index.close()
    throw error
  }
}

class Outdated extends Error {}

function isDamaged(error: unknown): boolean {
  if (error instanceof Outdated) return true
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || code === "SQLITE_ERROR"
}

/** Returns the number of deleted rows. */
function forgetIn(index: Sqlite.Database, key: number): number {
  const words = index.prepare("delete from words where rowid >= ? and rowid < ?")
  const session = index.prepare("delete from sessions where key = ?")
  const forget = index.transaction(
    () => words.run(factId(key, 0), factId(key + 1, 0)).changes + session.run(key).changes,
  )
  return forget.immediate()
}

const TABLES = `
  create table sessions (key integer primary key, seq integer not null, title text not null);
  create virtual table words using fts5(text, tokenize = 'unicode61 remove_diacritics 2');
  -- Words of what is deleted leave the index at once, not when it is next merged.
  insert into words (words, rank) values ('secure-delete', 1);
`
