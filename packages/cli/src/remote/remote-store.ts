// A store on a server, as far as commands read it: facts, sessions, stored bytes, usage. Nothing is written by way of it but
// the names and marks of sessions.
import type { Fact, SessionRow } from "@pawl/agent"
import type { Client } from "@pawl/client"
import { connected } from "./connection.ts"
import type { RemoteStore } from "./is-remote.ts"
import type { ServerPlace } from "./place.ts"
import { onlyHere } from "./refused.ts"

export function remoteStore(place: ServerPlace): RemoteStore {
  const client = connected(place)
  /** Stored bytes belong to a session: those whose log was read, the last first. */
  const read = new Set<string>()
  const store = {
    client,
    log: {
      async read(session: string, after: number, limit?: number): Promise<readonly Fact[]> {
        read.delete(session)
        read.add(session)
        const found = await factsOf(client, session, after, limit)
        return found as unknown as readonly Fact[]
      },
    },
    blobs: { read: (hash: string) => blobIn(client, [...read].reverse(), hash) },
    sessions: sessionsOf(client),
    usage: { list: (query: { readonly from?: string; readonly to?: string }) => client.usage(query) },
    inbox: { read: async () => [] },
    archive: {
      search: client.sessions.search,
      backup: () => Promise.reject(onlyHere("pawl sessions backup")),
      vacuum: () => Promise.reject(onlyHere("pawl sessions vacuum")),
    },
    close: () => client.close(),
  }
  // The ports that commands use; any other would be a mistake of ours.
  return store as unknown as RemoteStore
}

async function factsOf(client: Client, session: string, after: number, limit: number | undefined) {
  const found = await client.sessions.get(session)
  if (found === undefined) return []
  const facts = await found.facts(after, limit)
  return facts
}

async function blobIn(client: Client, sessions: readonly string[], hash: string): Promise<Uint8Array | undefined> {
  for (const session of sessions) {
    const bytes = await (await client.sessions.get(session))?.blob(hash)
    if (bytes !== undefined) return bytes
  }
  return undefined
}

function sessionsOf({ sessions }: Client) {
  return {
    async get(id: string): Promise<SessionRow | undefined> {
      return (await (await sessions.get(id))?.info()) as SessionRow | undefined
    },
    list: (query: object) => sessions.list(query),
    find: (name: string) => sessions.named(name),
    async update(id: string, change: object): Promise<boolean> {
      const found = await sessions.get(id)
      await found?.update(change)
      return found !== undefined
    },
    remove: (id: string) => sessions.remove(id),
  }
}
