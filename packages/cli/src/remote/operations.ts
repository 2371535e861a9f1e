// What commands do to sessions, with a store on this machine or on a server.
import type { ForkOptions, Store } from "@pawl/agent"
import * as local from "@pawl/agent/sessions"
import { isRemote, type RemoteStore } from "./is-remote.ts"

export async function forkSession(store: Store, id: string, options: ForkOptions): Promise<string> {
  if (!isRemote(store)) return local.forkSession(store, id, options)
  return (await (await handleIn(store, id)).fork(options)).id
}

/** The server's agent runs the session, so it is asked and carries it out. */
export async function cancelSession(store: Store, id: string): Promise<local.Cancelled> {
  if (!isRemote(store)) return local.cancelSession(store, id)
  const session = await handleIn(store, id)
  const { status } = await session.info()
  if (status === "idle" || status === "failed") return "nothing"
  await session.cancel()
  return "asked"
}

export function importSession(store: Store, lines: AsyncIterable<string>): Promise<local.Imported> {
  return isRemote(store) ? store.client.sessions.import(lines) : local.importSession(store, lines)
}

/** The server removes the children too. */
export function removeSession(store: Store, id: string): Promise<boolean> {
  return isRemote(store) ? store.client.sessions.remove(id) : local.removeSession(store, id)
}

export function exportSession(store: Store, id: string): AsyncIterable<string> {
  return isRemote(store) ? store.client.sessions.export(id) : local.exportSession(store, id)
}

async function handleIn({ client }: RemoteStore, id: string) {
  return client.open({ id, create: false })
}
