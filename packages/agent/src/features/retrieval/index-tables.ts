// The tables of the index, and checks whether a database is one.
import type Database from "better-sqlite3"
import { PawlError } from "../../contracts/error.ts"

/** "Pawi" in ASCII. */
export const APPLICATION_ID = 0x50617769
/** "Pawl": a store of sessions. See store/sqlite/schema.ts. */
export const STORE_ID = 0x5061776c
const VERSION = 1

export const FOREIGN = "it was a database of another program"

/** A sound database that cannot be used as this index. */
export class Unusable extends Error {
  readonly isOurs: boolean

  constructor(why: string, { isOurs }: { readonly isOurs: boolean }) {
    super(why)
    this.isOurs = isOurs
  }
}

/** Checked again through SQLite: what the file's header does not say yet may stand in a WAL beside it. */
export function mustNotBeForeign(db: Database.Database): void {
  const id = db.pragma("application_id", { simple: true })
  if (id === STORE_ID) throw refused(db.name, "is a store of sessions")
  const hasTables = db.prepare("select 1 from sqlite_master limit 1").get() !== undefined
  if (id !== APPLICATION_ID && hasTables) throw new Unusable(FOREIGN, { isOurs: false })
}

export function makeTables(db: Database.Database, root: string): void {
  // Checked inside the transaction: another process may have been faster.
  if (db.pragma("user_version", { simple: true }) !== 0) return
  db.exec(TABLES)
  db.prepare("insert into about values ('folder', ?)").run(root)
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${VERSION}`)
}

/** Reads every table, so that the worst damage shows now; other damage shows when it is met. */
export function mustBeOurs(db: Database.Database, root: string): void {
  const version = db.pragma("user_version", { simple: true })
  if (version !== VERSION) throw new Unusable("it was made by another version of Pawl", { isOurs: true })
  const folder = db.prepare("select value from about where name = 'folder'").pluck().get()
  if (folder !== root) throw new Unusable("it was made for another folder", { isOurs: true })
  db.prepare("select * from files order by id desc limit 1").get()
  db.prepare("select * from passages order by id desc limit 1").get()
  db.prepare("select rowid from words where words match 'a' limit 1").get()
}

export function refused(path: string, what: string): PawlError {
  return new PawlError(
    "config-invalid",
    `Retrieval cannot use "${path}" as its index: it ${what}. Choose another path.`,
  )
}

const TABLES = `
  create table about (name text primary key, value text not null) without rowid;
  -- Ids are never used again: what has a higher id than a walk began with was added meanwhile, by somebody else.
  create table files (
    id integer primary key autoincrement,
    path text not null unique,
    stamp text not null,
    -- 0 when it was written so recently that it may have changed without a new stamp.
    is_settled integer not null,
    is_text integer not null
  );
  create table passages (
    id integer primary key,
    file integer not null,
    first integer not null,
    last integer not null,
    start integer not null,
    "end" integer not null
  );
  create index passages_by_file on passages (file);
  -- Without content: the text stays where it is, in the files.
  create virtual table words using fts5(
    text, path, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`
