// `--input-format stream-json`: a program talks to one session by lines of JSON, and gets its events as lines of JSON.
import { createInterface } from "node:readline"
import type { Event, Session } from "@pawl/agent"
import type { OpenedAgent } from "../agent/agent.ts"
import { turnOf } from "../config/approving.ts"
import { EXIT, exitOfTurn } from "../exit-codes.ts"
import { oneLine } from "../failure.ts"
import { startOf } from "../sessions/resume.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { inputOf, type Prompt, promptWith, refuseMissing } from "./attachments.ts"
import { attend, numberOf } from "./attendant.ts"
import { inCliWords } from "./busy.ts"
import { chooseSession } from "./choose-session.ts"
import { type InputLine, readInputLine } from "./input-line.ts"
import { rememberLastSession } from "./last-session.ts"
import { LineAttendant } from "./line-attendant.ts"
import type { Asking, Run } from "./prompt-run.ts"

type ModelError = Extract<Event, { type: "model-error" }>["error"]

export class StreamRun implements Run {
  readonly #asking: Asking
  readonly #opened: OpenedAgent
  readonly #stopped: AbortController
  readonly #people: LineAttendant
  readonly #over = new AbortController()
  /** Messages that no turn has begun with yet. */
  readonly #waiting = new Set<string>()
  #session: Session | undefined
  #isRunning = false
  #isInputOver = false
  #modelError: ModelError | undefined
  #exit: number = EXIT.done
  #refused = 0

  constructor(asking: Asking, opened: OpenedAgent, stopped: AbortController) {
    this.#asking = asking
    this.#opened = opened
    this.#stopped = stopped
    this.#people = new LineAttendant(asking.settings.approve === "auto" ? "approved" : "denied")
    stopped.signal.addEventListener("abort", () => this.#over.abort("stopped"))
  }

  /** Returns the exit code of the last turn; if that was good and a line was refused, the code of wrong input. */
  async answer(): Promise<number> {
    const { settings, flags, prompt } = this.#asking
    const session = await chooseSession(this.#opened.agent, settings, flags)
    this.#session = session
    const { seq, openRequests } = await session.info()
    const after = startOf(await session.facts())
    this.#isRunning = after < seq
    const report = (error: unknown) => this.#refuse(oneLine(error))
    const listener = attend(session, this.#people, { since: seq, open: openRequests, onTrouble: report })
    const following = this.#follow(session, after, listener)
    const reading = this.#read(session, prompt)
    await Promise.race([following, reading.then(() => following)])
    await reading
    this.#stopped.signal.throwIfAborted()
    return this.#exit === EXIT.done && this.#refused > 0 ? EXIT.input : this.#exit
  }

  cancel(): void {
    this.#session?.cancel().catch(() => this.#stopped.abort("cancelled"))
  }

  get whatIsLeft(): string {
    const id = this.#session?.id
    return id === undefined ? "Nothing was sent." : `What was sent is stored; go on with "pawl resume ${id}".`
  }

  async dropIfEmpty(): Promise<void> {
    const { flags } = this.#asking
    if (this.#session === undefined || flags.has("continue") || flags.has("resume")) return
    const { turns, dueAt, metadata } = await this.#session.info().catch(() => NOT_EMPTY)
    if (turns === 0 && dueAt === null && metadata.title === null)
      await this.#opened.agent.sessions.remove(this.#session.id)
  }

  async #follow(session: Session, after: number, listener: (event: Event) => void): Promise<void> {
    for await (const event of session.events({ after, signal: this.#over.signal })) {
      out.json({ ...event, session: session.id })
      listener(event)
      this.#track(event)
      if (this.#isDone) return
    }
  }

  async #read(session: Session, first: Prompt): Promise<void> {
    if (first.text !== "" || first.parts.length > 0) await this.#attempt(() => this.#say(session, inputOf(first)))
    const lines = createInterface({
      input: world().stdin,
      crlfDelay: Number.POSITIVE_INFINITY,
      signal: this.#over.signal,
    })
    for await (const line of lines) {
      if (line.trim() === "") continue
      const meant = readInputLine(line)
      if (typeof meant === "string") this.#refuse(meant)
      else await this.#attempt(() => this.#carryOut(session, meant))
    }
    this.#isInputOver = true
    await this.#people.leave(session)
    if (this.#isDone) this.#over.abort("done")
  }

  async #carryOut(session: Session, line: InputLine): Promise<void> {
    switch (line.type) {
      case "user": {
        const { text, attach, type: _, ...how } = line
        const { workspace } = this.#asking.settings
        refuseMissing(attach, workspace)
        // The text of a program is not searched for mentions.
        const { parts } = promptWith("", workspace, attach)
        return this.#say(session, inputOf({ text, parts }), how)
      }
      case "approval": {
        const { type: _, call, decision, ...options } = line
        return session.decide(this.#people.approvalOf(call), decision, options)
      }
      case "answer":
        return session.answer(line.call, line.answer, { question: numberOf(this.#people.questionOf(line.call)) })
      case "cancel":
        return session.cancel()
    }
  }

  /** Resolves when the message is durable, so that messages keep their order. */
  async #say(
    session: Session,
    input: ReturnType<typeof inputOf>,
    how: Parameters<Session["send"]>[1] = {},
  ): Promise<void> {
    const { settings, schema } = this.#asking
    const stream = session.send(input, { ...turnOf(settings), ...(schema !== undefined && { output: schema }), ...how })
    this.#waiting.add(stream.id)
    try {
      await stream.accepted()
      rememberLastSession(settings, session.id)
    } catch (error) {
      this.#waiting.delete(stream.id)
      throw inCliWords(error, session.id)
    }
  }

  /** A line that cannot be carried out is reported among the events; the session goes on. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#refuse(oneLine(error))
    }
  }

  #refuse(message: string): void {
    this.#refused++
    out.json({ type: "input-refused", message, session: this.#session?.id })
  }

  #track(event: Event): void {
    if (event.type === "turn-start" || event.type === "input-added" || event.type === "input-withdrawn")
      this.#waiting.delete(event.command)
    if (event.type === "turn-start") this.#isRunning = true
    if (event.type === "model-error") this.#modelError = event.error
    if (event.type !== "turn-end") return
    this.#isRunning = false
    this.#exit = exitOfTurn(event, this.#modelError)
  }

  get #isDone(): boolean {
    return this.#isInputOver && !this.#isRunning && this.#waiting.size === 0
  }
}

const NOT_EMPTY = { turns: 1, dueAt: null, metadata: { title: null } }
