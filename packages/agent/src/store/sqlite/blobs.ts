// Blobs in SQLite: small ones in one row, large ones in parts, so that a part of one can be read without the rest.
import type { Database } from "better-sqlite3"
import type { Blob, BlobRange } from "../../contracts/blobs.ts"

/** A blob that is larger is kept in parts. */
const LARGE_BYTES = 1024 * 1024
const PART_BYTES = 256 * 1024

export type AddBlob = (key: number, blob: Blob) => void

/** Runs inside the caller's transaction. */
export function blobAdder(db: Database): AddBlob {
  const insert = db.prepare("insert or ignore into blobs (hash, bytes, size) values (?, ?, ?)")
  const insertPart = db.prepare("insert into blob_parts (hash, part, bytes) values (?, ?, ?)")
  const referTo = db.prepare("insert or ignore into blob_refs (session, hash) values (?, ?)")
  return (key, { hash, bytes }) => {
    const isLarge = bytes.length > LARGE_BYTES
    const { changes } = insert.run(hash, isLarge ? NOTHING : bytes, isLarge ? bytes.length : null)
    for (let at = 0; isLarge && changes > 0 && at < bytes.length; at += PART_BYTES)
      insertPart.run(hash, at / PART_BYTES, bytes.subarray(at, at + PART_BYTES))
    referTo.run(key, hash)
  }
}

const NOTHING = new Uint8Array()

export interface BlobRows {
  read(hash: string, part?: BlobRange): Uint8Array | undefined
  size(hash: string): number | undefined
}

export function blobRows(db: Database): BlobRows {
  const sizes = db.prepare<[string], { readonly size: number | null; readonly whole: number }>(
    "select size, length(bytes) as whole from blobs where hash = ?",
  )
  const whole = db.prepare<[string], Buffer>("select bytes from blobs where hash = ?").pluck()
  const cut = db
    .prepare<[number, number, string], Buffer>("select substr(bytes, ?, ?) from blobs where hash = ?")
    .pluck()
  const parts = db
    .prepare<[string, number, number], Buffer>(
      "select bytes from blob_parts where hash = ? and part between ? and ? order by part",
    )
    .pluck()
  const inParts = (hash: string, from: number, to: number) => {
    const first = Math.floor(from / PART_BYTES)
    const all = Buffer.alloc(Math.max(0, to - from))
    let at = first * PART_BYTES
    for (const bytes of parts.iterate(hash, first, Math.floor((to - 1) / PART_BYTES))) {
      bytes.copy(all, Math.max(0, at - from), Math.max(0, from - at))
      at += bytes.length
    }
    // Removed between two statements.
    return at < to ? undefined : plain(all)
  }
  return {
    read: (hash, part) => {
      const found = sizes.get(hash)
      if (found === undefined) return undefined
      const { size } = found
      const end = size ?? found.whole
      const { offset, length } = part ?? { offset: 0, length: end }
      if (offset >= end || length <= 0) return NOTHING
      if (size !== null) return inParts(hash, offset, Math.min(size, offset + length))
      const bytes = part === undefined ? whole.get(hash) : cut.get(offset + 1, length, hash)
      return bytes && plain(bytes)
    },
    size: (hash) => {
      const found = sizes.get(hash)
      return found && (found.size ?? found.whole)
    },
  }
}

function plain(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
