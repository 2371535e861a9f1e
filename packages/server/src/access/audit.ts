// What admins did: who, what, when, and what came of it.
import { randomBytes } from "node:crypto"
import type { Json } from "@pawl/agent"
import type { Records } from "../records.ts"
import { KINDS } from "./documents.ts"

export interface AuditEntry {
  readonly at: number
  /** The user; or "terminal", for commands of the terminal program on the database. */
  readonly who: string
  /** The name of the route, or the command. */
  readonly what: string
  /** What it was done to, and how. Never a secret. */
  readonly detail: Readonly<Record<string, Json>>
  readonly outcome: "done" | "refused" | "failed"
  /** The code of the refusal or failure. */
  readonly code?: string
  readonly trace?: string
}

/** Longer than any time of this millennium, so that keys sort by it: the newest first. */
const LAST_MS = 99_999_999_999_999

export class Audit {
  readonly #records: Records
  readonly #now: () => number

  constructor(records: Records, now: () => number = Date.now) {
    this.#records = records
    this.#now = now
  }

  async add(entry: Omit<AuditEntry, "at">): Promise<void> {
    const at = this.#now()
    const key = `${placeOf(at)}-${randomBytes(6).toString("hex")}`
    await this.#records.put(KINDS.audit, key, { at, ...entry } as unknown as Json, 0)
  }

  /** Removes what is older. Returns how much that was. */
  async removeBefore(at: number): Promise<number> {
    for (let removed = 0; ; ) {
      const old = await this.#records.list(KINDS.audit, { after: placeOf(at), limit: 1000 })
      if (old.length === 0) return removed
      for (const { key } of old) await this.#records.remove(KINDS.audit, key)
      removed += old.length
    }
  }

  /** Newest first. */
  async list({ after, limit = 100 }: { readonly after?: string; readonly limit?: number } = {}) {
    const page = await this.#records.list(KINDS.audit, { ...(after !== undefined && { after }), limit })
    return page.map(({ key, value }) => ({ key, entry: value as unknown as AuditEntry }))
  }
}

function placeOf(at: number): string {
  return String(LAST_MS - at).padStart(14, "0")
}
