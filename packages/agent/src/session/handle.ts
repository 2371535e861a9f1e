// Client handle for a session. Any process may hold one; it sends commands and reads events but runs nothing.
import { defined } from "../base/defined.ts"
import type { ApprovalOf, QueueChange, Say } from "../contracts/command.ts"
import type { Input } from "../contracts/content.ts"
import type { Event } from "../contracts/event.ts"
import { refuseUnknown } from "../contracts/known-options.ts"
import type { MetadataChange } from "../contracts/sessions.ts"
import type { InferOutput, OutputSchema } from "../features/output/compile-output.ts"
import type { TakeBackPorts } from "../features/undo/take-back.ts"
import type { RewindOptions, UndoOptions, UndoReport } from "../features/undo/undo.ts"
import { withOutput } from "./asked-output.ts"
import { readTags } from "./check-tags.ts"
import { CommandSender } from "./command-sender.ts"
import { decisionOf } from "./decision-of.ts"
import type { ForkOptions } from "./fork.ts"
import type {
  AnswerOptions,
  AnswerTo,
  CompactOptions,
  DecideOptions,
  FollowOptions,
  HandlePorts,
  SendOptions,
  TurnResult,
  TypedResult,
  WhenBusy,
} from "./handle-types.ts"
import { ANSWER, COMPACT, DECIDE, FOLLOW, FORK, REWIND, SEND, SEND_WORDS, UNDO, UNSEND } from "./option-names.ts"
import type { QueuedMessage } from "./queued-messages.ts"
import { nothingToRetry, refuseOtherTool, requestIn, retryNote } from "./refusals.ts"
import { sendInput } from "./send-input.ts"
import { SessionView } from "./session-view.ts"
import type { TurnStream } from "./turn-stream.ts"

export type { DecideOptions, Decision, SendOptions, TurnResult, TypedResult } from "./handle-types.ts"

/**
 * Client handle for a session. Any process may hold one; it sends commands and reads events but runs nothing.
 *
 * @example
 * ```ts
 * const session = await agent.open({ id: "order-42" })
 * const { outcome, text } = await session.ask("Please refund order 42.")
 * console.log(outcome, text)
 * ```
 */
export class Session<Context = unknown> extends SessionView {
  /** The default for input that arrives while a turn runs. */
  readonly whenBusy: WhenBusy
  readonly #ports: HandlePorts
  readonly #commands: CommandSender
  readonly #context: Context | undefined

  /** @internal */
  constructor(id: string, ports: HandlePorts, whenBusy: WhenBusy = "queue", context?: Context) {
    super(id, ports)
    this.#ports = ports
    this.#commands = new CommandSender(id, ports)
    this.whenBusy = whenBusy
    this.#context = context
  }

  /**
   * Sends input and streams the turn it becomes part of. Ending the iteration does not stop the turn; `cancel` does.
   *
   * @example
   * ```ts
   * for await (const event of session.send("Please refund order 42.")) {
   *   if (event.type === "text-delta") process.stdout.write(event.text)
   * }
   * ```
   */
  send<const Schema extends OutputSchema>(
    input: Input,
    options: SendOptions<Context> & { readonly output: Schema },
  ): TurnStream<InferOutput<Schema>>
  send(input: Input, options?: SendOptions<Context>): TurnStream
  send(input: Input, options: SendOptions<Context> = {}): TurnStream {
    return this.#send("session.send", input, options)
  }

