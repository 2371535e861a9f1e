// Reads server-sent events from a stream of bytes. What a broken connection leaves half-written is dropped.

export interface ServerSent {
  readonly id: string
  readonly event: string
  readonly data: string
}

export interface Reading {
  /** Ends the reading, when nothing came for so long: the connection may be dead without a sign. */
  readonly silentMs: number
}

/** Ends when the stream does. Cancels the stream when the caller stops. */
export async function* serverSent(
  body: ReadableStream<Uint8Array>,
  { silentMs }: Reading,
): AsyncGenerator<ServerSent, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await withinTime(reader, silentMs)
      if (done) return
      text += decoder.decode(value, { stream: true })
      // Only whole messages: each ends with an empty line.
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/)
      text = blocks.pop() ?? ""
      for (const block of blocks) {
        const message = messageIn(block)
        if (message !== undefined) yield message
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function withinTime(reader: ReadableStreamDefaultReader<Uint8Array>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The stream is silent.")), ms)
  })
  try {
    return await Promise.race([reader.read(), silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Undefined for comments, by which the server shows that it is there. */
function messageIn(block: string): ServerSent | undefined {
  let [id, event] = ["", "message"]
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const at = line.indexOf(":")
    if (at === 0) continue
    const name = at < 0 ? line : line.slice(0, at)
    const value = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "")
    if (name === "id") id = value
    else if (name === "event") event = value
    else if (name === "data") data.push(value)
  }
  return data.length === 0 ? undefined : { id, event, data: data.join("\n") }
}
