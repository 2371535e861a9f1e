// One prompt in one session: which session, what is shown of the turn, and what is left when somebody stops it.
import type { Event, Session, SessionRow } from "@pawl/agent"
import type { OpenedAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import type { Settings } from "../config/settings.ts"
import { report, warn } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import type { AnswerSchema } from "./answer-schema.ts"
import { askFitting, finish } from "./ask-fitting.ts"
import { attachedIn } from "./attached.ts"
import type { Input, Prompt } from "./attachments.ts"
import { type Attendant, attend } from "./attendant.ts"
import { chooseSession } from "./choose-session.ts"
import { keptProfileNote } from "./kept-profile.ts"
import { rememberLastSession } from "./last-session.ts"
import { type Output, type OutputFormat, outputFor } from "./output.ts"
import { sayWhenFree } from "./say.ts"
import { type FollowedTurn, followTurn } from "./turn.ts"
import { type WaitForWorker, waitForWorker } from "./wait-for-worker.ts"

/** What was asked on the command line. */
export interface Asking {
  readonly settings: Settings
  readonly flags: Flags
  readonly prompt: Prompt
  readonly schema: AnswerSchema | undefined
}

interface Followed {
  readonly listeners: readonly ((event: Event) => void)[]
  readonly waiting: WaitForWorker
}

export class PromptRun {
  readonly #asking: Asking
  readonly #opened: OpenedAgent
  readonly #stopped: AbortController
  #session: Session | undefined
  /** The prompt is part of the session. */
  #isAsked = false

  constructor(asking: Asking, opened: OpenedAgent, stopped: AbortController) {
    this.#asking = asking
    this.#opened = opened
    this.#stopped = stopped
  }

  /** The exit code. */
  async answer(attendant: Attendant): Promise<number> {
    const { settings, flags, prompt, schema } = this.#asking
    const session = await chooseSession(this.#opened.agent, settings, flags)
    this.#session = session
    const output = this.#outputFor(session)
    const row = await session.info()
    const note = keptProfileNote(row, this.#opened, settings)
    if (note !== undefined) warn(note)
    const waiting = waitForWorker(session.id)
    const listeners = [waiting.hear, ...listenersOf(session, row, { output, attendant })]
    const ask = (input: Input) => this.#ask(session, input, { listeners, waiting })
    return finish(await askFitting(ask, prompt, schema), output)
  }

  /** A turn under way ends in the log; before it there is nothing to end but this process. */
  cancel(): void {
    if (this.#isAsked) this.#session?.cancel().catch(() => this.#stopped.abort())
    else this.#stopped.abort("cancelled")
  }

  /** For whoever stopped it. */
  get whatIsLeft(): string {
    if (!this.#isAsked) return "Nothing was asked."
    return `The turn is safe in the log; finish it with pawl resume ${this.#session?.id}.`
  }

  /** A session in which nothing could be said is of no use to anybody. */
  async dropIfEmpty(): Promise<void> {
    const { flags } = this.#asking
    const session = this.#session
    if (session === undefined || this.#isAsked || flags.has("continue") || flags.has("resume")) return
    try {
      const { turns, metadata } = await session.info()
      if (turns === 0 && metadata.title === null) await this.#opened.agent.sessions.remove(session.id)
    } catch {
      // What kept us from saying something may keep us from this too.
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

  async #ask(session: Session, input: Input, { listeners, waiting }: Followed): Promise<FollowedTurn | undefined> {
    const { settings } = this.#asking
    const stream = await sayWhenFree(session, input, this.#stopped.signal)
    this.#isAsked = stream !== undefined
    if (stream === undefined) return undefined
    if (settings.runner === "worker") waiting.begin()
    rememberLastSession(settings, session.id)
    return followTurn(stream, session, listeners)
  }
}

interface Hearing {
  readonly output: Output
  readonly attendant: Attendant
}

function listenersOf(session: Session, { openRequests, seq }: SessionRow, { output, attendant }: Hearing) {
  return [
    (event: Event) => output.show(event),
    attend(session, attendant, { since: seq, open: openRequests, onTrouble: report }),
    tellUnreadable,
  ]
}

/** The model is told so too; but whoever asked may want to ask again. */
function tellUnreadable(event: Event): void {
  if (event.type === "turn-start") for (const line of attachedIn(event.input).unreadable) warn(line)
}
