// Clients of an installation: each sends messages to a session of its own and follows its events, over as many connections as it takes.
import type { Installation } from "./installation.ts"

export interface Heard {
  readonly id: string
  readonly event: string
  readonly data: string
}

export interface Followed {
  readonly session: string
  /** What was sent, in order. */
  readonly sent: readonly string[]
  readonly heard: readonly Heard[]
}

/** Far longer than a turn takes on a busy machine. */
const ANSWERED_MS = 60_000

export class Load {
  /** Requests that failed, and why. */
  readonly failures: string[] = []
  readonly #installation: Installation
  readonly #clients: readonly Promise<Followed>[]
  #turns = 0
  #isOver = false

  constructor(installation: Installation, sessions: readonly string[]) {
    this.#installation = installation
    this.#clients = sessions.map((session) => this.#client(session))
  }

  /** How many turns have ended. */
  get turns(): number {
    return this.#turns
  }

  /** Resolves when every turn that was begun has ended and was heard to its end. */
  async stop(): Promise<readonly Followed[]> {
    this.#isOver = true
    return Promise.all(this.#clients)
  }

  /** All events of a session, read anew. */
  async events(session: string, turns: number): Promise<readonly Heard[]> {
    const heard: Heard[] = []
    await this.#follow(session, heard, () => endsIn(heard) >= turns)
    return heard
  }

  async #client(session: string): Promise<Followed> {
    const sent: string[] = []
    const heard: Heard[] = []
    await this.#request("POST", "/v1/sessions", { id: session })
    let total = Number.POSITIVE_INFINITY
    const following = this.#follow(session, heard, () => endsIn(heard) >= total)
    while (!this.#isOver) {
      const input = `${session}-${sent.length}`
      await this.#request("POST", `/v1/sessions/${session}/ask`, { input, id: input })
      sent.push(input)
      this.#turns++
      await this.#request("GET", "/v1/sessions?limit=5")
    }
    // One more, so that a follower who has heard everything looks again.
    total = sent.push(`${session}-last`)
    await this.#request("POST", `/v1/sessions/${session}/ask`, { input: `${session}-last`, id: `${session}-last` })
    await following
    return { session, sent, heard }
  }

  async #request(method: string, path: string, body?: object): Promise<void> {
    const { url } = this.#installation
    const how = { method, headers: this.#installation.headers(), ...(body && { body: JSON.stringify(body) }) }
    try {
      const response = await fetch(url + path, { ...how, signal: AbortSignal.timeout(ANSWERED_MS) })
      const text = await response.text()
      if (!response.ok) this.failures.push(`${method} ${path}: ${response.status} ${text}`)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : ""
      this.failures.push(`${method} ${path}: ${error} ${cause}; ${await this.#endOfLog(path)}`)
    }
  }

  /** Whether a turn that nobody heard of has ended all the same. */
  async #endOfLog(path: string): Promise<string> {
    const [, session] = /^\/v1\/sessions\/(\w+)\//.exec(path) ?? []
    if (session === undefined) return ""
    const { url } = this.#installation
    const answer = await fetch(`${url}/v1/sessions/${session}/facts?limit=1000`, {
      headers: this.#installation.headers(),
    })
    const { facts } = (await answer.json()) as {
      readonly facts: readonly { readonly type: string; readonly at: number }[]
    }
    const { type = "", at = 0 } = facts.at(-1) ?? {}
    return `the log ends with ${type}, ${Date.now() - at} ms ago`
  }

  /** A stream may end at any time; what must not happen is that it cannot be opened again, or repeats or leaves out something. */
  async #follow(session: string, heard: Heard[], isDone: () => boolean): Promise<void> {
    const path = `/v1/sessions/${session}/events`
    while (!isDone()) {
      const headers = { ...this.#installation.headers(), "last-event-id": heard.at(-1)?.id ?? "0" }
      const ending = new AbortController()
      const response = await fetch(this.#installation.url + path, { headers, signal: ending.signal })
      if (!response.ok || response.body === null) {
        this.failures.push(`GET ${path}: ${response.status} ${await response.text()}`)
        continue
      }
      await read(response.body, heard, isDone)
      ending.abort()
    }
  }
}

async function read(body: ReadableStream<Uint8Array>, heard: Heard[], isDone: () => boolean): Promise<void> {
  let rest = ""
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (id !== undefined && event !== undefined && data !== undefined) heard.push({ id, event, data })
    }
    if (isDone()) return
  }
}

export function endsIn(heard: readonly Heard[]): number {
  return heard.filter(({ event }) => event === "turn-end").length
}
