// A turn's trace in the notation of W3C Trace Context, so that the spans of all processes that work on the turn
// belong together. All ids derive from the facts: a runner that takes a turn over gives its spans the same ids.

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const OURS = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/**
 * 32 hex digits. Pawl's own ids have 128 bits and are only written differently; others are hashed
 * unless they are already hex.
 */
export function traceIdOf(trace: string): string {
  if (OURS.test(trace)) return toHex(numberOf(trace), 32)
  const bare = trace.replaceAll("-", "").toLowerCase()
  return /^[0-9a-f]{32}$/.test(bare) ? bare : hash(`${trace}:`) + hash(trace)
}

/** The inverse of `traceIdOf`, for Pawl's own ids. */
export function traceFrom(traceId: string): string | undefined {
  if (!/^[0-9a-f]{32}$/.test(traceId)) return undefined
  let trace = ""
  for (let left = BigInt(`0x${traceId}`), place = 0; place < 26; place++) {
    trace = ALPHABET.charAt(Number(left % 32n)) + trace
    left /= 32n
  }
  return trace
}

/** 16 hex digits for a piece of work within the trace, by its name: an attempt, a call, the turn itself. */
export function spanIdOf(trace: string, work: string): string {
  return hash(`${trace}/${work}`)
}

/** Passed on to another process, so that its spans become children of this piece of work. */
export function traceparentOf(trace: string, work: string): string {
  return `00-${traceIdOf(trace)}-${spanIdOf(trace, work)}-01`
}

function numberOf(id: string): bigint {
  let value = 0n
  for (const letter of id) value = value * 32n + BigInt(ALPHABET.indexOf(letter))
  return value
}

/** FNV-1a, 64 bits: no secret depends on it. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n)
  return toHex(value, 16)
}

function toHex(value: bigint, digits: number): string {
  return value.toString(16).padStart(digits, "0")
}
