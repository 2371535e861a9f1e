// Checks arguments that an approver edited, before the decision is accepted: a typing mistake must neither cost the
// approval nor reach the model as its own mistake.
import { defined } from "../../base/defined.ts"
import { plainText } from "../../contracts/content.ts"
import type { Delegated } from "../../contracts/delegation.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Store } from "../../contracts/store.ts"
import type { Toolbox } from "../../contracts/toolbox.ts"
import type { State } from "../../kernel/state/state.ts"
import { load } from "../../session/load.ts"

export interface Edited {
  readonly session: string
  readonly call: string
  readonly given: JsonObject
}

export interface EditPorts {
  readonly toolboxOf: (
    profile: string | undefined,
    delegated: Delegated | undefined,
  ) => Promise<Pick<Toolbox, "prepare">>
  /** The context of the application for the turn. */
  readonly contextOf: (state: State) => Promise<unknown>
}

/** The problem in plain words; undefined where the arguments fit, and where this process cannot tell. */
export async function editProblem(store: Store, edited: Edited, ports: EditPorts): Promise<string | undefined> {
  const { session, call: id, given } = edited
  const { state } = await load(store.log, session)
  const call = state.turn?.calls.find((each) => each.call.id === id)
  if (call === undefined) return undefined
  if (call.asking !== undefined) {
    // A child's call is checked in the child's session, where it waits.
    const [asked] = await store.log.read(session, call.asking - 1)
    const from = asked?.type === "approval-requested" ? asked.from : undefined
    return from && editProblem(store, { session: from.session, call: from.call, given }, ports)
  }
  const { profile, delegated, owner } = state.session ?? {}
  const toolbox = await ports.toolboxOf(profile, delegated)
  // Without it, a function of the tool may fail; only what is wrong with the arguments counts here.
  const context = await ports.contextOf(state).catch(() => undefined)
  const about = { session, turn: state.turns, ...defined({ owner }), context }
  const prepared = await toolbox.prepare(
    { ...call.call, name: call.name ?? call.call.name, arguments: given },
    { repair: false, isDecided: true, of: { ...about, trace: "" } },
  )
  if (prepared.kind === "prepared" || prepared.result.code !== "arguments-invalid") return undefined
  return plainText(prepared.result.content).replace(ADVICE, "")
}

/** This sentence is meant for the model, so people are not shown it. */
const ADVICE = / Correct them and call again\.$/
