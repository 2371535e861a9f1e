// Those who talk to the support service over HTTP: a customer, and a member of staff.

interface Told {
  readonly type: string
  readonly text?: string
}

interface Asked {
  readonly session: string
  readonly call: string
  readonly owner: string
  readonly preview: string
}

export class Customer {
  readonly #conversation: string
  readonly #headers: Readonly<Record<string, string>>
  #position = "0"

  constructor(name: string, conversation: string) {
    this.#conversation = `/conversations/${conversation}`
    this.#headers = { authorization: `Bearer ${name}-token` }
  }

  async say(address: string, words: string, id: string): Promise<number> {
    const body = JSON.stringify({ id, text: words })
    const path = `${address}${this.#conversation}/messages`
    return (await fetch(path, { method: "POST", headers: this.#headers, body })).status
  }

  async read(address: string): Promise<number> {
    return (await fetch(`${address}${this.#conversation}`, { headers: this.#headers })).status
  }

  /** Follows the events from where it left, until one is of this type. */
  async sees(address: string, type: string): Promise<Told> {
    const headers = { ...this.#headers, "last-event-id": this.#position }
    const { body } = await fetch(`${address}${this.#conversation}/events`, { headers })
    let seen = ""
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += piece
      for (const [whole, position = "", data = ""] of seen.matchAll(/id: (.*)\nevent: .*\ndata: (.*)\n\n/g)) {
        seen = seen.slice(whole.length)
        this.#position = position
        const event: Told = JSON.parse(data)
        if (event.type === type) return event
      }
    }
    throw new Error(`The stream ended before "${type}".`)
  }
}

export class Staff {
  readonly #headers: Readonly<Record<string, string>>

  constructor(name: string) {
    this.#headers = { authorization: `Bearer ${name}-token` }
  }

  async requests(address: string): Promise<readonly Asked[]> {
    return (await fetch(`${address}/requests`, { headers: this.#headers })).json() as Promise<readonly Asked[]>
  }

  async decide(address: string, asked: Asked | undefined, decision: string): Promise<number> {
    const path = `${address}/requests/${asked?.session}/${asked?.call}`
    return (await fetch(path, { method: "POST", headers: this.#headers, body: JSON.stringify({ decision }) })).status
  }
}
