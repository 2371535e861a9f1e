// One WebSocket: requests and streams of events side by side, each under the id of the frame that asked for it.
import { isDeepStrictEqual } from "node:util"
import type { WebSocket } from "ws"
import { isOwn, type Principal } from "../access/principal.ts"
import { ACCESS } from "../access/table.ts"
import type { Sent } from "../events/frame.ts"
import { view } from "../events/viewing.ts"
import { HttpError, problemOf } from "../http/envelope.ts"
import { ownerFor } from "../routes/owner-for.ts"
import type { Services } from "../services.ts"
import { type ClientFrame, type FrameId, readFrame } from "./frames.ts"
import { Outbox } from "./outbox.ts"
import { answer, ask, type Opened, refusal } from "./requests.ts"

/** So much one socket may have under way. */
const MOST_REQUESTS = 64
const MOST_STREAMS = 200

/** The codes of RFC 6455 that this side closes with. */
const GOING_AWAY = 1001
const NO_TEXT = 1003
const NO_JSON = 1007
const TRY_LATER = 1013
/** As the status 401: clients need not guess why. */
const NO_RIGHT = 4401

export interface ConnectionOptions extends Opened {
  readonly services: Services
  readonly principal: Principal
  readonly trace: string
}

type FollowFrame = Exclude<ClientFrame, { method: unknown } | { stop: unknown }>

export class Connection {
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  readonly #outbox: Outbox
  readonly #streams = new Map<FrameId, AbortController>()
  readonly #pulse: NodeJS.Timeout
  #requests = 0
  #isAlive = true
  readonly #revoked: AbortSignal
  #stand = () => {}
  readonly #shutOut = () => this.#socket.close(NO_RIGHT, "Your rights have changed. Connect again.")
  readonly #leave = () => this.#socket.close(GOING_AWAY, "The server is about to stop.")

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    const { draining, timing, revocations } = options.services
    this.#revoked = revocations.signalFor(options.principal)
    this.#outbox = new Outbox(socket, timing.stalledMs)
    this.#pulse = setInterval(() => this.#beat(), timing.heartbeatMs).unref()
    draining.addEventListener("abort", this.#leave)
    if (draining.aborted) this.#leave()
    this.#revoked.addEventListener("abort", this.#shutOut)
    this.#sit()
    socket.on("pong", () => {
      this.#isAlive = true
    })
    socket.on("close", () => this.#end())
    // What ws objects to closes the socket, with its own code.
    socket.on("error", () => {})
  }

  #sit(): void {
    try {
      this.#stand = this.#options.services.seats.take(this.#options.principal)
    } catch (error) {
      this.#socket.close(TRY_LATER, problemOf(error).message)
    }
  }

  receive(data: unknown): void {
    this.#isAlive = true
    if (typeof data === "string") this.#take(data)
    else this.#socket.close(NO_TEXT, "Send text.")
  }

  #take(text: string): void {
    const frame = readFrame(text)
    if (frame === undefined) this.#socket.close(NO_JSON, "Send JSON.")
    else if ("problem" in frame) this.#refuse(frame.id, new HttpError(400, "input-invalid", frame.problem))
    else if ("stop" in frame) this.#streams.get(frame.id)?.abort()
    else void ("method" in frame ? this.#request(frame) : this.#follow(frame))
  }

  async #request(frame: Extract<ClientFrame, { method: unknown }>): Promise<void> {
    const hasRoom = this.#requests < MOST_REQUESTS
    this.#requests++
    try {
      if (!hasRoom) throw tooMuch("requests", MOST_REQUESTS)
      await this.#outbox.send(await answer(frame, this.#options))
    } catch (error) {
      this.#refuse(frame.id, error)
    } finally {
      this.#requests--
    }
  }

  async #follow(frame: FollowFrame): Promise<void> {
    const { id } = frame
    const problem = this.#problemWith(id)
    if (problem !== undefined) {
      this.#refuse(id, problem)
      return
    }
    const end = new AbortController()
    this.#streams.set(id, end)
    const head = `{"id":${JSON.stringify(id)},"event":`
    let stand = () => {}
    try {
      if (!(await this.#isStillAllowed(id))) return
      stand = this.#options.services.seats.take(this.#options.principal)
      for await (const frames of await this.#framesOf(frame, end.signal)) {
        for (const { json } of frames) await this.#outbox.send(`${head}${json}}`)
        if (end.signal.aborted) break
      }
      this.#outbox.send(JSON.stringify({ id, end: true }))
    } catch (error) {
      this.#refuse(id, error)
    } finally {
      stand()
      end.abort()
      this.#streams.delete(id)
    }
  }

  /** A stream is asked for as anything else: with a token that is valid now, and counted. */
  async #isStillAllowed(id: FrameId): Promise<boolean> {
    const { user, role, allows } = this.#options.principal
    const me = await ask({ method: "GET", path: ACCESS["server.me"].path }, this.#options)
    const isSame = me.status === 200 && isDeepStrictEqual(await me.json(), { user, role, allows })
    if (isSame) return true
    if (me.status === 200 || me.status === 401) this.#shutOut()
    else this.#outbox.send(`{"id":${JSON.stringify(id)},"status":${me.status},"body":${await me.text()}}`)
    return false
  }

  #problemWith(id: FrameId): HttpError | undefined {
    if (this.#streams.has(id))
      return new HttpError(409, "id-taken", "A stream with this id is open. Choose another id.")
    return this.#streams.size < MOST_STREAMS ? undefined : tooMuch("streams", MOST_STREAMS)
  }

  async #framesOf(frame: FollowFrame, signal: AbortSignal): Promise<AsyncIterable<readonly Sent[]>> {
    const { principal, services } = this.#options
    if ("followAll" in frame) return services.overview.watch({ principal, ...ownerFor(principal, frame.owner) }, signal)
    const frames = await view({ session: frame.follow, after: String(frame.after), principal, signal }, services)
    await this.#keepIfOthers(frame.follow)
    return frames
  }

  /** As the stream of events by HTTP is kept. */
  async #keepIfOthers(session: string): Promise<void> {
    const { principal, services, trace } = this.#options
    const row = await services.store.sessions.get(session)
    if (row === undefined || isOwn(principal, row)) return
    const detail = { path: ACCESS["events.socket"].path, session, owner: row.owner }
    await services.audit.add({ who: principal.user, what: "events.session", detail, outcome: "done", trace })
  }

  #refuse(id: FrameId | null, error: unknown): void {
    const { trace, services } = this.#options
    if (problemOf(error).status >= 500) services.log.error({ trace, error }, "request failed")
    this.#outbox.send(refusal(id, error, trace))
  }

  #beat(): void {
    if (this.#isAlive) this.#socket.ping()
    else this.#socket.terminate()
    this.#isAlive = false
  }

  #end(): void {
    clearInterval(this.#pulse)
    this.#stand()
    this.#options.services.draining.removeEventListener("abort", this.#leave)
    this.#revoked.removeEventListener("abort", this.#shutOut)
    for (const stream of this.#streams.values()) stream.abort()
  }
}

function tooMuch(what: string, most: number): HttpError {
  return new HttpError(429, "too-many", `At most ${most} ${what} at once on one socket. Wait for one to end.`, {
    retryable: true,
  })
}
