// A store in PostgreSQL: sessions that the processes of any number of machines share, with one writer each.
import { type ArchivedStore, PawlError } from "@pawl/agent"
import { KnownBlobs } from "@pawl/agent/store"
import { AppendGroups } from "./append-groups.ts"
import { postgresBlobs } from "./blobs.ts"
import { Channel } from "./channel.ts"
import { connecting } from "./connecting.ts"
import { Database } from "./database.ts"
import { postgresInbox } from "./inbox.ts"
import { Lanes } from "./lanes.ts"
import { postgresLeases } from "./leases.ts"
import { LiveTexts } from "./live-text.ts"
import { postgresLog } from "./log.ts"
import type { PostgresOptions } from "./options.ts"
import type { Parts } from "./parts.ts"
import { PostgresRates } from "./rates.ts"
import { postgresRecords } from "./records.ts"
import { search } from "./search.ts"
import { postgresSessions } from "./sessions.ts"
import { postgresUsage } from "./usage.ts"

/**
 * A store in a PostgreSQL database, 15 or newer, which processes on any number of machines may share. Makes its tables if there
 * are none. Rejects when the database cannot be reached, or is newer than this Pawl.
 *
 * @example
 * ```ts
 * import { createAgent } from "@pawl/agent"
 * import { postgres } from "@pawl/postgres"
 *
 * const store = await postgres("postgres://pawl@db.example/pawl?sslmode=verify-full")
 * const agent = await createAgent({ model, store })
 * await agent.close()
 * await store.close()
 * ```
 */
export async function postgres(url: string, options: PostgresOptions = {}): Promise<ArchivedStore> {
  const how = connecting(url, options)
  const database = await Database.open(how)
  const live = new LiveTexts()
  const channel = new Channel(how, database, live)
  const lanes = new Lanes(database.name)
  const parts: Parts = { database, live, channel, lanes, groups: new AppendGroups(database), known: new KnownBlobs() }
  const rates = new PostgresRates(database, channel)
  return {
    log: postgresLog(parts),
    blobs: postgresBlobs(database),
    inbox: postgresInbox(parts),
    leases: postgresLeases(parts),
    sessions: postgresSessions(parts),
    usage: postgresUsage(database),
    records: postgresRecords(parts),
    live,
    rates,
    watch: (listener, only) => {
      database.refuseWhenClosed()
      return channel.watch(listener, only)
    },
    archive: {
      search: (words, how) => search(database, words, how),
      backup: async () => useOwnTools("backed up", "Use pg_dump, or the backups of the server"),
      vacuum: async () => useOwnTools("made smaller", "Its server does so by itself (autovacuum)"),
    },
    close: async () => {
      await lanes.close()
      await rates.end()
      await channel.close()
      await database.close()
    },
  }
}

function useOwnTools(what: string, instead: string): never {
  throw new PawlError("config-invalid", `A store in PostgreSQL cannot be ${what} from here. ${instead}.`)
}
