// Detects a server that floods us with messages that answer no request. A few are normal; too many in a row are a flood.

const WINDOW_MS = 10_000
const MAX_MESSAGES = 5000

/** Returns true for the message that exceeds the limit. `size`: its bytes, where known. */
export type FloodDetector = (message: object, size?: number) => boolean

export function floodDetector(mostBytes: number, mostMessages = Number.POSITIVE_INFINITY): FloodDetector {
  let since = 0
  let bytes = 0
  let messages = 0
  return (message, size = 0) => {
    const now = performance.now()
    if (!("method" in message) || now - since > WINDOW_MS) {
      bytes = messages = 0
      since = now
    }
    bytes += size
    messages += 1
    return bytes > mostBytes || messages > mostMessages
  }
}

/** Over HTTP a message costs far more than its bytes, so messages are counted instead. */
export function httpFloodDetector(): FloodDetector {
  return floodDetector(Number.POSITIVE_INFINITY, MAX_MESSAGES)
}

export const HTTP_FLOOD = `it sent more than ${MAX_MESSAGES} messages without an answer and was left`
