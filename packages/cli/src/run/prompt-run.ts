// Runs one prompt in one session: chooses the session, shows the turn, and cleans up when it is stopped.
import type { Event, JsonObject, Session, SessionRow } from "@pawl/agent"
import type { OpenedAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { turnOf } from "../config/approving.ts"
import type { Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { Failure, report, warn } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { attachedIn } from "./attached.ts"
import { inputOf, type Prompt } from "./attachments.ts"
import { type Attendant, attend } from "./attendant.ts"
import { chooseSession } from "./choose-session.ts"
import { keptProfileNote } from "./kept-profile.ts"
import { rememberLastSession } from "./last-session.ts"
import { type Output, type OutputFormat, outputFor } from "./output.ts"
import { sayWhenFree } from "./send-when-free.ts"
import { type FollowedTurn, followTurn } from "./turn.ts"
import { type WaitForWorker, waitForWorker } from "./wait-for-worker.ts"

/** The request of the command line. */
export interface Asking {
  readonly settings: Settings
  readonly flags: Flags
  readonly prompt: Prompt
  /** What the answer has to fit. */
  readonly schema: JsonObject | undefined
}

/** What a command does with a session, until it is done or stopped. */
export interface Run {
  /** Returns the exit code. */
  answer(): Promise<number>
  cancel(): void
  /** Shown to the user when the run is stopped. */
  readonly whatIsLeft: string
  /** Removes a new session that got no message. */
  dropIfEmpty(): Promise<void>
}

export interface RunPorts {
  readonly stopped: AbortController
  readonly attendant: Attendant
}

interface Followed {
  readonly listeners: readonly ((event: Event) => void)[]
  readonly waiting: WaitForWorker
}

export class PromptRun implements Run {
  readonly #asking: Asking
  readonly #opened: OpenedAgent
  readonly #stopped: AbortController
  readonly #attendant: Attendant
  #session: Session | undefined
  /** The session has accepted the prompt. */
  #isAsked = false

  constructor(asking: Asking, opened: OpenedAgent, { stopped, attendant }: RunPorts) {
    this.#asking = asking
    this.#opened = opened
    this.#stopped = stopped
    this.#attendant = attendant
  }

  async answer(): Promise<number> {
    const { settings, flags } = this.#asking
    const session = await chooseSession(this.#opened.agent, settings, flags)
    this.#session = session
    const output = this.#outputFor(session)
    const row = await session.info()
    const note = keptProfileNote(row, this.#opened, settings)
    if (note !== undefined) warn(note)
    const waiting = waitForWorker(session.id, settings)
    const listeners = [waiting.onEvent, ...listenersOf(session, row, { output, attendant: this.#attendant })]
    const turn = await this.#ask(session, { listeners, waiting })
    if (turn === undefined) throw new Failure(EXIT.cancelled, "Stopped before the model was asked.")
    output.end(turn.result)
    return turn.failure === undefined ? turn.exit : report(turn.failure)
  }

  /** Cancels a running turn in its log; before the turn there is only this process to stop. */
  cancel(): void {
    if (this.#isAsked) this.#session?.cancel().catch(() => this.#stopped.abort())
    else this.#stopped.abort("cancelled")
  }

  get whatIsLeft(): string {
    if (!this.#isAsked) return "The prompt was not sent."
    return `The turn is stored; finish it with "pawl resume ${this.#session?.id}".`
  }

  async dropIfEmpty(): Promise<void> {
    const { flags } = this.#asking
    const session = this.#session
    if (session === undefined || this.#isAsked || flags.has("continue") || flags.has("resume")) return
    try {
      const { turns, metadata } = await session.info()
      if (turns === 0 && metadata.title === null) await this.#opened.agent.sessions.remove(session.id)
    } catch {
      // The error that prevented the message may prevent this too.
    }
  }

  #outputFor(session: Session): Output {
    const { settings, flags, schema } = this.#asking
    const format = (flags.get("output-format") ?? "text") as OutputFormat // The parser let no other through.
    return outputFor(format, {
      session: session.id,
      whole: schema !== undefined,
      thinking: settings.thinking,
      chain: chainOf(settings),
    })
  }

  async #ask(session: Session, { listeners, waiting }: Followed): Promise<FollowedTurn | undefined> {
    const { settings, prompt, schema } = this.#asking
    const how = { signal: this.#stopped.signal, ...turnOf(settings), ...(schema !== undefined && { output: schema }) }
    const stream = await sayWhenFree(session, inputOf(prompt), how)
    this.#isAsked = stream !== undefined
    if (stream === undefined) return undefined
    if (settings.runner === "worker" && settings.server === undefined) waiting.begin()
    rememberLastSession(settings, session.id)
    return followTurn(stream, session, listeners)
  }
}

interface TurnListeners {
  readonly output: Output
  readonly attendant: Attendant
}

function listenersOf(session: Session, { openRequests, seq }: SessionRow, { output, attendant }: TurnListeners) {
  return [
    (event: Event) => output.show(event),
    attend(session, attendant, { since: seq, open: openRequests, onTrouble: report }),
    warnUnreadable,
  ]
}

/** Warns about unreadable attachments. The model is told too, but the user may want to send the prompt again. */
function warnUnreadable(event: Event): void {
  if (event.type === "turn-start") for (const line of attachedIn(event.input).unreadable) warn(line)
}
