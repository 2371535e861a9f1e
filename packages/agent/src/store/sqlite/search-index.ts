// The index of everything that was said, in a file of its own beside the store: it is filled when somebody searches, from the
// facts since the last time, so that no append ever waits for it. It can be thrown away at any time.
import { closeSync, existsSync, openSync, rmSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import Database from "better-sqlite3"
import type { SearchOptions, SessionHit } from "../archive.ts"
import { parseFact } from "../parse-fact.ts"
import { searchedText, wordsIn } from "../searched-text.ts"
import { factId } from "./schema.ts"

/** "Paws" in ASCII. */
const APPLICATION_ID = 0x50617773
const VERSION = 1
/** Facts a transaction: a few milliseconds. */
const PAGE = 500
const REWRITE_BYTES = 64 * 1024 * 1024

export class SearchIndex {
  readonly #path: string
  /** The store, for reading. */
  readonly #store: Database.Database

  constructor(storePath: string, store: Database.Database) {
    this.#path = `${storePath}-search`
    this.#store = store
  }

  async search(query: string, { limit = 20 }: SearchOptions = {}): Promise<readonly SessionHit[]> {
    const words = wordsIn(query).map((word) => `"${word}"*`)
    if (words.length === 0) return []
    const index = this.#open()
    try {
      await this.#catchUp(index)
      return this.#find(index, words, limit)
    } finally {
      index.close()
    }
  }

  /** Asked for before and after a session is removed: somebody else may be indexing it in between. */
  forget(key: number): void {
    if (!existsSync(this.#path)) return
    const index = this.#open()
    try {
      forgetIn(index, key)
      const size = Number(index.pragma("page_count", { simple: true })) * 4096
      // Zeroed cells are not enough: copies are left in the slack of pages that were split or merged.
      if (size <= REWRITE_BYTES) index.exec("vacuum")
    } finally {
      index.close()
    }
  }

  keyOf(session: string): number | undefined {
    return this.#store.prepare<[string], number>("select key from sessions where id = ?").pluck().get(session)
  }

  #open(): Database.Database {
    try {
      return openIndex(this.#path)
    } catch (error) {
      // Nothing is lost with it: it is made again.
      if (!isDamaged(error)) throw error
      for (const end of ["", "-journal"]) rmSync(`${this.#path}${end}`, { force: true })
      return openIndex(this.#path)
    }
  }

  async #catchUp(index: Database.Database): Promise<void> {
    const known = new Map(
      index
        .prepare<[], Known>("select key, seq, title from sessions")
        .all()
        .map((row) => [row.key, row]),
    )
    const rows = this.#store.prepare<[], Known>("select key, seq, coalesce(title, '') as title from sessions").all()
    for (const row of rows) {
      const before = known.get(row.key)
      known.delete(row.key)
      if (before === undefined || before.seq < row.seq || before.title !== row.title)
        await this.#add(index, row, before?.seq ?? 0)
    }
    // Removed by somebody who did not know of the index.
    for (const key of known.keys()) forgetIn(index, key)
  }

  async #add(index: Database.Database, { key, seq, title }: Known, from: number): Promise<void> {
    const page = this.#store
      .prepare<[number, number, number], string>("select body from facts where id > ? and id < ? order by id limit ?")
      .pluck()
    const exists = this.#store.prepare<[number]>("select 1 from sessions where key = ?")
    const insert = index.prepare("insert or replace into words (rowid, text) values (?, ?)")
    const clear = index.prepare("delete from words where rowid = ?")
    const keep = index.prepare("insert or replace into sessions (key, seq, title) values (?, ?, ?)")
    for (let after = from; ; ) {
      const add = index.transaction(() => {
        // Asked while nobody else can write here: whoever removes the session comes by once more afterwards.
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
    return this.#store.prepare<[string], Buffer>("select bytes from blobs where hash = ?").pluck().get(hash)
  }

  /** Every word must be somewhere in the session, not all in one message. */
  #find(index: Database.Database, words: readonly string[], limit: number): readonly SessionHit[] {
    const having = index
      .prepare<[string], number>(`select distinct rowid / ${factId(1, 0)} from words where words match ?`)
      .pluck()
    const sets = words.map((word) => new Set(having.all(word)))
    const keys = [...(sets[0] ?? [])].filter((key) => sets.every((set) => set.has(key)))
    const rows = this.#store
      .prepare<[string], Row>(
        `select key, id, title, updated_at from sessions where key in (select value from json_each(?))
         order by updated_second desc, updated_at desc, id limit ${Math.max(1, Math.floor(limit))}`,
      )
      .all(JSON.stringify(keys))
    const best = index.prepare<[string, number, number], { readonly id: number; readonly excerpt: string }>(
      `select rowid as id, snippet(words, 0, '', '', '...', 24) as excerpt from words
       where words match ? and rowid >= ? and rowid < ? order by rank limit 1`,
    )
    return rows.flatMap(({ key, id, title, updated_at }) => {
      const range = [factId(key, 0), factId(key + 1, 0)] as const
      const hit = best.get(words.join(" "), ...range) ?? best.get(words.join(" OR "), ...range)
      if (hit === undefined) return []
      return [{ id, title, updatedAt: updated_at, seq: hit.id - factId(key, 0), excerpt: hit.excerpt }]
    })
  }
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

function openIndex(path: string): Database.Database {
  // For its owner only, like the store.
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

function forgetIn(index: Database.Database, key: number): void {
  const forget = index.transaction(() => {
    index.prepare("delete from words where rowid >= ? and rowid < ?").run(factId(key, 0), factId(key + 1, 0))
    index.prepare("delete from sessions where key = ?").run(key)
  })
  forget.immediate()
}

const TABLES = `
  create table sessions (key integer primary key, seq integer not null, title text not null);
  create virtual table words using fts5(text, tokenize = 'unicode61 remove_diacritics 2');
  -- Words of what is deleted leave the index at once, not when it is next merged.
  insert into words (words, rank) values ('secure-delete', 1);
`
