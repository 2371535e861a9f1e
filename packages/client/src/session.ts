// The handle of a session on a server, with the shape of the library's: a program that uses one can use the other.
import { PawlClientError } from "./error.ts"
import { follow } from "./follow.ts"
import { type Input, wireInput } from "./input.ts"
import { newId } from "./new-id.ts"
import { orMissing } from "./or-missing.ts"
import { infoOf, type MetadataChange, type SessionInfo } from "./rows.ts"
import type {
  AnswerOptions,
  AnswerTo,
  ApprovalOf,
  CompactOptions,
  DecideOptions,
  FollowOptions,
  ForkOptions,
  RewindOptions,
  SendOptions,
  TranscriptOptions,
  TranscriptPage,
  UndoOptions,
} from "./session-types.ts"
import type { Transport } from "./transport.ts"
import { type TurnResult, TurnStream } from "./turn-stream.ts"
import type {
  Accepted,
  Change,
  Checkpoint,
  ContextReport,
  Event,
  Exchange,
  Fact,
  Message,
  Note,
  Operations,
  QueuedMessage,
  Task,
  TranscriptTurn,
  UndoReport,
} from "./wire.ts"

/**
 * The handle of a session on a server.
 *
 * @example
 * ```ts
 * import { connect } from "@pawl/client"
 *
 * const agent = connect({ url: "https://pawl.example.com", token })
 * const session = await agent.open({ id: "order-42" })
 * const { outcome, text } = await session.ask("Please refund order 42.")
 * ```
 */
export class Session {
  /** The session's id: opens it again, from anywhere. */
  readonly id: string
  readonly #transport: Transport

  /** @internal */
  constructor(id: string, transport: Transport) {
    this.id = id
    this.#transport = transport
  }

  /**
   * Sends input and streams the turn it becomes part of. Ending the iteration does not stop the turn; `cancel` does. When the
   * connection breaks, it is sent again under the same id, and carried out once.
   */
  send<Output = unknown>(input: Input, options: SendOptions = {}): TurnStream<Output> {
    const { signal, by: _by, context: _context, id = newId(), ...how } = options
    refuseAborted(signal)
    const body = { ...how, id, input: wireInput(input) }
    return this.#turn(id, this.#transport.call("turns.send", { params: this.#params, body }, AGAIN), signal)
  }

  /** Retries a failed turn without repeating its input. Refused while a turn runs, and when the last turn did not fail. */
  async retry(options: Pick<SendOptions, "id" | "by" | "signal" | "context"> = {}): Promise<TurnStream> {
    const { signal, id = newId() } = options
    refuseAborted(signal)
    // Refused at once, as by the library. Not sent again: a turn that is retried has not failed any more.
    const accepted = await this.#transport.call("turns.retry", { params: this.#params, body: { id } })
    return this.#turn(id, Promise.resolve(accepted), signal)
  }

