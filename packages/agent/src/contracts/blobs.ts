// Large values, stored once by their hash.

/** Bytes, stored by their hash. */
export interface Blob {
  readonly hash: string
  readonly bytes: Uint8Array
}

/** `length` bytes from `offset` on; fewer where the value ends. */
export interface BlobRange {
  readonly offset: number
  readonly length: number
}

/** Reads large values by their hash. */
export interface Blobs {
  /** The whole value, or a range of it: then no more than about that much of it is held in memory. */
  read(hash: string, range?: BlobRange): Promise<Uint8Array | undefined>
  /** How many bytes it has; undefined when there is no such value. */
  size(hash: string): Promise<number | undefined>
}

/** All that those need who read whole values. */
export type BlobReader = Pick<Blobs, "read">
