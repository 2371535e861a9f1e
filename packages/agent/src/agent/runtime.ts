// A running agent: publishes events, runs sessions, builds their behaviour and their handles. The parts are connected
// here; each is created before the parts that need it.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { Drive } from "../contracts/host.ts"
import { type Names, refuseUnknown } from "../contracts/known-options.ts"
import { ChildSessions, type ChildSessionsHost } from "../features/delegation/children.ts"
import { LiveOutputs } from "../features/output/live-outputs.ts"
import { ModelHealthCache } from "../kernel/model-health-cache.ts"
import { type DrivePorts, drive } from "../session/drive.ts"
import { FoldCache } from "../session/fold-cache.ts"
import type { ForkOptions } from "../session/fork.ts"
import { Session } from "../session/handle.ts"
import type { HandlePorts } from "../session/handle-types.ts"
import { type RunnerSetup, SessionRunner } from "../session/session-runner.ts"
import { AppContexts } from "./app-contexts.ts"
import type { Behaviour } from "./behaviour.ts"
import { Behaviours } from "./behaviours.ts"
import { handlePorts } from "./handle-ports.ts"
import { allowanceFor, maxRunningFor, maxSessionsFor } from "./limiting.ts"
import { createSession, existingSession, openingOf, readOpenOptions } from "./opening.ts"
import type { OpenOptions } from "./options.ts"
import { ProfileChoice } from "./profile-choice.ts"
import { Publisher } from "./publisher.ts"
import { rateLimiter } from "./rates.ts"
import type { Setup } from "./setup.ts"

const WHOSE: Names<Pick<OpenOptions, "owner" | "context">> = { owner: true, context: true }

export class Runtime implements ChildSessionsHost {
  readonly setup: Setup
  readonly contexts: AppContexts
  readonly profiles: ProfileChoice
  readonly news: Publisher
  readonly runner: SessionRunner
  readonly behaviours: Behaviours
  readonly outputs = new LiveOutputs()
  readonly handle: HandlePorts
  readonly #folds = new FoldCache()
  #closing: Promise<void> | undefined

  constructor(setup: Setup) {
    const { options, parts, clock } = setup
    this.setup = setup
    const { contextOf } = options
    this.contexts = new AppContexts({ store: parts.store, runs: setup.run !== "none", ...defined({ contextOf }) })
    this.profiles = new ProfileChoice(options, parts, this.contexts)
    this.news = new Publisher(setup, this.contexts, (session) => this.runner.hasOpened(session))
    this.runner = new SessionRunner(runnerSetup(setup, this.news))
    this.behaviours = new Behaviours(this.profiles, {
      options,
      parts,
      clock,
      children: new ChildSessions(this, clock),
      outputs: this.outputs,
      rates: rateLimiter(setup, (session, error) => this.news.warn(session, error)),
      contexts: this.contexts,
      warn: (session, error) => this.news.warn(session, error),
      onFailure: (record) => this.news.failure(record),
      allowance: allowanceFor(setup, this.news),
    })
    this.handle = handlePorts(this)
  }

