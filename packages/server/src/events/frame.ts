// An event as it goes over the wire: written as JSON once, however many viewers there are and however they are connected.
import type { Event } from "@pawl/agent"

export class Frame {
  /** Where a viewer that has got this event comes back to. */
  readonly position: string
  readonly json: string
  /** Shares its position with the event before it, so a viewer that comes back there gets it again. */
  readonly isPassing: boolean
  readonly #type: string
  #sse: Buffer | undefined

  constructor(event: Event) {
    this.position = event.position
    this.json = JSON.stringify(event)
    this.isPassing = event.type === "tool-output" || event.type === "retry-wait"
    this.#type = event.type
  }

  /** As a server-sent event. */
  get sse(): Buffer {
    this.#sse ??= Buffer.from(`id: ${this.position}\nevent: ${this.#type}\ndata: ${this.json}\n\n`)
    return this.#sse
  }
}

const joined = new WeakMap<readonly Frame[], Buffer>()

/** Several frames in one piece. Viewers at the same place share the list, and so the bytes. */
export function sseOf(frames: readonly Frame[]): Buffer {
  const [first] = frames
  if (frames.length === 1 && first !== undefined) return first.sse
  const known = joined.get(frames) ?? Buffer.concat(frames.map(({ sse }) => sse))
  joined.set(frames, known)
  return known
}
