// The options that a tool's body runs with: its identity, and the parts of the session it may see.

import { defined } from "../../base/defined.ts"
import { isNamed } from "../../base/is-named.ts"
import { plainText } from "../../contracts/content.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { AskApproval, AskAside, AskPerson, OwnState, RunOptions } from "../../contracts/toolbox.ts"
import { BodyRequests } from "../../registry/around-calls.ts"
import type { Pass } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import type { State, Turn } from "../state/state.ts"

export const OPTION_NEEDS = [
  "session",
  "state",
  "latest",
  "signal",
  "emit",
  "blobs",
  "toolbox",
  "contextFor",
  "fence",
] as const

export type OptionPorts = PortsOf<typeof OPTION_NEEDS>

/** Of one call, from before it is prepared until its body has ended. What only some bodies ask for is made when they do. */
export class CallOptions implements RunOptions {
  readonly call: string
  readonly session: string
  readonly turn: number
  readonly owner?: string
  readonly context: unknown
  /** The same for every attempt at this call. */
  readonly effectKey: string
  readonly trace: string
  readonly signal: StopSignal
  readonly own: OwnState
  /**
   * The tools offered in the last request. Withheld tools are not offered, and none are once the last answer was requested.
   * Computed on demand: only a call that fails needs it.
   */
  readonly offered: () => ReadonlySet<string>
  /** Of the gates that the call passed. */
  recheck: Pass["recheck"] | undefined
  /** The body has ended: what it still prints is not shown. */
  isOver = false
  readonly #ports: OptionPorts
  #requests: BodyRequests | undefined

  constructor(call: string, turn: Turn, ports: OptionPorts) {
    const { session, state, signal, latest, contextFor, toolbox } = ports
    const owner = state.session?.owner
    this.call = call
    this.session = session
    this.turn = turn.number
    if (owner !== undefined) this.owner = owner
    this.context = contextFor?.(state)
    this.effectKey = `${session}:${call}`
    this.trace = turn.trace
    this.signal = signal
    this.own = new OwnNow(state, latest)
    this.offered = () => offeredNames(state, toolbox)
    this.#ports = ports
  }

  onOutput(text: string): void {
    if (!this.isOver) this.#ports.emit({ kind: "output", call: this.call, text })
  }

  readResult(call: string): Promise<string | undefined> {
    return resultOf(call, this.#ports)
  }

  async beforeChange(): Promise<void> {
    await this.#ports.fence()
    const why = await this.recheck?.()
    if (why !== undefined) throw Object.assign(new Error(why.message), { code: why.code })
  }

  ask(...asked: Parameters<AskPerson>): ReturnType<AskPerson> {
    return this.requests().ask(...asked)
  }

  askModel(...asked: Parameters<AskAside>): ReturnType<AskAside> {
    return this.requests().askModel(...asked)
  }

  askApproval(...asked: Parameters<AskApproval>): ReturnType<AskApproval> {
    return this.requests().askApproval(...asked)
  }

  /** What the body asks for. */
  requests(): BodyRequests {
    this.#requests ??= new BodyRequests(this.signal)
    return this.#requests
  }

  isAsking(): boolean {
    return this.#requests?.isWaiting() === true
  }
}

async function resultOf(
  id: string,
  { state, blobs }: Pick<OptionPorts, "state" | "blobs">,
): Promise<string | undefined> {
  const part = state.cutResults[id]
  const bytes = part === undefined ? undefined : await blobs.read(part.hash)
  return bytes === undefined ? shownResult(state, id) : new TextDecoder().decode(bytes)
}

function offeredNames(state: State, toolbox: OptionPorts["toolbox"]): ReadonlySet<string> {
  const { turn, withheld } = state
  if (turn?.ending !== undefined) return new Set()
  const names = turn?.offer?.tools ?? toolbox.definitions().map(({ name }) => name)
  const only = turn?.tools
  const isAllowed = (name: string) => only === undefined || isNamed(name, only)
  return new Set(names.filter((name) => isAllowed(name) && !withheld.some(({ tool }) => tool === name)))
}

/** One class for all calls: V8 would make a dictionary of each object with a getter of its own. */
class OwnNow implements OwnState {
  readonly tasks: OwnState["tasks"]
  readonly notes: OwnState["notes"]
  // Declared, so that those that a session lacks are no fields at all.
  declare readonly profile?: NonNullable<OwnState["profile"]>
  declare readonly owner?: NonNullable<OwnState["owner"]>
  declare readonly instructions?: NonNullable<OwnState["instructions"]>
  declare readonly delegated?: NonNullable<OwnState["delegated"]>
  declare readonly turn?: NonNullable<OwnState["turn"]>
  readonly #latest: () => State

  constructor(state: State, latest = () => state) {
    const { tasks = [], notes = [], session, turn } = state
    this.tasks = tasks
    this.notes = notes
    this.#latest = latest
    if (session?.profile !== undefined) this.profile = session.profile
    if (session?.owner !== undefined) this.owner = session.owner
    if (session?.instructions !== undefined) this.instructions = session.instructions
    if (session?.delegated !== undefined) this.delegated = session.delegated
    const { model, tools, approval, priority } = turn ?? {}
    if (model !== undefined || tools !== undefined || approval !== undefined || priority !== undefined)
      this.turn = defined({ model: model?.name, tools, approval, priority })
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
