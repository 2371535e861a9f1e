// The connections to one origin: a client for each request under way, and the ones that are free. undici's own pool looks
// through all of its clients for each request, so a thousand at once cost a million looks.
import type { Client, Dispatcher } from "undici"
import { undiciClient, undiciConnector } from "../../outside/packages.ts"

const UndiciClient = undiciClient()
const buildConnector = undiciConnector()

/** A handler may say that nobody waits for its request any more: it has ended, or was given up. */
export type Handler = Dispatcher.DispatchHandler & { readonly isOver?: boolean }

interface Connection {
  readonly client: Client
  /** Of the request under way. */
  handler: Handler | undefined
  /** Whether it is in the list of those that wait for a request. */
  isFree: boolean
  isConnected: boolean
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

  dispatch(options: Dispatcher.DispatchOptions, handler: Handler): boolean {
    const connection = this.#free.pop() ?? this.#open()
    connection.isFree = false
    connection.handler = handler
    const mayTakeMore = connection.client.dispatch(options, handler)
    // A request that undici refused by itself: the client has done nothing, and says nothing more.
    if (!mayTakeMore && handler.isOver === true) this.#add(connection)
    return true
  }

  #open(): Connection {
    const client = new UndiciClient(this.#origin, this.#options)
    const connection: Connection = { client, handler: undefined, isFree: false, isConnected: false }
    client.on("connect", () => {
      connection.isConnected = true
    })
    // Only then is it free: a client with two requests would make the second one wait for the first.
    client.on("drain", () => this.#add(connection))
    client.on("disconnect", () => this.#disconnected(connection))
    return connection
  }

  /** A client without a connection would only be kept in memory: it is not used again. */
  #add(connection: Connection): void {
    connection.handler = undefined
    if (connection.isFree || !connection.isConnected) return
    connection.isFree = true
    this.#free.push(connection)
  }

  #disconnected(connection: Connection): void {
    connection.isConnected = false
    if (connection.isFree) {
      connection.isFree = false
      this.#free.splice(this.#free.lastIndexOf(connection), 1)
    }
    // For a request that was given up undici connects again, only to drop it then.
    if (connection.handler?.isOver === true) void connection.client.destroy()
  }
}
