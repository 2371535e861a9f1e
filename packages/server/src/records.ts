// Small documents that the server keeps in the store: users, groups, logins, settings.
import type { Json, Store } from "@pawl/agent"

export type Records = Store["records"]

/** Kinds of documents that say who may do what. */
const RIGHTS: ReadonlySet<string> = new Set(["user", "token", "group"])
/** A login that begins changes nothing for those who are in; one that ends does. */
const RIGHTS_ENDED: ReadonlySet<string> = new Set([...RIGHTS, "login"])
const EPOCH = ["access", "epoch"] as const

/** The same records, but each change of rights is announced: see `rightsEpoch`. */
export function announcing(records: Records): Records {
  const announce = async (isRight: boolean, isChanged: boolean) => {
    if (isChanged && isRight) await records.put(...EPOCH, true)
  }
  return {
    ...records,
    put: async (kind, key, value, expected) => {
      const version = await records.put(kind, key, value, expected)
      await announce(RIGHTS.has(kind), version !== undefined)
      return version
    },
    remove: async (kind, key, expected) => {
      const isRemoved = await records.remove(kind, key, expected)
      await announce(RIGHTS_ENDED.has(kind), isRemoved)
      return isRemoved
    },
  }
}

/** Another number after each change of rights, in any process. */
export async function rightsEpoch(records: Records): Promise<number> {
  return (await records.get(...EPOCH))?.version ?? 0
}

const MOST_TRIES = 50

/**
 * Changes one document by what it holds now, undefined if there is none. Two processes may change it at once: then the later
 * one begins again with what the other wrote. What `change` throws is thrown, and nothing is stored.
 */
export async function changeRecord<T extends object>(
  records: Records,
  where: { readonly kind: string; readonly key: string },
  change: (now: T | undefined) => T,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await records.get(where.kind, where.key)
    const next = change(found?.value as T | undefined)
    const version = await records.put(where.kind, where.key, next as unknown as Json, found?.version ?? 0)
    if (version !== undefined) return next
  }
  throw new Error(`The record ${where.kind} could not be changed: other processes change it all the time.`)
}
