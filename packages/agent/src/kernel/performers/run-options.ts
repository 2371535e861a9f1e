// The options that a tool's body runs with: its identity, and the parts of the session it may see.
import { defined } from "../../base/defined.ts"
import { isNamed } from "../../base/is-named.ts"
import { plainText } from "../../contracts/content.ts"
import type { OwnState, RunOptions } from "../../contracts/toolbox.ts"
import type { PortsOf } from "../define-step.ts"
import type { CallState, State, Turn } from "../state/state.ts"

export const OPTION_NEEDS = ["session", "state", "latest", "signal", "emit", "blobs", "toolbox", "contextFor"] as const

type Ports = PortsOf<typeof OPTION_NEEDS>

export function runOptions({ call }: CallState, turn: Turn, context: Ports): RunOptions {
  const { signal, session, emit } = context
  const { owner } = context.state.session ?? {}
  const readResult = async (id: string) => {
    const part = context.state.cutResults[id]
    const bytes = part === undefined ? undefined : await context.blobs.read(part.hash)
    return bytes === undefined ? shownResult(context.state, id) : new TextDecoder().decode(bytes)
  }
  return {
    signal,
    session,
    turn: turn.number,
    ...(owner !== undefined && { owner }),
    context: context.contextFor?.(context.state),
    call: call.id,
    effectKey: `${session}:${call.id}`,
    trace: turn.trace,
    onOutput: (output) => emit({ kind: "output", call: call.id, text: output }),
    readResult,
    own: ownState(context.state, context.latest),
    offered: offeredIn(context),
  }
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
  const { tasks = [], notes = [], session } = state
  const { profile, owner, instructions, delegated } = session ?? {}
  const { model, tools, approval, priority } = state.turn ?? {}
  const given = defined({ model: model?.name, tools, approval, priority })
  return {
    tasks,
    notes,
    // Read late: a call that waited for its turn must not ask for what has been granted meanwhile.
    get grants() {
      return latest().grants
    },
    ...defined({ profile, owner, instructions, delegated }),
    ...(Object.keys(given).length > 0 && { turn: given }),
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
