// Begins a session with its first message. A message that the server refuses leaves no empty session behind; one that finds no server
// waits for it.
import { newId } from "@pawl/client"
import { client, connection } from "../data/client.ts"
import { isUnreachable } from "../data/problem.ts"
import type { Outgoing } from "./composer/outgoing.ts"

export interface Where {
  readonly workspace: string | undefined
  readonly profile: string | undefined
}

export interface Waiting {
  /** Ends the wait, not what is under way. */
  readonly signal: AbortSignal
  readonly onWait: () => void
}

/** The id of the session; undefined if the person did not wait for the server. */
export async function beginSession(message: Outgoing, where: Where, { signal, onWait }: Waiting) {
  // The server does it once, however often it is asked under these ids.
  const [id, command] = [newId(), newId()]
  for (;;) {
    try {
      await created(id, where)
      await said(id, command, message)
      return id
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
    onWait()
    await serverBack(signal)
    if (signal.aborted) return undefined
  }
}

async function created(id: string, { workspace, profile }: Where): Promise<void> {
  const where = { ...(workspace !== undefined && { workspace }), ...(profile !== undefined && { profile }) }
  await client.call("sessions.create", { body: { ...where, id } })
}

/** A session whose first message is refused is removed again. */
export async function said(id: string, command: string, { input, how }: Outgoing): Promise<void> {
  try {
    const session = await client.open({ id, create: false })
    await session.send(input, { ...how, id: command }).accepted()
  } catch (error) {
    if (!isUnreachable(error)) await client.sessions.remove(id).catch(() => false)
    throw error
  }
}

/** Where the streams have not noticed the loss, it is tried again after this time. */
const AGAIN_MS = 3000

function serverBack(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const stop = connection.subscribe(() => connection.get() === "open" && done())
    const timer = setTimeout(() => connection.get() === "open" && done(), AGAIN_MS)
    signal.addEventListener("abort", done)
    if (signal.aborted) done()
  })
}