  /** `of`: the method that the caller wrote. */
  #send(of: string, input: Input, options: SendOptions<Context>, more: Pick<Say, "retry"> = {}): TurnStream {
    refuseUnknown(of, options, SEND, { words: SEND_WORDS })
    const { whenBusy = this.whenBusy, context = this.#context } = options
    const to = { session: this.id, ports: this.#ports, commands: this.#commands }
    return sendInput(to, input, { ...options, ...more, whenBusy, context })
  }

  /**
   * Retries a failed turn without repeating its input: a short note takes its place. Calls that were pending when the
   * turn was given up continue first, as after a crash. Refused while a turn runs, and when the last turn did not fail.
   * With the id of an earlier retry it is that one again.
   */
  async retry(options: Pick<SendOptions<Context>, "id" | "by" | "signal" | "context"> = {}): Promise<TurnStream> {
    const { status, error } = await this.info()
    // The answer to the first one may have been lost on its way.
    const isRepeated = async () => options.id !== undefined && (await this.#commands.isSent(options.id))
    if (status !== "failed" && !(await isRepeated())) throw nothingToRetry(this.id, status)
    return this.#send("session.retry", retryNote(error), { ...options, whenBusy: "refuse" }, { retry: true })
  }

  /**
   * Sends input and waits for the end of the turn. If the turn waits for an approval or an answer, this call waits too.
   * With `output` the result has the typed answer; a turn that ends without one rejects with a `PawlError` whose `cause`
   * is the result.
   *
   * @example
   * ```ts
   * import { z } from "zod"
   *
   * const { outcome, text } = await session.ask("Please refund order 42.")
   * console.log(outcome, text)
   *
   * const { output } = await session.ask("Which order is it?", { output: z.object({ order: z.int() }) })
   * console.log(output.order)
   * ```
   */
  ask<const Schema extends OutputSchema>(
    input: Input,
    options: SendOptions<Context> & { readonly output: Schema },
  ): Promise<TypedResult<InferOutput<Schema>>>
  ask(input: Input, options?: SendOptions<Context>): Promise<TurnResult>
  async ask(input: Input, options: SendOptions<Context> = {}): Promise<TurnResult> {
    const result = await this.#send("session.ask", input, options).result()
    return options.output === undefined ? result : withOutput(result)
  }

  /**
   * All events from a position on: first those in the log, then new ones as they happen.
   *
   * @example
   * ```ts
   * for await (const { type, position } of session.events({ after: 0 })) console.log(position, type)
   * ```
   */
  events(options: FollowOptions = {}): AsyncGenerator<Event> {
    refuseUnknown("session.events", options, FOLLOW, {
      instead: "Write session.events({ after: 0 }) to begin at the start.",
    })
    const { failFast = false, ...how } = options
    return this.#ports.subscribe(this.id, failFast ? { ...how, failAfter: this.#ports.failureMark() } : how)
  }

  /**
   * Decides about an open approval request, in the words of the person who does: "approve" or "deny". The request can be
   * settled once, at any time, from any process.
   *
   * @example
   * ```ts
   * for await (const event of session.send("Please refund order 42.")) {
   *   if (event.type === "approval-requested") await session.decide(event, "deny", { reason: "Too late." })
   * }
   * ```
   */
  async decide(request: ApprovalOf, word: "approve" | "deny", options: DecideOptions = {}): Promise<void> {
    refuseUnknown("session.decide", options, DECIDE, {
      instead: 'Write session.decide(event, "deny", { reason: "Too late." }).',
    })
    const command = await decisionOf({ session: this.id, request, word, options }, this.#ports)
    if (command.grant !== undefined) refuseOtherTool(command, (await this.info()).openRequests)
    await this.#commands.send(command)
    // Only for accepted decisions: a second decision about the same request was refused above.
    const { grant, decision } = command
    if (grant?.scope === "always" && decision === "approved") await this.#ports.grant(grant, this.id)
  }

  /** Answers the question of a call: pass the event that asked, the open request, or the call's id. */
  async answer(to: AnswerTo, answer: string, options: AnswerOptions = {}): Promise<void> {
    refuseUnknown("session.answer", options, ANSWER)
    const which = requestIn(to)
    await this.#commands.send({
      kind: "answer",
      ...which,
      answer,
      ...options,
      id: options.id ?? this.#ports.ids.next(),
    })
  }

  /** Cancels the turn that is under way. Calls that have started get their outcome first. */
  async cancel(options: { readonly id?: string; readonly by?: string } = {}): Promise<void> {
    await this.#commands.send({ kind: "cancel", ...options, id: options.id ?? this.#ports.ids.next() })
  }

  /**
   * The messages that wait for the end of the running turn, oldest first. A message that joins the turn at once
   * (`whenBusy: "steer"`) is not among them.
   *
   * @example
   * ```ts
   * for (const { id, input } of await session.queued()) console.log(id, input)
   * ```
   */
  async queued(): Promise<readonly QueuedMessage[]> {
    const { queuedMessages } = await import("./queued-messages.ts")
    return queuedMessages(this.#ports, this.id)
  }

  /**
   * Takes a message back that waits for the end of a turn, by the id that it was sent with. True: it never begins, whatever
   * crashes. False: it has begun, or no such message waits. Its stream ends with the error `input-withdrawn`.
   */
  async unsend(id: string, options: { readonly by?: string } = {}): Promise<boolean> {
    refuseUnknown("session.unsend", options, UNSEND, { instead: 'Write session.unsend(id, { by: "ada" }).' })
    return this.#changeQueued(id, { to: "unsend", ...defined({ by: options.by }) })
  }

  /**
   * Lets a message that waits for the end of the turn join it now, by the id that it was sent with. False: it has begun, or
   * no such message waits. Without a running turn it begins one.
   */
  async steer(id: string): Promise<boolean> {
    return this.#changeQueued(id, { to: "steer" })
  }

  async #changeQueued(id: string, change: QueueChange): Promise<boolean> {
    const { changeQueued } = await import("./queued-messages.ts")
    return changeQueued(this.#ports, this.id, { id, change })
  }

  /** Condenses the history: now, or as soon as nothing runs. Events report when it is done. */
  async compact(how: CompactOptions = {}): Promise<void> {
    refuseUnknown("session.compact", how, COMPACT, { instead: 'Write session.compact({ focus: "the invoices" }).' })
    const { focus, ...options } = how
    const id = options.id ?? this.#ports.ids.next()
    await this.#commands.send({ kind: "compact", ...options, id, ...defined({ focus }) })
  }

  /**
   * Undoes the file changes of a call, of the last call that changed a file, or of a whole turn.
   * Refused while a turn runs.
   */
  async undo(options: UndoOptions = {}): Promise<UndoReport> {
    refuseUnknown("session.undo", options, UNDO, { instead: "Write session.undo({ turn: 2 })." })
    const { undo } = await import("../features/undo/take-back.ts")
    return undo(options, this.#takeBackPorts())
  }

  /** Restores files, the conversation, or both to before a turn. The log keeps everything. */
  async rewind(options: RewindOptions): Promise<UndoReport> {
    refuseUnknown("session.rewind", options, REWIND, { instead: 'Write session.rewind({ turn: 2, what: "both" }).' })
    const { rewind } = await import("../features/undo/take-back.ts")
    return rewind(options, this.#takeBackPorts())
  }

  /** Creates another session with the same past, up to a fact. This session is unchanged. */
  async fork(options: ForkOptions = {}): Promise<Session<Context>> {
    refuseUnknown("session.fork", options, FORK)
    // It gets this handle's context, so it has the same type.
    return this.#ports.fork(this.id, options, this.#context) as Promise<Session<Context>>
  }

  /**
   * Adds tags to the session, to list it by. A tag that it has is not added again.
   *
   * @example
   * ```ts
   * await session.tag("vip", "refund")
   * const rows = await agent.sessions.list({ tag: "vip" })
   * ```
   */
  async tag(...tags: readonly string[]): Promise<void> {
    readTags(tags, "tag")
    await this.update({ addTags: tags })
  }

  /** Removes tags from the session. */
  async untag(...tags: readonly string[]): Promise<void> {
    readTags(tags, "untag")
    await this.update({ removeTags: tags })
  }

  /** Sets the title or the tags, pins or archives the session. */
  async update(change: MetadataChange): Promise<void> {
    const { updateSession } = await import("./update-session.ts")
    await updateSession(this.#ports.store, this.id, change, this.#ports.secrets)
  }

  #takeBackPorts(): TakeBackPorts {
    const { store, files, ids, failureMark, subscribe } = this.#ports
    return {
      facts: () => this.facts(),
      files,
      blobs: store.blobs,
      newId: () => ids.next(),
      send: (command) => this.#commands.send(command),
      follow: (how) => subscribe(this.id, how),
      failureMark,
    }
  }
}
