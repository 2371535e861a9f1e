// A running agent: publishes events, runs sessions, builds their behaviour and their handles. The parts are connected
// here; each is created before the parts that need it.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { Drive } from "../contracts/host.ts"
import { ChildSessions, type ChildSessionsHost } from "../features/delegation/children.ts"
import { LiveOutputs } from "../features/output/live-outputs.ts"
import { ModelHealthCache } from "../kernel/model-health-cache.ts"
import { type DrivePorts, drive } from "../session/drive.ts"
import { FoldCache } from "../session/fold-cache.ts"
import type { ForkOptions } from "../session/fork.ts"
import { Session } from "../session/handle.ts"
import type { HandlePorts } from "../session/handle-types.ts"
import { type RunnerSetup, SessionRunner } from "../session/session-runner.ts"
import type { Behaviour } from "./behaviour.ts"
import { Behaviours } from "./behaviours.ts"
import { handlePorts } from "./handle-ports.ts"
import { createSession, existingSession, openingOf, readOpenOptions } from "./opening.ts"
import type { OpenOptions } from "./options.ts"
import { ProfileChoice } from "./profile-choice.ts"
import { Publisher } from "./publisher.ts"
import type { Setup } from "./setup.ts"

export class Runtime implements ChildSessionsHost {
  readonly setup: Setup
  readonly profiles: ProfileChoice
  readonly news: Publisher
  readonly runner: SessionRunner
  readonly behaviours: Behaviours
  readonly outputs = new LiveOutputs()
  readonly handle: HandlePorts
  #closing: Promise<void> | undefined

  constructor(setup: Setup) {
    const { options, parts, clock } = setup
    this.setup = setup
    this.profiles = new ProfileChoice(options, parts)
    this.news = new Publisher(setup)
    this.runner = new SessionRunner(runnerSetup(setup, this.news))
    this.behaviours = new Behaviours(this.profiles, {
      options,
      parts,
      clock,
      children: new ChildSessions(this, clock),
      outputs: this.outputs,
      onFailure: (record) => this.news.failure(record),
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
    const opening = openingOf(options.id, given, this.setup)
    const { chosen } = this.profiles
    const created = given.create !== false && (await createSession(opening, chosen.name, this.setup))
    const { id } = opening
    if (created) {
      this.runner.adopt(id)
      return new Session(id, this.handle, chosen.whenBusy)
    }
    const { profile } = await existingSession(opening, this.setup.parts.store)
    this.runner.adopt(id)
    // An interrupted turn continues as soon as its session is opened.
    await this.runner.wake(id)
    // As in the profile that the session was opened with.
    return new Session(id, this.handle, this.profiles.named(profile).whenBusy)
  }

  /** Like `open`, but a session that cannot be opened is undefined. */
  async get(id: string, { owner }: Pick<OpenOptions, "owner"> = {}): Promise<Session | undefined> {
    try {
      return await this.open({ id, create: false, ...defined({ owner }) })
    } catch (error) {
      if (error instanceof PawlError && error.code === "session-missing") return undefined
      throw error
    }
  }

  async fork(id: string, how: ForkOptions): Promise<Session> {
    const { forkSession } = await import("../session/fork-session.ts")
    const { parts, clock, ids } = this.setup
    const { store, secrets } = parts
    return this.open({
      id: await forkSession(store, id, how, { clock, ids, ...defined({ secrets }) }),
    })
  }

  close({ deadlineMs = 0 }: { readonly deadlineMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(deadlineMs)
    return this.#closing
  }

  async #close(deadlineMs: number): Promise<void> {
    await this.runner.drain(deadlineMs)
    await this.news.close()
    await this.runner.leave()
    await this.setup.parts.close()
  }

  #drive(): Drive {
    const { news, runner, behaviours } = this
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
      folds: new FoldCache(),
      health: new ModelHealthCache(),
      onBadCommand: (session, error) => news.warn(session, error),
      publish: (session, facts) => news.publish(session, facts),
      emit: (session, delta) => news.emit(session, delta),
      onDriving: (session, driving) => news.hub.setLocal(session, driving),
    }
    return (session, how) => drive(session, how, ports)
  }
}

function runnerSetup({ options, parts, clock, ids, run }: Setup, news: Publisher): RunnerSetup {
  const { leases, concurrency } = options
  return {
    store: parts.store,
    clock,
    ids,
    run,
    workspace: parts.files?.root,
    concurrency,
    leases,
    onFailed: (session, error) => news.fail(session, error),
    onBlocked: (ms, sessions) => news.blocked(clock.now(), ms, sessions),
  }
}
