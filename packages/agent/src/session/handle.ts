// A session as its users hold it: anybody may, in any process. It sends commands and reads events; it never runs anything.
import type { Ids } from "../contracts/clock.ts"
import type { ApprovalOf, Command, Say } from "../contracts/command.ts"
import type { Input } from "../contracts/content.ts"
import type { ContextReport } from "../contracts/context.ts"
import { PawlError } from "../contracts/error.ts"
import type { Event, SubscribeOptions } from "../contracts/event.ts"
import type { Fact, Grant, TurnError, TurnOutcome } from "../contracts/fact.ts"
import type { Files } from "../contracts/files.ts"
import type { SessionHost } from "../contracts/host.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Message } from "../contracts/message.ts"
import type { EnqueueOptions, Metadata, SessionRow, Store } from "../contracts/store.ts"
import type { Note, Task } from "../contracts/tasks.ts"
import type { Wish } from "../contracts/undo.ts"
import type { Usage } from "../contracts/usage.ts"
import { type Change, changesOf } from "../features/undo/changes.ts"
import type { Checkpoint } from "../features/undo/checkpoints.ts"
import { carryOut, tryOut } from "../features/undo/restoring.ts"
import {
  checkpointsIn,
  noWorkspace,
  type RestoreOptions,
  type RewindOptions,
  type UndoOptions,
  type UndoReport,
  wishedBefore,
  wishToRewind,
  wishToUndo,
} from "../features/undo/undo.ts"
import { alternate } from "../kernel/state/alternate.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { attach } from "./attach.ts"
import { cleanCommand } from "./clean-command.ts"
import type { ForkOptions } from "./fork.ts"
import { InOrder } from "./in-order.ts"
import { refuseLong, type SessionLimits } from "./limits.ts"
import { load } from "./load.ts"
import { readCommand, readInput } from "./read-input.ts"
import { missing, nothingToRetry, readGrant, refusal, retryNote } from "./refusals.ts"
import { TurnStream } from "./turn-stream.ts"
import { updateSession } from "./update-session.ts"

export interface TurnResult {
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
  readonly usage: Usage
  /** Names the turn in log records, spans and events. */
  readonly trace: string
  /** What the user might answer. */
  readonly suggestions?: readonly string[]
}

export interface SendOptions {
  /** The same id is carried out once, however often it is sent. */
  readonly id?: string
  readonly by?: string
  /** While a turn runs: wait for its end, join it, or be refused. As the session's profile says unless given. */
  readonly whenBusy?: WhenBusy
}

export type WhenBusy = "queue" | "steer" | "refuse"

export interface Decision {
  readonly decision: "approved" | "denied"
  /** Run it with these arguments instead. */
  readonly arguments?: JsonObject
  readonly reason?: string
  /** Calls like this one are not asked about again: in this session, or in all. What may destroy something is. */
  readonly grant?: Grant
  readonly id?: string
  readonly by?: string
}

export interface CompactOptions {
  /** What a summary should dwell on. */
  readonly focus?: string
  readonly id?: string
  readonly by?: string
}

export interface AnswerOptions {
  /** The number of the fact that asked, as an event's position begins with: a tool may ask several things while it runs. */
  readonly question?: number
  readonly id?: string
  readonly by?: string
}

export interface FollowOptions {
  readonly after?: string | number
  readonly signal?: AbortSignal
  /** Throw when the session cannot go on in this process, instead of waiting for one that can. */
  readonly failFast?: boolean
}

export interface HandlePorts {
  readonly store: Store
  readonly host: Pick<SessionHost, "wake">
  readonly ids: Ids
  readonly subscribe: (session: string, options: SubscribeOptions) => AsyncGenerator<Event, void, void>
  /** Keeps what was allowed in all sessions. */
  readonly grant: (grant: Grant) => void | Promise<void>
  /** Where the agent works, without symbolic links. */
  readonly workspace?: string
  /** Failures of the runtime from now on are newer than this mark. */
  readonly failureMark: () => number
  /** The workspace's, for undo. */
  readonly files?: Files
  readonly fork: (id: string, options: ForkOptions) => Promise<Session>
  /** Why a call that waits for leave could not run with these arguments, in words. */
  readonly problemWith?: (session: string, call: string, given: JsonObject) => Promise<string | undefined>
  /** The request that would be sent in this state. */
  readonly report: (state: State) => Promise<ContextReport>
  /** Those that the agent knows: they are taken out of what people say. */
  readonly secrets?: KnownSecrets
  readonly limits?: SessionLimits
}

