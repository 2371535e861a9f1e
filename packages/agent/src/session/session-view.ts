// What can be read of a session, by any process, whoever runs it: the log, and what is derived from it.
import type { ContextReport } from "../contracts/context.ts"
import type { Fact } from "../contracts/fact.ts"
import { refuseUnknown } from "../contracts/known-options.ts"
import type { Message } from "../contracts/message.ts"
import type { Note, Task } from "../contracts/tasks.ts"
import type { Exchange } from "../features/exchange/exchange.ts"
import type { TranscriptOptions, TranscriptPage, TranscriptTurn } from "../features/transcript/transcript.ts"
import type { Change } from "../features/undo/changes.ts"
import type { Checkpoint } from "../features/undo/checkpoints.ts"
import { alternate } from "../kernel/state/alternate.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import type { HandlePorts } from "./handle-types.ts"
import { load } from "./load.ts"
import type { SessionInfo } from "./open-requests.ts"
import { TRANSCRIPT } from "./option-names.ts"
import { missing, refuseNoCount } from "./refusals.ts"

/** What can be read of a session. `Session` adds what can be done to it. */
export class SessionView {
  /** The session's id: opens it again, in any process. */
  readonly id: string
  readonly #ports: HandlePorts

  /** @internal */
  constructor(id: string, ports: HandlePorts) {
    this.id = id
    this.#ports = ports
  }

  /** The request that would be sent now, piece by piece, with its size. */
  async context(): Promise<ContextReport> {
    return this.#ports.report(await this.#state())
  }

  /** The facts of the log after this `seq`. */
  async facts(after = 0): Promise<readonly Fact[]> {
    return this.#ports.store.log.read(this.id, after)
  }

  /** The model's task list. */
  async tasks(): Promise<readonly Task[]> {
    return (await this.#state()).tasks ?? []
  }

  /** The model's notes. */
  async notes(): Promise<readonly Note[]> {
    return (await this.#state()).notes ?? []
  }

  /** The conversation as a model would be shown it now. */
  async messages(): Promise<readonly Message[]> {
    return alternate(messagesOf(await this.#state()))
  }

  /**
   * All turns as a person reads them, or the last of them: input, answers, and a card for each tool call with its state, result
   * and approval. Also what was condensed, and what no model is shown any more.
   *
   * @example
   * ```ts
   * for (const { turn, messages } of await session.transcript()) {
   *   for (const { role, parts } of messages) console.log(turn, role, parts)
   * }
   * ```
   */
  async transcript(options: TranscriptOptions = {}): Promise<readonly TranscriptTurn[]> {
    return (await this.transcriptPage(options)).turns
  }

  /**
   * The same turns, with the position to follow events from, so that turns and events together have no gap, and whether there
   * are earlier turns. The last turns of a long session are found without reading the rest of it.
   *
   * @example
   * ```ts
   * const { turns, position, earlier } = await session.transcriptPage({ last: 30 })
   * const more = earlier ? await session.transcript({ last: 30, before: turns[0]?.turn ?? 1 }) : []
   * for await (const event of session.events({ after: position })) console.log(event.type)
   * ```
   */
  async transcriptPage(options: TranscriptOptions = {}): Promise<TranscriptPage> {
    refuseUnknown("session.transcript", options, TRANSCRIPT, { instead: "Write session.transcript({ last: 30 })." })
    refuseNoCount("session.transcript", options)
    const { transcriptPage } = await import("../features/transcript/transcript-page.ts")
    const page = await transcriptPage(this.#ports.store.log, this.id, options)
    if (page.position === "0") throw missing(this.id)
    return page
  }

  /**
   * One request to a model as it was sent, and the answer or the failure: by its attempt, as events and facts name it. Undefined
   * if there was none.
   *
   * @example
   * ```ts
   * const { model, messages = [], answer } = (await session.exchange("1.1.1")) ?? {}
   * console.log(model, messages.length, answer?.text)
   * ```
   */
  async exchange(attempt: string): Promise<Exchange | undefined> {
    const { exchangeOf } = await import("../features/exchange/exchange.ts")
    const { store, placeFor = () => "message" } = this.#ports
    return exchangeOf({ store, placeFor }, this.id, attempt)
  }

  /** The session's row, as a session list shows it, with what its open requests ask. */
  async info(): Promise<SessionInfo> {
    const { sessions, log } = this.#ports.store
    const row = await sessions.get(this.id)
    if (row === undefined) throw missing(this.id)
    if (row.openRequests.length === 0) return { ...row, openRequests: [] }
    this.#ports.onSeen?.(this.id)
    const { describeRequests } = await import("./open-requests.ts")
    return { ...row, openRequests: await describeRequests(log, row) }
  }

  /** The file changes of calls, oldest first, and which of them were undone. */
  async changes(): Promise<readonly Change[]> {
    const { changesOf } = await import("../features/undo/changes.ts")
    return changesOf(await this.#past())
  }

  /** The turns that can be rewound to. */
  async checkpoints(): Promise<readonly Checkpoint[]> {
    const { checkpointsIn } = await import("../features/undo/undo.ts")
    return checkpointsIn(await this.#past())
  }

  /** All facts. Only a session that was removed has none: it must not look like an empty one. */
  async #past(): Promise<readonly Fact[]> {
    const facts = await this.facts()
    if (facts.length === 0) throw missing(this.id)
    return facts
  }

  async #state(): Promise<State> {
    const { state } = await load(this.#ports.store.log, this.id)
    if (state.seq === 0) throw missing(this.id)
    return state
  }
}
