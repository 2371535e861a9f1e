// What the person at the machine granted for all sessions, where the program around the server keeps it, as in a file.
import { createHash } from "node:crypto"
import type { Grant } from "@pawl/agent"
import { HttpError } from "../http/http-error.ts"

export interface LocalGrants {
  /** Those of sessions without an owner. */
  list(): Promise<readonly Grant[]> | readonly Grant[]
  /** False if there is no such grant any more. */
  revoke(grant: Grant): Promise<boolean> | boolean
}

export interface LocalGrantRow {
  readonly id: string
  readonly grant: Grant
}

export async function localRows(local: LocalGrants | undefined): Promise<readonly LocalGrantRow[]> {
  const grants = await listed(local)
  return grants.filter(({ owner }) => owner === undefined).map((grant) => ({ id: idOf(grant), grant }))
}

/** A file that a person wrote may be broken. Then it allows nothing. */
async function listed(local: LocalGrants | undefined): Promise<readonly Grant[]> {
  try {
    return (await local?.list()) ?? []
  } catch (cause) {
    const message =
      'The permissions of this machine cannot be read. Run "pawl permissions" there: it says what to correct.'
    throw new HttpError(409, "grants-unreadable", message, { cause })
  }
}

/** Whether it was there. */
export async function revokeLocal(local: LocalGrants | undefined, id: string): Promise<boolean> {
  const row = (await localRows(local)).find((each) => each.id === id)
  return row !== undefined && (await local?.revoke(row.grant)) === true
}

/** Never that of a grant in the store: those have no such beginning. */
function idOf(grant: Grant): string {
  return `local-${createHash("sha256").update(JSON.stringify(grant)).digest("hex").slice(0, 16)}`
}
