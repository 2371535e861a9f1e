// The port of blobs. They lie outside of their rows, uncompressed, so that the database reads no more of one than is asked for.
import type { Blobs } from "@pawl/agent/types"
import type { Database } from "./database.ts"

/** The driver gets bytes as text of twice their length: more than this at once would take too much memory. */
const PIECE_BYTES = 4 * 1024 * 1024

const WHOLE = `select octet_length(bytes) as size, case when octet_length(bytes) <= ${PIECE_BYTES} then bytes end as bytes
  from blobs where hash = $1`
const PART = "select substring(bytes from $2 for $3) as bytes from blobs where hash = $1"
const SIZE = "select octet_length(bytes) as size from blobs where hash = $1"

interface Row {
  readonly size: number
  readonly bytes: Buffer | null
}

export function postgresBlobs(database: Database): Blobs {
  return {
    read: async (hash, part) => {
      if (part !== undefined) return readParts(database, hash, part.offset, part.length)
      const [row] = await database.read<Row>(WHOLE, [hash], "blob")
      if (row === undefined) return undefined
      return row.bytes === null ? readParts(database, hash, 0, row.size) : plain(row.bytes)
    },
    size: async (hash) => {
      const [row] = await database.read<Row>(SIZE, [hash], "blob-size")
      return row?.size
    },
  }
}

async function readParts(
  database: Database,
  hash: string,
  offset: number,
  length: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let left = length
  do {
    const size = Math.min(PIECE_BYTES, left)
    const [row] = await database.read<Row>(PART, [hash, offset + length - left + 1, size], "blob-part")
    // Removed meanwhile.
    if (row?.bytes == null) return undefined
    pieces.push(plain(row.bytes))
    left = row.bytes.length < size ? 0 : left - size
  } while (left > 0)
  const [first] = pieces
  return pieces.length === 1 ? first : plain(Buffer.concat(pieces))
}

function plain(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
