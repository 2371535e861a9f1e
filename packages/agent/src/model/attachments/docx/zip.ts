// Reads the parts of a ZIP archive by name. Each part is unpacked only on request and only up to a limit; the sizes
// that the archive declares are not trusted.
import { createInflateRaw } from "node:zlib"

export interface Zip {
  readonly names: readonly string[]
  /** Undefined when there is no such part. `isCut`: the part is longer than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Unpacked | undefined>
}

export interface Unpacked {
  readonly bytes: Uint8Array
  readonly isCut: boolean
}

/** The bytes are not a valid archive. */
export class BrokenZip extends Error {}
export class LockedZip extends Error {}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Length of the end record, without a comment and with the longest one. */
const [END_BYTES, MAX_END_BYTES] = [22, 22 + 0xffff]
const MAX_PARTS = 10_000

interface Entry {
  readonly at: number
  readonly size: number
  readonly method: number
  readonly isLocked: boolean
}

export function openZip(bytes: Uint8Array): Zip {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = broken(() => entriesOf(all))
  return {
    names: [...entries.keys()],
    async read(name, maxBytes) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      if (entry.isLocked) throw new LockedZip()
      return unpack(
        broken(() => packedOf(all, entry)),
        entry.method,
        maxBytes,
      )
    },
  }
}

/** Turns the RangeError of a read beyond the bytes into a BrokenZip. */
function broken<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw error instanceof BrokenZip ? error : new BrokenZip()
  }
}

function entriesOf(all: Buffer): ReadonlyMap<string, Entry> {
  const end = endOf(all)
  const count = all.readUInt16LE(end + 10)
  let at = all.readUInt32LE(end + 16)
  if (count > MAX_PARTS) throw new BrokenZip()
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index++) {
    if (all.readUInt32LE(at) !== CENTRAL) throw new BrokenZip()
    const [names, extra, comment] = [28, 30, 32].map((offset) => all.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = all.toString("utf8", at + 46, at + 46 + names)
    const entry = {
      at: all.readUInt32LE(at + 42),
      size: all.readUInt32LE(at + 20),
      method: all.readUInt16LE(at + 10),
      isLocked: (all.readUInt16LE(at + 8) & 1) === 1,
    }
    // If several entries share a name, the first one counts.
    if (!entries.has(name)) entries.set(name, entry)
    at += 46 + names + extra + comment
  }
  return entries
}

function endOf(all: Buffer): number {
  for (let at = all.length - END_BYTES; at >= Math.max(0, all.length - MAX_END_BYTES); at--)
    if (all.readUInt32LE(at) === END) return at
  throw new BrokenZip()
}

function packedOf(all: Buffer, { at, size }: Entry): Buffer {
  if (all.readUInt32LE(at) !== LOCAL) throw new BrokenZip()
  const start = at + 30 + all.readUInt16LE(at + 26) + all.readUInt16LE(at + 28)
  if (start + size > all.length) throw new BrokenZip()
  return all.subarray(start, start + size)
}

async function unpack(packed: Buffer, method: number, maxBytes: number): Promise<Unpacked> {
  if (method === 0) return { bytes: packed.subarray(0, maxBytes), isCut: packed.length > maxBytes }
  if (method !== 8) throw new BrokenZip()
  const chunks: Uint8Array[] = []
  let size = 0
  const inflating = createInflateRaw()
  inflating.end(packed)
  try {
    for await (const chunk of inflating as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      // A few kilobytes may expand to gigabytes: stop at the limit.
      if (size > maxBytes) break
    }
  } catch {
    if (size === 0) throw new BrokenZip()
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}
