// What a tool's body is run with: where it stands, and what of its session it may see.
import { defined } from "../../base/defined.ts"
import { plainText } from "../../contracts/content.ts"
import type { OwnState, RunOptions } from "../../contracts/toolbox.ts"
import type { PortsOf } from "../define-step.ts"
import type { CallState, State, Turn } from "../state/state.ts"

export const OPTION_NEEDS = ["session", "state", "latest", "signal", "emit", "blobs", "toolbox"] as const

type Ports = PortsOf<typeof OPTION_NEEDS>

export function runOptions({ call }: CallState, turn: Turn, context: Ports): RunOptions {
  const { signal, session, emit } = context
  const readResult = async (id: string) => {
    const part = context.state.cutResults[id]
    const bytes = part === undefined ? undefined : await context.blobs.read(part.hash)
    return bytes === undefined ? shownResult(context.state, id) : new TextDecoder().decode(bytes)
  }
  return {
    signal,
    session,
    call: call.id,
    effectKey: `${session}:${call.id}`,
    trace: turn.trace,
    onOutput: (output) => emit({ kind: "output", call: call.id, text: output }),
    readResult,
    own: ownState(context.state, context.latest),
    offered: offeredIn(context),
  }
}

/** By the last request. What kept failing is offered no more, and so is everything once a last answer was asked for. */
export function offeredIn({ state, toolbox }: Pick<Ports, "state" | "toolbox">): () => ReadonlySet<string> {
  // Only a call that goes wrong wants to know.
  return () => offeredNames(state, toolbox)
}

function offeredNames(state: State, toolbox: Ports["toolbox"]): ReadonlySet<string> {
  const { turn, withheld } = state
  if (turn?.ending !== undefined) return new Set()
  const names = turn?.offer?.tools ?? toolbox.definitions().map(({ name }) => name)
  return new Set(names.filter((name) => !withheld.some(({ tool }) => tool === name)))
}

function ownState(state: State, latest = () => state): OwnState {
  const { tasks = [], notes = [], session } = state
  const { profile, owner, instructions, delegated } = session ?? {}
  return {
    tasks,
    notes,
    // A call that waits for its turn must not ask for what was allowed meanwhile.
    get grants() {
      return latest().grants
    },
    ...defined({ profile, owner, instructions, delegated }),
  }
}

/** Of a step of a plan only the beginning may have been shown, though all of it stands in the conversation. */
function shownResult({ history, turn }: State, id: string): string | undefined {
  if (turn?.plan === undefined) return undefined
  for (let place = history.length - 1; place >= turn.begins; place--) {
    const message = history.items[place]
    if (message?.role === "tool" && message.call === id) return plainText(message.parts)
  }
  return undefined
}