export class Session {
  readonly id: string
  /** What becomes of what is said while a turn runs, unless it says otherwise. */
  readonly whenBusy: WhenBusy
  readonly #ports: HandlePorts
  readonly #inOrder = new InOrder()

  constructor(id: string, ports: HandlePorts, whenBusy: WhenBusy = "queue") {
    this.id = id
    this.#ports = ports
    this.whenBusy = whenBusy
  }

  /** Says something and streams the turn it becomes part of. Leaving the stream does not stop the turn; `cancel` does. */
  send(input: Input, options: SendOptions = {}): TurnStream {
    return this.#send(input, options)
  }

  #send(input: Input, options: SendOptions, more: Pick<Say, "retry"> = {}): TurnStream {
    const { whenBusy = this.whenBusy, by } = options
    const id = options.id ?? this.#ports.ids.next()
    const { limits = {}, secrets } = this.#ports
    const read = readInput(input)
    refuseLong(read, limits)
    const parts = attach(read, secrets)
    const mode = whenBusy === "steer" ? "steer" : "queue"
    const say = { kind: "say", id, whenBusy: mode, ...(by !== undefined && { by }), ...more } as const
    const failAfter = this.#ports.failureMark()
    const accepted = this.#inOrder.run(parts, ({ content, blobs }) =>
      this.#say({ ...say, input: content }, { ...limits, refuseWhenBusy: whenBusy === "refuse", blobs }),
    )
    const events = (after: number, deltas: boolean) => this.#ports.subscribe(this.id, { after, failAfter, deltas })
    return new TurnStream(id, accepted, events)
  }

  /**
   * Tries again what the last turn failed at, without saying it a second time: a short note stands in its place. Calls that were
   * pending when the turn was given up are gone on with first, as after a crash.
   * Refused while a turn runs, and when the last one did not fail.
   */
  async retry(options: Pick<SendOptions, "id" | "by"> = {}): Promise<TurnStream> {
    const { status, error } = await this.info()
    if (status !== "failed") throw nothingToRetry(this.id, status)
    return this.#send(retryNote(error), { ...options, whenBusy: "refuse" }, { retry: true })
  }

  /** Says something and waits for the end of the turn. A turn that waits for an approval or an answer waits here too. */
  async ask(input: Input, options?: SendOptions): Promise<TurnResult> {
    return this.send(input, options).result()
  }

  /** All that happens from a position on: what is in the log first, then what comes. */
  events(options: FollowOptions = {}): AsyncGenerator<Event> {
    const { failFast = false, ...how } = options
    return this.#ports.subscribe(this.id, failFast ? { ...how, failAfter: this.#ports.failureMark() } : how)
  }

  async approve(request: ApprovalOf, decision: Decision | "approved" | "denied" = "approved"): Promise<void> {
    const details = typeof decision === "string" ? { decision } : decision
    if (details?.decision !== "approved" && details?.decision !== "denied") {
      throw new PawlError("input-invalid", 'A decision is "approved" or "denied". Anything else could be misread.')
    }
    const { call, question } = typeof request === "string" ? { call: request } : request
    const { grant, ...rest } = details
    const edited = details.decision === "approved" ? details.arguments : undefined
    const problem = edited && (await this.#ports.problemWith?.(this.id, call, edited))
    if (problem !== undefined)
      throw new PawlError("input-invalid", `${problem} Nothing was decided: the call still waits.`)
    const kept = grant === undefined ? {} : { grant: readGrant(grant, this.#ports.workspace) }
    const which = { call, ...(question !== undefined && { question }) }
    await this.#command({ kind: "approve", ...which, ...rest, ...kept, id: details.id ?? this.#ports.ids.next() })
    // Only what was accepted: a second answer to the same request is refused above.
    if (kept.grant?.scope === "always" && details.decision === "approved") await this.#ports.grant(kept.grant)
  }

  async answer(call: string, answer: string, options: AnswerOptions = {}): Promise<void> {
    await this.#command({ kind: "answer", call, answer, ...options, id: options.id ?? this.#ports.ids.next() })
  }

  async cancel(options: { readonly id?: string; readonly by?: string } = {}): Promise<void> {
    await this.#command({ kind: "cancel", ...options, id: options.id ?? this.#ports.ids.next() })
  }

  /** Condenses the history: now, or as soon as nothing runs. Events tell when it is done. */
  async compact({ focus, ...options }: CompactOptions = {}): Promise<void> {
    const id = options.id ?? this.#ports.ids.next()
    await this.#command({ kind: "compact", ...options, id, ...(focus !== undefined && { focus }) })
  }

  /** What calls changed in files, oldest first, and what of it was undone. */
  async changes(): Promise<readonly Change[]> {
    return changesOf(await this.facts())
  }

  /** The turns there are to go back to. */
  async checkpoints(): Promise<readonly Checkpoint[]> {
    return checkpointsIn(await this.facts())
  }

  /** Puts back what a call, or the last one that changed a file, or a whole turn changed. Refused while a turn runs. */
  async undo(options: UndoOptions = {}): Promise<UndoReport> {
    const { files } = this.#ports
    if (files === undefined) throw noWorkspace()
    return this.#restore(options, (facts) => wishToUndo(facts, files.root, options))
  }

  /** Back to how files, or the conversation, or both were before a turn. The log keeps all of it. */
  async rewind(options: RewindOptions): Promise<UndoReport> {
    return this.#restore(options, (facts) => wishToRewind(facts, this.#ports.files?.root, options))
  }

  /** Another session with the same past, up to a fact; this one stays as it is. */
  async fork(options: ForkOptions = {}): Promise<Session> {
    return this.#ports.fork(this.id, options)
  }

  /** The request that would be sent now, piece by piece, and what it weighs. */
  async context(): Promise<ContextReport> {
    return this.#ports.report((await load(this.#ports.store.log, this.id)).state)
  }

  async facts(after = 0): Promise<readonly Fact[]> {
    return this.#ports.store.log.read(this.id, after)
  }

  /** The model's own list of what is to be done. */
  async tasks(): Promise<readonly Task[]> {
    return (await load(this.#ports.store.log, this.id)).state.tasks ?? []
  }

  async notes(): Promise<readonly Note[]> {
    return (await load(this.#ports.store.log, this.id)).state.notes ?? []
  }

  /** The conversation as a model would be shown it now. */
  async messages(): Promise<readonly Message[]> {
    return alternate(messagesOf((await load(this.#ports.store.log, this.id)).state))
  }

  async info(): Promise<SessionRow> {
    const row = await this.#ports.store.sessions.get(this.id)
    if (row === undefined) throw missing(this.id)
    return row
  }

  async update(metadata: Partial<Metadata>): Promise<void> {
    await updateSession(this.#ports.store, this.id, metadata, this.#ports.secrets)
  }

  async #restore(options: RestoreOptions, wishFor: (facts: readonly Fact[]) => Wish): Promise<UndoReport> {
    const { store, files, ids, failureMark, subscribe } = this.#ports
    const facts = await this.facts()
    const before = options.id === undefined ? undefined : wishedBefore(facts, options.id)
    const wish = before ?? wishFor(facts)
    if (options.dryRun === true) return tryOut(wish, { files, blobs: store.blobs })
    const name = { id: options.id ?? ids.next(), by: options.by }
    const send = async (command: Command) => ((await this.#command(command)) ? 0 : (facts.at(-1)?.seq ?? 0))
    const follow = (how: SubscribeOptions) => subscribe(this.id, how)
    return carryOut(wish, name, { send, follow, failAfter: failureMark() })
  }

  /** Where the log stood before the command, so that its own turn cannot be missed. */
  async #say(say: Say, how: EnqueueOptions): Promise<number> {
    // Asked together, so that what is sent next cannot overtake this.
    const [before, duplicate] = await Promise.all([this.#ports.store.log.head(this.id), this.#enqueue(say, how)])
    return duplicate ? 0 : before
  }

  #command(command: Command): Promise<boolean> {
    return this.#inOrder.run(command, (next) => this.#enqueue(next))
  }

  async #enqueue(given: Command, how?: EnqueueOptions): Promise<boolean> {
    const { store, secrets } = this.#ports
    const whole = readCommand(given)
    const command = secrets === undefined ? whole : cleanCommand(whole, secrets)
    const enqueued = await store.inbox.enqueue(this.id, command, how)
    if (enqueued.outcome === "refused") throw refusal(this.id, command, enqueued.reason)
    await this.#ports.host.wake(this.id)
    return enqueued.outcome === "duplicate"
  }
}
