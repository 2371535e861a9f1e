// The ways to follow a session over the network. Each takes one step from where it is, and is cut after it: the test goes
// on from there, with whatever server there is then.
import { SocketClient } from "../../packages/server/src/__fixtures__/socket-client.ts"
import { SseReader } from "../../packages/server/src/__fixtures__/sse-reader.ts"

export interface Item {
  /** Where to go on behind it. */
  readonly position: string
  readonly type: string
  readonly attempt?: string
  readonly text?: string
}

export interface Way {
  readonly name: string
  /** What comes next behind this position, at most so many items. Undefined when the connection ended first. */
  step(url: string, session: string, after: string, most: number): Promise<readonly Item[] | undefined>
  /** The session has nothing more to say after this one. */
  isLast(item: Item): boolean
}

const isTurnEnd = ({ type }: Item) => type === "turn-end"

export const WAYS: readonly Way[] = [
  {
    name: "server-sent events, by Last-Event-ID",
    step: (url, session, after, most) =>
      bySse(`${url}/v1/sessions/${session}/events`, { "last-event-id": after }, most),
    isLast: isTurnEnd,
  },
  {
    name: "server-sent events, by ?after=",
    step: (url, session, after, most) =>
      bySse(`${url}/v1/sessions/${session}/events?after=${encodeURIComponent(after)}`, {}, most),
    isLast: isTurnEnd,
  },
  { name: "WebSocket", step: bySocket, isLast: isTurnEnd },
  { name: "polling", step: byPolling, isLast: ({ type }) => type === "end" },
]

async function bySse(url: string, headers: Readonly<Record<string, string>>, most: number) {
  const reader = await SseReader.open(url, headers)
  if (reader.response.status !== 200) throw new Error(`status ${reader.response.status}`)
  const items: Item[] = []
  try {
    while (items.length < most) {
      const next = await reader.next()
      if (next === undefined) return undefined
      items.push(JSON.parse(next.data))
      if (isTurnEnd(items.at(-1) as Item)) break
    }
    return items
  } finally {
    reader.cut()
  }
}

async function bySocket(url: string, session: string, after: string, most: number) {
  const client = await SocketClient.open(url)
  const items: Item[] = []
  try {
    client.send({ id: 1, follow: session, after })
    while (items.length < most) {
      const frame = await client.next()
      if (frame?.event === undefined) return undefined
      items.push(frame.event)
      if (isTurnEnd(frame.event)) break
    }
    return items
  } finally {
    client.socket.terminate()
  }
}

const etags = new Map<string, string>()

async function byPolling(url: string, session: string, after: string, most: number) {
  const address = `${url}/v1/sessions/${session}/messages?after=${after}`
  for (;;) {
    const response = await fetch(address, { headers: { "if-none-match": etags.get(address) ?? "" } })
    if (response.status === 304) continue
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    etags.set(address, response.headers.get("etag") ?? "")
    const { messages } = (await response.json()) as { messages: readonly (object & { seq: number; role: string })[] }
    const items = messages.map((message) => ({ ...message, position: String(message.seq), type: message.role }))
    // A poll that is cut has given nothing; one that is not gives what fits.
    if (items.length > 0) return items.slice(0, most)
  }
}