  #turn<Output>(id: string, accepted: Promise<Accepted>, signal: AbortSignal | undefined): TurnStream<Output> {
    const turn = new TurnStream<Output>(
      id,
      accepted.then(({ after }) => after),
      (after) => this.events({ after }),
    )
    if (signal !== undefined) void this.#cancelOnAbort(turn, signal)
    return turn
  }

  /** Cancels the turn of the input, and no other: an abort waits until that turn has begun. */
  async #cancelOnAbort(turn: TurnStream, signal: AbortSignal): Promise<void> {
    let isUnderWay = false
    const onAbort = () => {
      // A cancel that cannot be sent is no news: the caller gets the same error.
      if (isUnderWay) this.cancel().catch(() => {})
    }
    signal.addEventListener("abort", onAbort)
    try {
      for await (const _event of turn) {
        if (isUnderWay) continue
        isUnderWay = true
        if (signal.aborted) onAbort()
      }
    } catch {
      // The caller who iterates or awaits the turn gets the same error.
    } finally {
      isUnderWay = false
      signal.removeEventListener("abort", onAbort)
    }
  }

  /** Sends input and waits for the end of the turn. With `output` a turn that ends without a typed answer rejects. */
  async ask<Output = unknown>(input: Input, options: SendOptions = {}): Promise<TurnResult<Output>> {
    const result = await this.send<Output>(input, options).result()
    if (options.output === undefined || result.output !== undefined) return result
    const why = result.error?.message ?? `It was ${result.outcome}.`
    throw new PawlClientError(`The turn ended without the answer that "output" asks for: ${why}`, {
      code: "output-missing",
      retryable: false,
      cause: result,
    })
  }

  /** All events from a position on: first those in the log, then new ones as they happen. Connects again by itself. */
  events(options: FollowOptions = {}): AsyncGenerator<Event, void, void> {
    const { after = 0, signal } = options
    return follow(this.#transport, { session: this.id, after, signal })
  }

  /** Decides about an open approval request. The request can be settled once. */
  async decide(request: ApprovalOf, word: "approve" | "deny", options: DecideOptions = {}): Promise<void> {
    const { call, question } = typeof request === "string" ? { call: request } : request
    const { by: _by, id = newId(), ...how } = options
    const body = { ...how, id, decision: word, ...(question !== undefined && { question }) }
    await this.#transport.call("requests.decide", { params: { ...this.#params, call }, body }, AGAIN)
  }

  /** Answers the question of a call: pass the event that asked, the open request, or the call's id. */
  async answer(to: AnswerTo, answer: string, options: AnswerOptions = {}): Promise<void> {
    const { call, question } = typeof to === "string" ? { call: to } : to
    const { by: _by, id = newId(), ...how } = options
    const which = typeof question === "number" ? { question } : {}
    const body = { ...which, ...how, id, answer }
    await this.#transport.call("requests.answer", { params: { ...this.#params, call }, body }, AGAIN)
  }

  /** Cancels the turn that is under way. Calls that have started get their outcome first. */
  async cancel({ id = newId() }: { readonly id?: string; readonly by?: string } = {}): Promise<void> {
    await this.#transport.call("turns.cancel", { params: this.#params, body: { id } }, AGAIN)
  }

  /** The messages that wait for the end of the running turn, oldest first. */
  async queued(): Promise<readonly QueuedMessage[]> {
    return (await this.#transport.call("queue.list", { params: this.#params })).queued
  }

  /** Takes a message back that waits for the end of a turn, by the id that it was sent with. False: it has begun, or none waits. */
  async unsend(id: string, _options: { readonly by?: string } = {}): Promise<boolean> {
    const params = { ...this.#params, command: id }
    return (await this.#transport.call("queue.unsend", { params }, AGAIN)).unsent
  }

  /** Lets a message that waits for the end of the turn join it now. False: it has begun, or no such message waits. */
  async steer(id: string): Promise<boolean> {
    // Not sent again: once it has joined, it does not wait any more.
    return (await this.#transport.call("queue.steer", { params: { ...this.#params, command: id } })).joined
  }

  /** Condenses the history: now, or as soon as nothing runs. Events report when it is done. */
  async compact({ id = newId(), focus }: CompactOptions = {}): Promise<void> {
    const body = { id, ...(focus !== undefined && { focus }) }
    await this.#transport.call("turns.compact", { params: this.#params, body }, AGAIN)
  }

  /** The file changes of calls, oldest first, and which of them were undone. */
  async changes(): Promise<readonly Change[]> {
    return (await this.#transport.call("look.changes", { params: this.#params })).changes
  }

  /** The turns that can be rewound to. */
  async checkpoints(): Promise<readonly Checkpoint[]> {
    return (await this.#transport.call("look.checkpoints", { params: this.#params })).checkpoints
  }

  /** Undoes the file changes of a call, of the last call that changed a file, or of a whole turn. */
  undo({ by: _by, id = newId(), ...how }: UndoOptions = {}): Promise<UndoReport> {
    return this.#transport.call("files.undo", { params: this.#params, body: { ...how, id } }, AGAIN)
  }

  /** Restores files, the conversation, or both to before a turn. The log keeps everything. */
  rewind({ by: _by, id = newId(), ...how }: RewindOptions): Promise<UndoReport> {
    return this.#transport.call("files.rewind", { params: this.#params, body: { ...how, id } }, AGAIN)
  }

  /** Creates another session with the same past, up to a fact. This session is unchanged. */
  async fork(options: ForkOptions = {}): Promise<Session> {
    const { id } = await this.#transport.call("sessions.fork", { params: this.#params, body: options })
    return new Session(id, this.#transport)
  }

  /** The request that would be sent now, piece by piece, with its size. */
  context(): Promise<ContextReport> {
    return this.#transport.call("look.context", { params: this.#params })
  }

  /** The facts of the log after this `seq`; at most so many, if a limit is given. */
  async facts(after = 0, limit = Number.POSITIVE_INFINITY): Promise<readonly Fact[]> {
    const all: Fact[] = []
    for (let next: number | null = after; next !== null && all.length < limit; ) {
      const query = { after: next, limit: Math.min(PAGE, limit - all.length) }
      const page: Operations["look.facts"]["answer"] = await this.#transport.call("look.facts", {
        params: this.#params,
        query,
      })
      all.push(...page.facts)
      next = page.next
    }
    return all
  }

  /** Stored bytes that the session refers to, by their hash; undefined if it has none of these. */
  async blob(hash: string): Promise<Uint8Array | undefined> {
    const params = { ...this.#params, hash }
    return orMissing(this.#transport.bytes("look.blob", { params }))
  }

  /** The model's task list. */
  async tasks(): Promise<readonly Task[]> {
    return (await this.#transport.call("look.tasks", { params: this.#params })).tasks
  }

  /** The model's notes. */
  async notes(): Promise<readonly Note[]> {
    return (await this.#transport.call("look.notes", { params: this.#params })).notes
  }

  /** The conversation as a model would be shown it now. */
  async messages(): Promise<readonly Message[]> {
    return (await this.#transport.call("look.messages", { params: this.#params })).messages
  }

  /** All turns as a person reads them, or the last of them: input, answers, and a card for each tool call. */
  async transcript(query: TranscriptOptions = {}): Promise<readonly TranscriptTurn[]> {
    return (await this.transcriptPage(query)).turns
  }

  /** The same turns, with the position to follow events from, and whether there are earlier turns. */
  transcriptPage(query: TranscriptOptions = {}): Promise<TranscriptPage> {
    return this.#transport.call("look.transcript", { params: this.#params, query })
  }

  /** One request to a model as it was sent, and the answer or the failure; undefined if there was none. */
  exchange(attempt: string): Promise<Exchange | undefined> {
    return orMissing(this.#transport.call("look.exchange", { params: { ...this.#params, attempt } }))
  }

  /** The session's row, as a session list shows it, with what its open requests ask. */
  async info(): Promise<SessionInfo> {
    return infoOf(await this.#transport.call("sessions.get", { params: this.#params }))
  }

  /** Adds tags to the session, to list it by. A tag that it has is not added again. */
  async tag(...tags: readonly string[]): Promise<void> {
    await this.update({ addTags: tags })
  }

  /** Removes tags from the session. */
  async untag(...tags: readonly string[]): Promise<void> {
    await this.update({ removeTags: tags })
  }

  /** Sets the title or the tags, pins or archives the session. */
  async update(change: MetadataChange): Promise<void> {
    await this.#transport.call("sessions.change", { params: this.#params, body: change }, AGAIN)
  }

  get #params() {
    return { session: this.id }
  }
}

/** The most facts that the server returns at once. */
const PAGE = 1000

/** The server carries the command out once, however often it comes. */
const AGAIN = { again: true }

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return
  throw new PawlClientError("The signal was aborted before the input was sent, so nothing was sent.", {
    code: "input-aborted",
    retryable: false,
    cause: signal.reason,
  })
}
