// The options that a tool's body runs with: its identity, and the parts of the session it may see.

import { defined } from "../../base/defined.ts"
import { isNamed } from "../../base/is-named.ts"
import type { Writable } from "../../base/writable.ts"
import { plainText } from "../../contracts/content.ts"
import type { OwnState, RunOptions } from "../../contracts/toolbox.ts"
import type { TurnAbout } from "../../contracts/turn-about.ts"
import type { PortsOf } from "../define-step.ts"
import type { CallState, State, Turn } from "../state/state.ts"

export const OPTION_NEEDS = ["session", "state", "latest", "signal", "emit", "blobs", "toolbox", "contextFor"] as const

type Ports = PortsOf<typeof OPTION_NEEDS>

/** Whose call it is: the part of the options that is known before the call is prepared. */
export interface CallAbout extends TurnAbout {
  readonly call: string
  /** The same for every attempt at this call. */
  readonly effectKey: string
  readonly trace: string
}

export function aboutCall({ call }: CallState, turn: Turn, { session, state, contextFor }: Ports): CallAbout {
  const about = {
    session,
    turn: turn.number,
    context: contextFor?.(state),
    call: call.id,
    effectKey: `${session}:${call.id}`,
    trace: turn.trace,
  }
  const owner = state.session?.owner
  return owner === undefined ? about : { ...about, owner }
}

/** Made once the call is to run. Its caller adds what the body may ask for. */
export function runOptions(about: CallAbout, context: Ports): Writable<RunOptions> {
  const { signal, emit, state, latest } = context
  const { call, session, turn, owner, context: app, effectKey, trace } = about
  const onOutput = (text: string) => emit({ kind: "output", call, text })
  const readResult = (id: string) => resultOf(id, context)
  const offered = offeredIn(context)
  const own = ownState(state, latest)
  const options = { signal, session, turn, context: app, call, effectKey, trace, onOutput, readResult, own, offered }
  if (owner !== undefined) (options as Writable<RunOptions>).owner = owner
  return options
}

async function resultOf(id: string, { state, blobs }: Pick<Ports, "state" | "blobs">): Promise<string | undefined> {
  const part = state.cutResults[id]
  const bytes = part === undefined ? undefined : await blobs.read(part.hash)
  return bytes === undefined ? shownResult(state, id) : new TextDecoder().decode(bytes)
}

/**
 * The tools offered in the last request. Withheld tools are not offered, and none are once the
 * last answer was requested.
 */
export function offeredIn({ state, toolbox }: Pick<Ports, "state" | "toolbox">): () => ReadonlySet<string> {
  // Computed on demand: only a call that fails needs it.
  return () => offeredNames(state, toolbox)
}

function offeredNames(state: State, toolbox: Ports["toolbox"]): ReadonlySet<string> {
  const { turn, withheld } = state
  if (turn?.ending !== undefined) return new Set()
  const names = turn?.offer?.tools ?? toolbox.definitions().map(({ name }) => name)
  const only = turn?.tools
  const isAllowed = (name: string) => only === undefined || isNamed(name, only)
  return new Set(names.filter((name) => isAllowed(name) && !withheld.some(({ tool }) => tool === name)))
}

function ownState(state: State, latest = () => state): OwnState {
  const { tasks = [], notes = [], session, turn } = state
  const own: Writable<OwnState> = new OwnNow(tasks, notes, latest)
  if (session?.profile !== undefined) own.profile = session.profile
  if (session?.owner !== undefined) own.owner = session.owner
  if (session?.instructions !== undefined) own.instructions = session.instructions
  if (session?.delegated !== undefined) own.delegated = session.delegated
  const { model, tools, approval, priority } = turn ?? {}
  if (model !== undefined || tools !== undefined || approval !== undefined || priority !== undefined)
    own.turn = defined({ model: model?.name, tools, approval, priority })
  return own
}

/** One class for all calls: V8 would make a dictionary of each object with a getter of its own. */
class OwnNow implements Pick<OwnState, "tasks" | "notes" | "grants"> {
  readonly tasks: OwnState["tasks"]
  readonly notes: OwnState["notes"]
  readonly #latest: () => State

  constructor(tasks: OwnState["tasks"], notes: OwnState["notes"], latest: () => State) {
    this.tasks = tasks
    this.notes = notes
    this.#latest = latest
  }

  /** Read late: a call that waited for its turn must not ask for what has been granted meanwhile. */
  get grants(): OwnState["grants"] {
    return this.#latest().grants
  }
}

/** A step of a plan may have shown only the beginning of a result that the conversation holds in full. */
function shownResult({ history, turn }: State, id: string): string | undefined {
  if (turn?.plan === undefined) return undefined
  for (let place = history.length - 1; place >= turn.begins; place--) {
    const message = history.items[place]
    if (message?.role === "tool" && message.call === id) return plainText(message.parts)
  }
  return undefined
}
