// The composition root: the only file that knows every folder. It builds the parts and hands each the ports it needs.

import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { InputPart } from "../contracts/content.ts"
import type { Children, Delegated } from "../contracts/delegation.ts"
import { PawlError } from "../contracts/error.ts"
import { FACT_VERSION, type Fact } from "../contracts/fact.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { SessionQuery, SessionRow, Store } from "../contracts/store.ts"
import { Hub } from "../events/hub.ts"
import { editProblem } from "../features/approval/edit-problem.ts"
import { placeOf } from "../features/approval/policy/grant-place.ts"
import { children } from "../features/delegation/children.ts"
import type { Imported } from "../features/transfer/import-session.ts"
import { HealthBoard } from "../kernel/model-health-cache.ts"
import type { McpPrompt } from "../mcp/prompts.ts"
import { withSchemaNotes } from "../mcp/schema-notes.ts"
import type { ServerStatus } from "../mcp/server-link.ts"
import { observers } from "../observe/observer.ts"
import type { PluginStatus } from "../plugins/status.ts"
import type { Profile } from "../profiles/profile.ts"
import { type DrivePorts, drive } from "../session/drive.ts"
import { FoldCache } from "../session/fold-cache.ts"
import { type HandlePorts, Session } from "../session/handle.ts"
import { LeaseKeeper } from "../session/lease-keeper.ts"
import { limitsIn } from "../session/limits.ts"
import { listenToOthers } from "../session/listen-to-others.ts"
import { LocalHost } from "../session/local-host.ts"
import { readMetadata, readName, readOpening, readSessionId } from "../session/read-input.ts"
import { removeSession } from "../session/remove-session.ts"
import { identify } from "../session/runner-identity.ts"
import type { SearchOptions, SessionHit } from "../store/archive.ts"
import { behavioursOf, grantsOf } from "./behaviour.ts"
import { type AgentOptions, checkOptions, type OpenOptions } from "./options.ts"
import { type AgentParts, loadParts } from "./parts.ts"

