// Stores blobs of a session, inside the caller's transaction.
import type { Blob } from "@pawl/agent/types"
import type { Query } from "./database.ts"

export async function keepBlobs(query: Query, key: number, blobs: readonly Blob[]): Promise<void> {
  if (blobs.length === 0) return
  const hashes = blobs.map(({ hash }) => hash)
  const contents = blobs.map(({ bytes }) => Buffer.from(bytes))
  await query(
    `insert into blobs (hash, bytes) select distinct on (hash) hash, bytes from unnest($1::text[], $2::bytea[]) as b (hash, bytes)
     order by hash on conflict do nothing`,
    [hashes, contents],
  )
  await referTo(query, key, hashes)
}

/** Refers to those of the blobs that there are. Locked, so that a removal of another session comes before or after. */
export async function referTo(query: Query, key: number, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await query("select from blobs where hash = any($1) order by hash for key share", [hashes])
  await query(
    `insert into blob_refs (session, hash) select $1, hash from blobs where hash = any($2) order by hash
     on conflict do nothing`,
    [key, hashes],
  )
}
