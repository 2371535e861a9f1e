// Messages that answer nothing are welcome; nothing but them, more than anybody can have to say, is a flood.

const WINDOW_MS = 10_000
const MAX_MESSAGES = 5000

/** True for the message that is one too many. `size`: its bytes, where they are known. */
export type Chatter = (message: object, size?: number) => boolean

export function chatter(mostBytes: number, mostMessages = Number.POSITIVE_INFINITY): Chatter {
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

/** Over HTTP each costs far more than its bytes. */
export function httpChatter(): Chatter {
  return chatter(Number.POSITIVE_INFINITY, MAX_MESSAGES)
}

export const HTTP_FLOOD = `it sent more than ${MAX_MESSAGES} messages without an answer and was left`