export interface Agent {
  /** A handle to a session, created if there is none by this id. Anybody may hold one. */
  open(options?: OpenOptions): Promise<Session>
  /** What a model would be offered now, in the order it would see. */
  tools(): Promise<readonly ToolDefinition[]>
  /** How each MCP server is doing, and why one failed. */
  servers(): readonly ServerStatus[]
  /** What MCP servers suggest to say. Those that have any are started, unless only running ones are wanted. */
  prompts(how?: { readonly onlyStarted?: boolean }): Promise<readonly McpPrompt[]>
  /** A server's prompt with its blanks filled in, to be sent to a session. */
  prompt(server: string, name: string, given?: Readonly<Record<string, string>>): Promise<readonly InputPart[]>
  /** What an MCP server has to read at this address, to be sent to a session. */
  resource(server: string, uri: string): Promise<readonly InputPart[]>
  /** How each plugin is doing: what of it can be used, what is missing, what is set where. */
  plugins(): readonly PluginStatus[]
  /** The text without the secrets that the agent knows: for whoever keeps what people say elsewhere, too. */
  clean(text: string): string
  readonly sessions: {
    list(query?: SessionQuery): Promise<readonly SessionRow[]>
    /** By id, by exact title, or by the beginning of the id; an ambiguous name is refused. */
    find(name: string): Promise<SessionRow>
    /** With those that it gave work to. */
    remove(id: string): Promise<boolean>
    /** Those that mention all of these words, in titles and everything said; newest first. */
    search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
    /** All of a session as lines of JSON: its facts, and what they refer to. */
    export(id: string): AsyncIterable<string>
    /** What `export` gave, as a session of this store; refused as a whole if anything in it is broken. */
    import(lines: Iterable<string> | AsyncIterable<string>): Promise<Imported>
  }
  /** Lets running turns rest for up to `deadlineMs`, then takes them back; they go on wherever they are opened next. */
  close(options?: { readonly deadlineMs?: number }): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function createAgent(options: AgentOptions): Promise<Agent> {
  const { clock = systemClock, ids = timeIds, run = "opened" } = options
  checkOptions(options)
  const parts = await loadParts(options)
  const { store, secrets } = parts
  const behaviours = await madeOrClosed(parts, () =>
    behavioursOf(options, parts, {
      clock,
      children: later(() => sessionsOfOthers),
      onFailure: (record) => watching?.failure(record),
    }),
  )
  const { profile } = behaviours.own
  const tools = behaviours.own.ports.toolbox
  const hub = new Hub(store, clock)
  const { observe = [] } = options
  const watching = observe.length === 0 ? undefined : observers(observe, store.log, options.onError ?? warn)
  const { beatMs = 1000, lapseMs = 10_000, sweepMs = 1000 } = options.leases ?? {}
  const runner = identify(ids)
  const onBlocked = (ms: number, sessions: readonly string[]) =>
    watching?.runner({ kind: "loop-blocked", at: clock.now(), ms, sessions })
  const keeper = new LeaseKeeper(store.leases, runner, clock, { beatMs, lapseMs, onBlocked })
  const opened = new Set<string>()
  const onError = (session: string, error: unknown) => {
    hub.fail(session, error)
    ;(options.onError ?? warn)(session, error)
  }
  const workspace = parts.files?.root
  // Work that was begun in one folder goes on there: the same words mean other files elsewhere.
  const mine = (session: string, place: string | null) =>
    opened.has(session) || (run === "all" && (place ?? workspace) === workspace)
  const sweep = async () => {
    const due =
      run === "none" ? [] : await store.sessions.due({ before: clock.now(), notHeldBy: runner.id, limit: MOST_SWEPT })
    return due
      .filter(({ id, holder, workspace: place = null }) => {
        return mine(id, place) && (holder === undefined || keeper.isGone(holder))
      })
      .map(({ id }) => id)
  }
  const host = new LocalHost({ clock, sweepMs, sweep, onError, staysAlive: run === "all" })
  const drivePorts: DrivePorts = {
    store,
    keeper,
    ids,
    clock,
    behaviourOf: (name, delegated) => behaviours.of(name, delegated),
    ...(workspace !== undefined && { workspace }),
    parkMs: options.parkMs ?? 5000,
    folds: new FoldCache(),
    health: new HealthBoard(),
    onBadCommand: (session, error) => (options.onError ?? warn)(session, error),
    publish: (session, facts) => {
      hub.publish(session, facts)
      watching?.publish(session, facts)
    },
    tell: (session, delta) => hub.emit(session, delta),
    onDriving: (session, driving) => hub.setLocal(session, driving),
  }
  const wake: HandlePorts["host"]["wake"] = async (session) => {
    if (run !== "none") await host.wake(session)
  }
  const stopListening =
    run === "none"
      ? () => {}
      : listenToOthers(store, async (session) => {
          const place = opened.has(session) ? null : (await store.sessions.get(session))?.workspace
          if (place !== undefined && mine(session, place)) await host.wake(session)
        })
  const serving =
    run === "none"
      ? undefined
      : await host.serve((session, how) => drive(session, how, drivePorts), concurrencyOf(options))
  const handle: HandlePorts = {
    store,
    host: { wake },
    ids,
    subscribe: (session, how) => hub.subscribe(session, how),
    failureMark: () => hub.mark,
    ...(parts.files !== undefined && { files: parts.files }),
    fork: async (id, how) => {
      const { forkSession } = await import("../session/fork-session.ts")
      return open({ id: await forkSession(store, id, how, { clock, ids, ...(secrets !== undefined && { secrets }) }) })
    },
    grant: (grant) => grantsOf(options).add(grant),
    workspace: placeOf(options.workspace ?? process.cwd()),
    ...(secrets !== undefined && { secrets }),
    limits: limitsIn(options),
    problemWith: (session, call, given) => {
      const toolboxOf = async (profile: string | undefined, delegated: Delegated | undefined) =>
        (await behaviours.of(profile, delegated)).ports.toolbox
      return editProblem(store, { session, call, given }, toolboxOf)
    },
    report: async (state) => {
      const { profile: name, delegated } = state.session ?? {}
      return (await behaviours.of(name, delegated)).report(state, state.turn?.attempt?.chain)
    },
  }
  const sessionsOfOthers = children({
    // They work for sessions that were admitted.
    handle: { ...handle, limits: {} },
    clock,
    profile: profile.name,
    onOpened: (id) => opened.add(id),
    lend: (parent) => host.lend(parent),
  })
  let closing: Promise<void> | undefined

  async function open(given: OpenOptions = {}): Promise<Session> {
    const openOptions = cleanOpening(readOpening(given), secrets)
    if (closing !== undefined) throw new PawlError("agent-closed", "This agent is closed. Create another one.")
    const id = given.id === undefined ? ids.next() : readSessionId(given.id, secrets)
    const { title } = openOptions
    const named = title === undefined ? undefined : readMetadata({ title }, secrets)
    const created = await createSession(id, openOptions)
    if (created && named !== undefined) await store.sessions.update(id, named)
    opened.add(id)
    // An interrupted turn goes on as soon as somebody opens its session.
    if (!created) await wake(id)
    return new Session(id, handle, created ? profile.whenBusy : await whenBusyOf(id))
  }

  /** As the profile says that the session was opened with. */
  async function whenBusyOf(id: string): Promise<Profile["whenBusy"]> {
    const row = await store.sessions.get(id)
    return row === undefined ? profile.whenBusy : behaviours.profileOf(row.profile).whenBusy
  }

  async function createSession(id: string, { owner, instructions }: OpenOptions): Promise<boolean> {
    const named = { session: id, profile: profile.name, ...(owner !== undefined && { owner }) }
    const own = { ...(instructions !== undefined && { instructions }), ...(workspace !== undefined && { workspace }) }
    const fact: Fact = { v: FACT_VERSION, seq: 1, at: clock.now(), type: "session-opened", ...named, ...own }
    return store.sessions.create({ id, opened: fact, profile: profile.name, ...(owner !== undefined && { owner }) })
  }

  async function close(how: { readonly deadlineMs?: number } = {}): Promise<void> {
    closing ??= (async () => {
      stopListening()
      await serving?.drain({ deadlineMs: how.deadlineMs ?? 0 })
      await watching?.close()
      hub.close()
      await keeper.close()
      await parts.close()
    })()
    return closing
  }

  return {
    open,
    close,
    tools: async () => {
      await parts.ready()
      return tools.definitions()
    },
    servers: () => {
      const servers = parts.servers()
      const { sentOtherwise = () => [] } = parts.models[0] ?? {}
      // Lists may not be there yet, and nobody is kept waiting.
      return servers.length === 0
        ? servers
        : withSchemaNotes(servers, {
            definitions: tools.definitions(),
            serverOf: (name) => tools.serverOf?.(name),
            sentOtherwise,
          })
    },
    ...mcpFor(parts),
    plugins: () => parts.plugins?.status() ?? [],
    clean: (text) => parts.secrets?.clean(text) ?? text,
    [Symbol.asyncDispose]: () => close(),
    sessions: {
      list: (query) => store.sessions.list(query),
      find: (name) => findOne(store, name),
      remove: (id) => removeSession(store, id),
      search: async (words, how) => (await import("../sessions.ts")).archiveOf(store).search(words, how),
      export: (id) => exportFrom(store, id),
      import: async (lines) => (await import("../sessions.ts")).importSession(store, lines),
    },
  }
}

function cleanOpening(given: OpenOptions, secrets: AgentParts["secrets"]): OpenOptions {
  if (secrets === undefined) return given
  const { owner, title, instructions } = given
  if (owner !== undefined) readName(owner, "owner of the session", secrets)
  return {
    ...given,
    ...(title !== undefined && { title: secrets.clean(title) }),
    ...(instructions !== undefined && { instructions: secrets.clean(instructions) }),
  }
}

/** A toolbox is made before there is anybody to run sessions. */
function later(children: () => Children): Children {
  return {
    begin: (child) => children().begin(child),
    follow: (child, signal) => children().follow(child, signal),
    isOpen: (child, call) => children().isOpen(child, call),
    approve: (child, request, leave) => children().approve(child, request, leave),
    answer: (child, call, answer) => children().answer(child, call, answer),
    cancel: (child) => children().cancel(child),
  }
}

function mcpFor({ mcp, ready }: AgentParts): Pick<Agent, "prompts" | "prompt" | "resource"> {
  const servers = async () => {
    await ready()
    if (mcp === undefined)
      throw new PawlError("config-invalid", "This agent has no MCP servers. Give it some with `mcp`.")
    return mcp
  }
  return {
    prompts: async (how) => (mcp === undefined ? [] : (await servers()).prompts(how)),
    prompt: async (server, name, given) => (await servers()).prompt(server, name, given),
    resource: async (server, uri) => (await servers()).resource(server, uri),
  }
}

/** Two tools of one name are a start-up error: what was started for nothing is ended. */
async function madeOrClosed<T>(parts: AgentParts, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    await parts.close()
    throw error
  }
}

/** More than any process runs at once, so that live sessions of others cannot hide one that nobody runs. */
const MOST_SWEPT = 100_000

function concurrencyOf({ concurrency }: AgentOptions): { readonly concurrency?: number } {
  return concurrency === undefined ? {} : { concurrency }
}

/** Loaded when it is first wanted. */
async function* exportFrom(store: Store, id: string): AsyncGenerator<string, void, void> {
  yield* (await import("../sessions.ts")).exportSession(store, id)
}

async function findOne(store: Store, name: string): Promise<SessionRow> {
  const rows = await store.sessions.find(name)
  const [first] = rows
  if (first === undefined)
    throw new PawlError("session-missing", `There is no session "${name}". List the sessions to see their names.`)
  if (rows.length === 1) return first
  const some = rows.slice(0, 5).map((row) => row.id)
  throw new PawlError("name-ambiguous", `"${name}" names ${rows.length} sessions. Use an id: ${some.join(", ")}.`)
}

function warn(session: string, error: unknown): void {
  const code = error instanceof PawlError ? error.code : "store-failed"
  const message = error instanceof Error ? error.message : String(error)
  process.emitWarning(`Session ${session}: ${message}`, { type: "PawlWarning", code })
}
