// The REPL's conversation: one session at a time, shown from its events, so that it looks the same whichever process runs it.
import type { Event, Session, SessionRow, TurnStream } from "@pawl/agent"
import { type OpenedAgent, type OpenHow, openAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { turnAsSet, turnOf } from "../config/approving.ts"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import { isBuiltIn } from "../profiles/chosen.ts"
import { type Input, type InputPart, inputOf, promptWith } from "../run/attachments.ts"
import { attend } from "../run/attendant.ts"
import { inCliWords } from "../run/busy.ts"
import { rememberLastSession } from "../run/last-session.ts"
import { partsText } from "../run/notes.ts"
import { mustBeHere } from "../run/other-folder.ts"
import { type Asker, person } from "../run/person.ts"
import { chosenSuggestion } from "../run/suggestions.ts"
import { startOf } from "../sessions/resume.ts"
import { short } from "../terminal/plain.ts"
import { lastTurn, pastLine, pastOf, tellPast, usedUntil } from "./past.ts"
import { aboutOf, askerOn } from "./place.ts"
import { moveQueued, takenBack } from "./queued-lines.ts"
import type { Terminal } from "./terminal.ts"

export class Conversation {
  readonly #terminal: Terminal
  readonly #obey: NonNullable<Asker["obey"]>
  /** Commands sent from here that are not part of a turn yet. */
  readonly #waiting = new Set<string>()
  readonly #said = new Set<string>()
  /** The approval mode that a message was sent with: it stays so when it is moved. */
  readonly #modes = new Map<string, Pick<Settings, "approve" | "priority">>()
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
    const { seq, openRequests, turns } = await session.info()
    if (turns > 0) rememberLastSession(this.#settings, session.id)
    const facts = await session.facts()
    this.#suggestions = lastTurn(facts)?.suggestions ?? []
    // What was typed while the session was being opened has begun already.
    for (const fact of facts) if (fact.type === "turn-started") this.#waiting.delete(fact.command)
    const after = startOf(facts)
    // A turn that goes on, here or in another process, has begun before its events arrive.
    this.#isRunning = after < (facts.at(-1)?.seq ?? 0)
    const how = { since: seq, open: openRequests, onTrouble: (error: unknown) => this.trouble(error) }
    const asker = askerOn(this.#terminal, this.#settings, { obey: this.#obey })
    const past = greet === undefined ? undefined : pastOf(facts)
    const usedBefore = await usedUntil(facts, past?.after ?? after)
    const shown = this.#terminal.show({
      isOurs: (command) => this.#said.has(command),
      thinking: () => this.#settings.thinking,
      chain: chainOf(this.#settings),
      about: () => aboutOf(this.#settings, this.#opened.profile),
      usedBefore,
    })
    await greet?.()
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

  /** The approval mode of the turns that are sent from now on. */
  setApprove(approve: Settings["approve"]): void {
    this.#settings = { ...this.#settings, approve }
  }

  /** Takes a queued message back. Returns its text; undefined when it has begun. */
  async takeBack(id: string): Promise<string | undefined> {
    const text = await takenBack(this.session, id)
    if (text !== undefined) this.#waiting.delete(id)
    await this.#showQueue()
    return text
  }

  /** Lets a queued message join the running turn. */
  async sendNow(id: string): Promise<void> {
    await this.session.steer(id)
    await this.#showQueue()
  }

  async moveQueued(id: string, by: -1 | 1): Promise<void> {
    await moveQueued(this.session, { id, by }, async (input, of) => {
      const stream = this.#sent(input, this.#modes.get(of) ?? this.#settings)
      await stream.accepted()
      this.#waiting.delete(of)
      return stream.id
    })
    await this.#showQueue()
  }

  async #showQueue(): Promise<void> {
    if (!this.#terminal.isScreen) return
    const { session } = this
    const messages = await session.queued()
    if (this.#session === session)
      this.#terminal.queued(messages.map(({ id, input }) => ({ id, text: partsText(input) })))
  }

  /** If the profile refuses messages during a turn, the refusal is shown instead. */
  #tellKept(): void {
    if (!this.isBusy || this.session.whenBusy === "refuse" || this.#terminal.isScreen) return
    this.#terminal.tell(this.#terminal.style.dim("(kept; it is sent when this turn ends)"))
  }

  /** Tries the failed turn again. */
  async retry(): Promise<void> {
    this.#suggestions = []
    this.#await(await this.session.retry())
  }

  #send(input: Input): boolean {
    this.#await(this.#sent(input, this.#settings))
    return true
  }

  #sent(input: Input, mode: Pick<Settings, "approve" | "priority">): TurnStream {
    const stream = this.session.send(input, (this.#terminal.isScreen ? turnAsSet : turnOf)(mode))
    this.#modes.set(stream.id, mode)
    this.#waiting.add(stream.id)
    this.#said.add(stream.id)
    return stream
  }

  #await(stream: TurnStream): void {
    this.#waiting.add(stream.id)
    this.#said.add(stream.id)
    const refused = (error: unknown) => {
      this.#waiting.delete(stream.id)
      this.trouble(inCliWords(error, this.session.id))
    }
    stream
      .accepted()
      .then(() => this.#showQueue(), refused)
      .catch((error: unknown) => this.trouble(error))
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
    await this.begin(this.#settings, how, { greet, ...(row !== undefined && { id: row.id }) })
  }

  /** Opens an agent with these settings for another session: a new one, unless an id is given. */
  async begin(settings: Settings, how: OpenHow, { id, greet }: { id?: string; greet: () => Promise<void> }) {
    const opened = await openAgent(settings, how, id)
    this.#settings = settings
    this.#following.abort("another session")
    await this.#dropIfEmpty()
    this.#session = undefined
    await this.#move(opened, id, greet)
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
    if (event.type === "turn-start" || event.type === "input-added" || event.type === "input-withdrawn") {
      this.#waiting.delete(event.command)
      this.#modes.delete(event.command)
      this.#showQueue().catch((error: unknown) => this.trouble(error))
    }
    if (event.type === "turn-start") {
      this.#isRunning = true
      this.#suggestions = []
    }
    if (event.type !== "turn-end") return
    this.#suggestions = event.suggestions ?? []
    this.#isRunning = false
    this.#isCancelling = false
    if (this.#waiting.size > 0) return
    if (event.outcome === "failed") this.#terminal.tell(this.#terminal.style.dim("/retry tries it again."))
    this.#terminal.prompt()
  }
}
