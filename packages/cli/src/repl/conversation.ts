// The REPL's conversation: one session at a time, shown from its events, so that it looks the same whichever process runs it.
import type { Event, Fact, Session, SessionRow } from "@pawl/agent"
import { type OpenedAgent, type OpenHow, openAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import { isBuiltIn } from "../profiles/chosen.ts"
import { type Input, type InputPart, inputOf, promptWith } from "../run/attachments.ts"
import { attend } from "../run/attendant.ts"
import { inCliWords } from "../run/busy.ts"
import { rememberLastSession } from "../run/last-session.ts"
import { mustBeHere } from "../run/other-folder.ts"
import { type Asker, person, placeOfTools } from "../run/person.ts"
import { chosenSuggestion } from "../run/suggestions.ts"
import { startOf } from "../sessions/resume.ts"
import { short } from "../terminal/plain.ts"
import { pastLine, pastOf, tellPast } from "./past.ts"
import type { Terminal } from "./terminal.ts"
import { view } from "./view.ts"

export class Conversation {
  readonly #terminal: Terminal
  readonly #obey: NonNullable<Asker["obey"]>
  /** Commands sent from here that are not part of a turn yet. */
  readonly #waiting = new Set<string>()
  readonly #said = new Set<string>()
  #settings: Settings
  #opened: OpenedAgent
  #session: Session | undefined
  #following = new AbortController()
  #isRunning = false
  #isCancelling = false
  /** Answers that the last turn suggests. */
  #suggestions: readonly string[] = []

  /** `obey` runs a line that is a command, also where an answer is expected. */
  constructor(settings: Settings, opened: OpenedAgent, terminal: Terminal, obey: NonNullable<Asker["obey"]>) {
    this.#settings = settings
    this.#opened = opened
    this.#terminal = terminal
    this.#obey = obey
  }

  get settings(): Settings {
    return this.#settings
  }

  get opened(): OpenedAgent {
    return this.#opened
  }

  get session(): Session {
    if (this.#session === undefined) throw new Error("There is no session yet")
    return this.#session
  }

  /** A turn runs or waits to begin. */
  get isBusy(): boolean {
    return this.#isRunning || this.#waiting.size > 0
  }

  get isCancelling(): boolean {
    return this.#isCancelling
  }

  /** `greet` describes the session; then its last turns are shown. Without `greet` they are on the screen already. */
  async enter(session: Session, greet?: () => Promise<void>): Promise<void> {
    this.#following.abort("another session")
    this.#following = new AbortController()
    if (this.#session?.id !== session.id) await this.#dropIfEmpty()
    this.#session = session
    this.#isRunning = false
    const { seq, openRequests, turns } = await session.info()
    if (turns > 0) rememberLastSession(this.#settings, session.id)
    const facts = await session.facts()
    this.#suggestions = lastTurn(facts)?.suggestions ?? []
    const after = startOf(facts)
    const how = { since: seq, open: openRequests, onTrouble: (error: unknown) => this.trouble(error) }
    const asker = {
      style: this.#terminal.style,
      columns: () => this.#terminal.columns,
      ask: this.#terminal.ask.bind(this.#terminal),
      tell: (line: string) => this.#terminal.tell(line),
      keep: (line: string) => this.say(line),
      obey: this.#obey,
      ...placeOfTools(this.#settings),
    }
    const shown = view(this.#terminal, {
      isOurs: (command) => this.#said.has(command),
      thinking: () => this.#settings.thinking,
      chain: chainOf(this.#settings),
    })
    await greet?.()
    const past = greet === undefined ? undefined : pastOf(facts)
    if (past !== undefined) {
      this.#terminal.tell(this.#terminal.style.dim(pastLine(past)))
      await tellPast(session, past, shown)
    }
    const listeners = [shown, attend(session, person(asker), how), (event: Event) => this.#track(event)]
    this.#follow(session, after, listeners).catch((error: unknown) => this.trouble(error))
  }

  /** Sends a message. While a turn runs, it is stored and becomes the next turn. The number of a suggestion selects it. */
  say(line: string, more: readonly InputPart[] = []): boolean {
    const chosen = chosenSuggestion(line, this.#suggestions)
    const text = chosen ?? line
    this.#suggestions = []
    if (chosen !== undefined) this.#terminal.tell(this.#terminal.style.bold(`> ${short(chosen)}`))
    this.#tellKept()
    rememberLastSession(this.#settings, this.session.id)
    // A suggestion is text of the model, so an @ in it must not attach the user's files.
    const prompt = chosen === undefined ? promptWith(text, this.#settings.workspace) : { text, parts: [] }
    return this.#send(inputOf({ ...prompt, parts: [...prompt.parts, ...more] }))
  }

  /** Sends input that another part has composed. */
  sayInput(input: Input): boolean {
    this.#suggestions = []
    this.#tellKept()
    rememberLastSession(this.#settings, this.session.id)
    return this.#send(input)
  }

  /** If the profile refuses messages during a turn, the refusal is shown instead. */
  #tellKept(): void {
    if (!this.isBusy || this.session.whenBusy === "refuse") return
    this.#terminal.tell(this.#terminal.style.dim("(kept; it is sent when this turn ends)"))
  }

  #send(input: Input): boolean {
    const stream = this.session.send(input)
    this.#waiting.add(stream.id)
    this.#said.add(stream.id)
    stream.accepted().catch((error: unknown) => {
      this.#waiting.delete(stream.id)
      this.trouble(inCliWords(error, this.session.id))
    })
    return true
  }

  /** Takes effect from the next piece of thinking on. */
  showThinking(isShown: boolean): void {
    this.#settings = { ...this.#settings, thinking: isShown }
  }

  cancel(): void {
    this.#isCancelling = true
    this.session.cancel().catch((error: unknown) => this.trouble(error))
  }

  /** Switches to another session, or to a new one. */
  async change(row: SessionRow | undefined, how: OpenHow, greet: () => Promise<void>): Promise<void> {
    const { agent, profile, wantedProfile } = this.#opened
    if (row !== undefined) mustBeHere(row, this.#settings)
    // Only an agent that was opened with a user-defined profile knows it.
    const isFitting = row === undefined ? profile === wantedProfile : isBuiltIn(row.profile) || row.profile === profile
    if (isFitting) return this.enter(await agent.open(row === undefined ? {} : { id: row.id }), greet)
    const opened = await openAgent(this.#settings, how, row?.id)
    this.#following.abort("another session")
    await this.#dropIfEmpty()
    this.#session = undefined
    await this.#move(opened, row?.id, greet)
  }

  /** Opens another agent for the same session, as for another model. */
  async reopen(settings: Settings, how: OpenHow): Promise<void> {
    const { id } = this.session
    const opened = await openAgent(settings, how, id)
    this.#settings = settings
    await this.#move(opened, id)
  }

  async #move(opened: OpenedAgent, id: string | undefined, greet?: () => Promise<void>): Promise<void> {
    this.#following.abort("reopened")
    await this.#opened.close()
    this.#opened = opened
    await this.enter(await opened.agent.open(id === undefined ? {} : { id }), greet)
  }

  /** Removes a session without a message and a title. True when it did. */
  async #dropIfEmpty(): Promise<boolean> {
    if (this.#session === undefined || this.isBusy) return false
    const { turns, metadata } = await this.#session.info()
    return turns === 0 && metadata.title === null && this.#opened.agent.sessions.remove(this.#session.id)
  }

  /** Ends the conversation. Returns how to continue it, unless the session was empty. */
  async leave(): Promise<string | undefined> {
    const { id } = this.session
    this.#following.abort("left")
    if (await this.#dropIfEmpty()) return undefined
    return this.isBusy
      ? `The turn is not finished. Continue it with: pawl -r ${id}`
      : `Go on with pawl -c, or pawl -r ${id}`
  }

  async close(): Promise<void> {
    this.#following.abort("closed")
    await this.#opened.close()
  }

  trouble(error: unknown): void {
    if (this.#following.signal.aborted) return
    this.#terminal.tell(this.#terminal.style.red(oneLine(error)))
    this.#isRunning = false
    this.#terminal.prompt()
  }

  async #follow(session: Session, after: number, listeners: readonly ((event: Event) => void)[]): Promise<void> {
    for await (const event of session.events({ after, signal: this.#following.signal })) {
      for (const listener of listeners) listener(event)
    }
  }

  #track(event: Event): void {
    if (event.type === "turn-start" || event.type === "input-added") this.#waiting.delete(event.command)
    if (event.type === "turn-start") {
      this.#isRunning = true
      this.#suggestions = []
    }
    if (event.type !== "turn-end") return
    this.#suggestions = event.suggestions ?? []
    this.#isRunning = false
    this.#isCancelling = false
    if (this.#waiting.size === 0) this.#terminal.prompt()
  }
}

/** Undefined while a turn is running. */
function lastTurn(facts: readonly Fact[]): Extract<Fact, { type: "turn-finished" }> | undefined {
  const last = facts.at(-1)
  return last?.type === "turn-finished" ? last : undefined
}
