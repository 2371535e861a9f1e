// The contents of the index, as SQL statements. Writes wait in one transaction until `commit`; the first of them begins
// it.
import type Database from "better-sqlite3"
import { type Passage, splitPassages } from "./passages.ts"
import type { FileText } from "./read-text.ts"
import { searchable } from "./searchable.ts"
import type { Entry } from "./walk.ts"

export interface Hit extends Passage {
  readonly file: number
  readonly path: string
  readonly stamp: string
}

interface Cached {
  readonly id: number
  readonly path: string
  readonly stamp: string
  readonly is_settled: number
  readonly is_text: number
}

export interface Known {
  readonly id: number
  readonly isText: boolean
}

export class FileIndex {
  readonly #db: Database.Database
  readonly #statements: ReturnType<typeof prepare>
  /** By path. Asking SQLite for each of thousands of files costs more than a stat of the files. */
  #cache = new Map<string, Cached>()
  #version: unknown
  #isWriting = false

  constructor(db: Database.Database) {
    this.#db = db
    this.#statements = prepare(db)
  }

  /** Undefined when it is new, has changed, or may have. */
  known({ path, stamp }: Pick<Entry, "path" | "stamp">): Known | undefined {
    const cached = this.#cache.get(path)
    if (cached?.stamp === stamp && cached.is_settled === 1) return { id: cached.id, isText: cached.is_text === 1 }
    const row = this.#statements.known.get(path, stamp)
    return row === undefined ? undefined : { id: row.id, isText: row.is_text === 1 }
  }

  /** Called before a walk: other processes may have written since the last one. */
  catchUp(): void {
    const version = this.#db.pragma("data_version", { simple: true })
    if (version === this.#version) return
    this.#cache = new Map(this.#statements.all.all().map((row) => [row.path, row]))
    this.#version = version
  }

  put(path: string, file: Extract<FileText, { kind: "text" | "binary" }>): number {
    this.#begin()
    const { putFile, addPassage, addWords } = this.#statements
    const [is_settled, is_text] = [Number(file.isSettled), Number(file.kind === "text")]
    const id = putFile.get(path, file.stamp, is_settled, is_text)?.id ?? 0
    this.#cache.set(path, { id, path, stamp: file.stamp, is_settled, is_text })
    this.#removePassages(id)
    if (file.kind === "binary") return id
    const pathWords = searchable(path)
    for (const { first, last, start, end } of splitPassages(file.text)) {
      const { lastInsertRowid } = addPassage.run(id, first, last, start, end)
      addWords.run(lastInsertRowid, searchable(file.text.slice(start, end)), pathWords)
    }
    return id
  }

  remove({ id, path }: { readonly id: number; readonly path: string }): void {
    this.#begin()
    this.#cache.delete(path)
    this.#removePassages(id)
    this.#statements.removeFile.run(id)
  }

  /** Best first. */
  search(match: string, limit: number): readonly Hit[] {
    return this.#statements.search.all(match, limit)
  }

  /** All files up to this id. */
  files(upTo: number): readonly { readonly id: number; readonly path: string }[] {
    return this.#statements.files.all(upTo)
  }

  newest(): number {
    return this.#statements.newest.get()?.id ?? 0
  }

  counts(): { readonly files: number; readonly passages: number } {
    return this.#statements.counts.get() ?? { files: 0, passages: 0 }
  }

  commit(): void {
    if (!this.#isWriting) return
    this.#isWriting = false
    this.#db.exec("commit")
  }

  /** Discards what was not committed. */
  rollback(): void {
    this.#version = undefined
    this.#isWriting = false
    if (this.#db.open && this.#db.inTransaction) this.#db.exec("rollback")
  }

  close(): void {
    this.#db.close()
  }

  /** The write lock is acquired here, so this is the only place that finds another process busy. */
  #begin(): void {
    if (this.#isWriting) return
    this.#db.exec("begin immediate")
    this.#isWriting = true
  }

  #removePassages(file: number): void {
    this.#statements.removeWords.run(file)
    this.#statements.removePassages.run(file)
  }
}

function prepare(db: Database.Database) {
  return {
    known: db.prepare<[string, string], { id: number; is_text: number }>(
      "select id, is_text from files where path = ? and stamp = ? and is_settled = 1",
    ),
    putFile: db.prepare<[string, string, number, number], { id: number }>(
      `insert into files (path, stamp, is_settled, is_text) values (?, ?, ?, ?)
       on conflict (path) do update set stamp = excluded.stamp, is_settled = excluded.is_settled, is_text = excluded.is_text
       returning id`,
    ),
    addPassage: db.prepare<[number, number, number, number, number]>(
      `insert into passages (file, first, last, start, "end") values (?, ?, ?, ?, ?)`,
    ),
    addWords: db.prepare<[number | bigint, string, string]>("insert into words (rowid, text, path) values (?, ?, ?)"),
    removeWords: db.prepare<[number]>("delete from words where rowid in (select id from passages where file = ?)"),
    removePassages: db.prepare<[number]>("delete from passages where file = ?"),
    removeFile: db.prepare<[number]>("delete from files where id = ?"),
    // A word in a file's name counts twice: it is what the file is about.
    search: db.prepare<[string, number], Hit>(
      `select p.file, p.first, p.last, p.start, p."end", f.path, f.stamp
       from (select rowid, bm25(words, 1.0, 2.0) as score from words where words match ? order by score, rowid limit ?) as w
       join passages p on p.id = w.rowid join files f on f.id = p.file order by w.score, w.rowid`,
    ),
    all: db.prepare<[], Cached>("select id, path, stamp, is_settled, is_text from files"),
    files: db.prepare<[number], { id: number; path: string }>("select id, path from files where id <= ?"),
    newest: db.prepare<[], { id: number }>("select max(id) as id from files"),
    counts: db.prepare<[], { files: number; passages: number }>(
      "select (select count(*) from files where is_text) as files, (select count(*) from passages) as passages",
    ),
  }
}
