// The header Range: which bytes of an answer a client asks for.

/** From `from` up to, and without, `to`. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * One range of a value of this size. Undefined: all of it, because the header names no range, several of them, or one in another
 * unit. "none": the value has no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? []
  if (first === "" && last === "") return undefined
  if (first === "") return Number(last) === 0 ? "none" : { from: Math.max(0, size - Number(last)), to: size }
  const from = Number(first)
  const to = last === "" ? size : Math.min(size, Number(last) + 1)
  if (last !== "" && Number(last) < from) return undefined
  return from < size ? { from, to } : "none"
}