  /** Returns the behaviour of new sessions. Problems with their tools are reported here. */
  async start(): Promise<Behaviour> {
    try {
      const own = await this.behaviours.of()
      await this.runner.start(this.#drive())
      return own
    } catch (error) {
      this.news.hub.close()
      throw error
    }
  }

  async open(options: OpenOptions = {}): Promise<Session> {
    const given = readOpenOptions(options, this.setup.parts.secrets)
    if (this.#closing !== undefined) throw new PawlError("agent-closed", "This agent is closed. Create another one.")
    const { context } = options
    const stored = context === undefined ? undefined : this.handle.contexts?.stored?.(context)
    const opening = { ...openingOf(options.id, given, this.setup), ...defined({ stored }) }
    const chosen = this.profiles.forNew(given.profile)
    const opened = given.create === false ? undefined : await createSession(opening, chosen.name, this.setup)
    const { id } = opening
    if (opened !== undefined) {
      if (this.setup.run !== "none") this.#folds.keepNew(id, opened)
      this.runner.adopt(id)
      return new Session(id, this.handle, chosen.whenBusy, context)
    }
    const { profile, dueAt } = await existingSession(opening, this.setup.parts.store)
    if (context !== undefined) this.contexts.opened(id, context)
    this.runner.adopt(id)
    // An interrupted turn continues as soon as its session is opened.
    await this.runner.wakeOpened(id, dueAt)
    // As in the profile that the session was opened with.
    return new Session(id, this.handle, this.profiles.named(profile).whenBusy, context)
  }

  /** Like `open`, but a session that cannot be opened is undefined. */
  async get(id: string, whose: Pick<OpenOptions, "owner" | "context"> = {}): Promise<Session | undefined> {
    // A misspelt owner would open the sessions of all.
    refuseUnknown("agent.sessions.get", whose, WHOSE, { instead: 'Write agent.sessions.get(id, { owner: "ann" }).' })
    const { owner, context } = whose
    try {
      return await this.open({ id, create: false, ...defined({ owner, context }) })
    } catch (error) {
      if (error instanceof PawlError && error.code === "session-missing") return undefined
      throw error
    }
  }

  async fork(id: string, how: ForkOptions, context: unknown): Promise<Session> {
    const { forkSession } = await import("../session/fork-session.ts")
    const { parts, clock, ids } = this.setup
    const { store, secrets } = parts
    const maxSessionsOf = (owner: string | null) => maxSessionsFor(owner, this.setup)
    return this.open({
      id: await forkSession(store, id, how, { clock, ids, maxSessionsOf, ...defined({ secrets }) }),
      ...defined({ context }),
    })
  }

  close(how: { readonly deadlineMs?: number } = {}): Promise<void> {
    refuseUnknown("agent.close", how, { deadlineMs: true }, { instead: "Write agent.close({ deadlineMs: 5000 })." })
    const { deadlineMs = 0 } = how
    this.#closing ??= this.#close(deadlineMs)
    return this.#closing
  }

  async #close(deadlineMs: number): Promise<void> {
    const { clock, options } = this.setup
    const until = clock.monotonic() + deadlineMs
    await this.runner.drain(deadlineMs)
    // Turns that other processes run may end until then, too, where somebody waits for them here.
    const mayRunElsewhere = options.run === "none" || options.host !== undefined
    if (mayRunElsewhere) await this.news.hub.untilAnswered(until - clock.monotonic())
    await this.news.close()
    await this.runner.leave()
    await this.setup.parts.close()
  }

  #drive(): Drive {
    const { news, runner, behaviours, contexts } = this
    const { options, parts, clock, ids } = this.setup
    const { store, files } = parts
    const ports: DrivePorts = {
      store,
      keeper: runner.keeper,
      ids,
      clock,
      behaviourOf: (profile, delegated, model) => behaviours.of(profile, delegated, model),
      ...(files !== undefined && { workspace: files.root }),
      parkMs: options.parkMs ?? 5000,
      folds: this.#folds,
      health: new ModelHealthCache(),
      onBadCommand: (session, error) => news.warn(session, error),
      contextReady: contexts.ready,
      onRest: (state) => {
        contexts.rest(state)
        news.unheard?.rest(state)
      },
      publish: news.publish,
      emit: news.hub.emit,
      onDriving: (session, driving, head) => news.hub.setLocal(session, driving, head),
      maxRunningOf: runner.limit && ((session) => runner.limit?.of(session) ?? Promise.resolve(undefined)),
    }
    return (session, how) => drive(session, how, ports)
  }
}

function runnerSetup({ options, parts, clock, ids, run }: Setup, news: Publisher): RunnerSetup {
  const { leases, concurrency, host } = options
  return {
    store: parts.store,
    clock,
    ids,
    run,
    workspace: parts.files?.root,
    concurrency,
    maxRunning: maxRunningFor(options.limits?.owner),
    leases,
    host,
    onFailed: (session, error) => news.fail(session, error),
    onBlocked: (ms, sessions) => news.blocked(clock.now(), ms, sessions),
  }
}
