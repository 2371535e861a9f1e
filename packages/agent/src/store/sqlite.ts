// A store in one SQLite file: writes grouped into few synced commits, on their own thread where that pays; reads on this one.
import { resolve } from "node:path"
import type { Database } from "better-sqlite3"
import { PawlError } from "../contracts/error.ts"
import { type Names, refuseUnknown } from "../contracts/known-options.ts"
import type { ArchivedStore } from "./archive.ts"
import { KnownBlobs } from "./known-blobs.ts"
import { WriterClient } from "./sqlite/client.ts"
import { openReader } from "./sqlite/connections.ts"
import { explain } from "./sqlite/explain.ts"
import { LiveTexts } from "./sqlite/live-text.ts"
import { sqliteLog } from "./sqlite/log.ts"
import { logReader } from "./sqlite/log-reader.ts"
import { backup, vacuum } from "./sqlite/maintenance.ts"
import { ReadGate } from "./sqlite/read-gate.ts"
import { sqliteRecords } from "./sqlite/records.ts"
import { SearchIndex } from "./sqlite/search-index.ts"
import { sessionReader } from "./sqlite/session-reader.ts"
import { sqliteInbox, sqliteLeases, sqliteSessions } from "./sqlite/sessions.ts"
import { usageReader } from "./sqlite/usage-reader.ts"
import { Watcher } from "./sqlite/watcher.ts"

/** How the SQLite store works. */
export interface SqliteOptions {
  /**
   * The URL of a module that the writer thread imports. It may export `beforeCommit(n, ops)` and `afterCommit(n, ops)`,
   * called synchronously around each durable commit: for fault injection in tests and for benchmarks.
   */
  readonly commitHook?: string
  /** How long a write waits for writes of other processes, in milliseconds. Default: 20,000. */
  readonly busyTimeoutMs?: number
  /**
   * What a write survives once it is reported. "power-loss", the default, syncs each commit to the disk. "process-crash" leaves
   * that to the operating system: a killed process loses nothing, but a power loss may take the last seconds.
   */
  readonly durability?: "power-loss" | "process-crash"
  /** The largest size the file may grow to, in pages of 4096 bytes. */
  readonly maxPages?: number
  /** Where commits run, for tests. Default: on their own thread, or on the caller's where that is cheaper. */
  readonly commitOn?: "thread" | "caller"
}

const OPTIONS: Names<SqliteOptions> = {
  commitHook: true,
  busyTimeoutMs: true,
  durability: true,
  maxPages: true,
  commitOn: true,
}

/** Rejects when the file is not a Pawl store, is damaged, is newer than this Pawl, or cannot be written. */
export async function sqlite(path: string, options: SqliteOptions = {}): Promise<ArchivedStore> {
  if (typeof path !== "string")
    throw new PawlError("config-invalid", 'The path of the store must be a text. Write sqlite("agent.db").')
  refuseUnknown("sqlite", options, OPTIONS, { code: "config-invalid", instead: 'Write sqlite("agent.db").' })
  if (path === "" || path === ":memory:") {
    throw new PawlError("config-invalid", `sqlite("${path}") names no file. Use memory() for a store without one.`)
  }
  checkDurability(options.durability)
  const file = resolve(path)
  const writer = await WriterClient.open({ path: file, ...options })
  const db = await openReaderOrClose(file, options, writer)
  const reading = new ReadGate(file, db)
  const log = logReader(db)
  const live = new LiveTexts(writer, (session) => log.live(session))
  const usage = usageReader(db)
  const watcher = new Watcher(db)
  const index = new SearchIndex(file, db)
  const parts = { writer, reading, log, live, list: sessionReader(db), known: new KnownBlobs(), index }
  return {
    log: sqliteLog(parts),
    blobs: {
      read: (hash, part) => reading.ask(() => log.blobs.read(hash, part)),
      size: (hash) => reading.ask(() => log.blobs.size(hash)),
    },
    inbox: sqliteInbox(parts),
    leases: sqliteLeases(parts),
    sessions: sqliteSessions(parts),
    usage: { list: (query = {}) => reading.ask(() => usage.list(query)) },
    records: sqliteRecords(writer, reading, db),
    live: { write: (session, text) => live.write(session, text), read: (id) => reading.ask(() => live.read(id)) },
    watch: (listener) => {
      reading.refuseWhenClosed()
      return watcher.watch(listener)
    },
    archive: {
      search: (words, how) => reading.ask(() => index.search(words, how)),
      backup: (copy) => reading.ask(() => backup(file, copy)),
      vacuum: () => reading.ask(() => vacuum(file)),
    },
    close: async () => {
      watcher.close()
      live.close()
      // Close the writer last, so that the checkpoint runs on its thread if there is one.
      reading.close()
      await writer.close()
    },
  }
}

/** In plain JavaScript a misspelt word would silently mean the default. */
function checkDurability(durability: unknown): void {
  if (durability === undefined || durability === "power-loss" || durability === "process-crash") return
  const message = `sqlite's durability is ${JSON.stringify(durability)}. Write "power-loss", the default, or "process-crash".`
  throw new PawlError("config-invalid", message)
}

/** Closes the writer if the reader cannot be opened. */
async function openReaderOrClose(file: string, options: SqliteOptions, writer: WriterClient): Promise<Database> {
  try {
    return openReader(file, options)
  } catch (error) {
    await writer.close()
    throw explain(file, error)
  }
}
