// What users granted for all their sessions, kept apart for each of them.
import { createHash } from "node:crypto"
import type { Grant, Grants, Json } from "@pawl/agent"
import { HttpError } from "../http/http-error.ts"
import type { Records } from "../records.ts"
import { KINDS } from "./documents.ts"

export interface GrantRow {
  readonly id: string
  readonly grant: Grant
}

export class OwnerGrants implements Grants {
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  async list(owner?: string): Promise<readonly Grant[]> {
    return (await this.rows(owner)).map(({ grant }) => grant)
  }

  async rows(owner?: string): Promise<readonly GrantRow[]> {
    const prefix = prefixOf(owner)
    const found = await this.#records.list(KINDS.grant, { prefix })
    return found.map(({ key, value }) => ({ id: key.slice(prefix.length), grant: value as unknown as Grant }))
  }

  /** The same grant again is the same record. */
  async add(grant: Grant): Promise<void> {
    const id = hashOf(JSON.stringify(grant)).slice(0, 16)
    await this.#records.put(KINDS.grant, prefixOf(grant.owner) + id, grant as unknown as Json)
  }

  async remove(owner: string | undefined, id: string): Promise<void> {
    if (await this.#records.remove(KINDS.grant, prefixOf(owner) + id)) return
    throw new HttpError(404, "grant-missing", `There is no grant "${id}". List the grants to see them.`)
  }

  async removeAll(owner: string): Promise<void> {
    for (const { id } of await this.rows(owner)) await this.#records.remove(KINDS.grant, prefixOf(owner) + id)
  }
}

/** A hash, because the name of one owner may be the beginning of another's. */
function prefixOf(owner: string | undefined): string {
  return `${owner === undefined ? "none" : hashOf(owner)}/`
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
