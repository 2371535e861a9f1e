// The connections to one origin: a client for each request under way, and the ones that are free. undici's own pool looks
// through all of its clients for each request, so a thousand at once cost a million looks.
import type { Client, Dispatcher } from "undici"
import { undiciClient, undiciConnector } from "../../outside/packages.ts"

const UndiciClient = undiciClient()
const buildConnector = undiciConnector()

interface Connection {
  readonly client: Client
  /** Whether it is in the list of those that wait for a request. */
  isFree: boolean
  /** It could not connect: as in undici's pool it is used no more. */
  isOver: boolean
}

export class ClientList {
  readonly #origin: string
  readonly #options: Client.Options
  /** The one that was used last comes first, so that the others may time out. */
  readonly #free: Connection[] = []

  /** All clients connect in one way, which remembers the TLS sessions of the origin. */
  constructor(origin: string, options: Omit<Client.Options, "connect">) {
    this.#origin = origin
    this.#options = { ...options, connect: buildConnector({}) }
  }

  /** How many clients wait for a request. */
  get free(): number {
    return this.#free.length
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const connection = this.#free.pop() ?? this.#open()
    connection.isFree = false
    // It says whether it takes another request at once.
    if (connection.client.dispatch(options, handler)) this.#add(connection)
    return true
  }

  #open(): Connection {
    const client = new UndiciClient(this.#origin, this.#options)
    const connection: Connection = { client, isFree: false, isOver: false }
    client.on("drain", () => this.#add(connection))
    client.on("connectionError", () => {
      connection.isOver = true
      this.#drop(connection)
    })
    // A free client without a connection would only be kept in memory. One with a request connects again.
    client.on("disconnect", () => this.#drop(connection))
    return connection
  }

  #add(connection: Connection): void {
    if (connection.isFree || connection.isOver) return
    connection.isFree = true
    this.#free.push(connection)
  }

  #drop(connection: Connection): void {
    if (!connection.isFree) return
    connection.isFree = false
    this.#free.splice(this.#free.lastIndexOf(connection), 1)
  }
}
