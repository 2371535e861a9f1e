// What a call is started with follows from the log: its arguments, its name, its key. Only a recorded repair, or the
// person who approved it, makes it differ from what the model wrote. The tool's result is not checked.
import { childOf } from "../contracts/delegation.ts"
import type { Fact } from "../contracts/fact.ts"
import { argumentsOf, type CallState, type State } from "../kernel/state/state.ts"
import { isSame, quoted } from "./describe.ts"
import type { Past } from "./past.ts"
import { differs, type Wrong } from "./report.ts"

type FactOf<T extends Fact["type"]> = Extract<Fact, { type: T }>
type Intent = FactOf<"tool-started"> | FactOf<"approval-requested">

export function checkIntent(fact: Intent, call: CallState, past: Past): Wrong {
  const { repairs = [] } = fact
  // Repaired for the first time: only the tool's schema, which is not available here, determines how.
  const isOpen = repairs.length > 0 && call.repaired === undefined && call.decision === undefined && call.starts === 0
  const wanted = argumentsOf(call)
  if (!isOpen && !isSame(fact.arguments, wanted)) return inField("arguments", wanted, fact.arguments)
  const name = call.name ?? (isOpen || isApart(call.call.name) ? fact.name : call.call.name)
  if (fact.name !== name) return inField("name", name, fact.name)
  return fact.type === "tool-started" ? checkStarted(fact, past) : undefined
}

function checkStarted({ seq, call, name, effect, effectKey, child }: FactOf<"tool-started">, past: Past): Wrong {
  const key = isCopied(past.now, seq) ? copiedKey(effectKey, call) : `${past.now.session?.id}:${call}`
  if (effectKey !== key) return inField("effectKey", key, effectKey)
  if (child !== undefined && child !== childOf(effectKey)) return inField("child", childOf(effectKey), child)
  const before = past.effectOf(name) ?? effect
  return effect === before ? undefined : inField("effect", before, effect)
}

/** The name has a server prefix, and a server may have more than one name. */
function isApart(name: string): boolean {
  return /__|[./:]/.test(name)
}

/** The fact comes from the session that this one was copied from. */
function isCopied({ session }: State, seq: number): boolean {
  const { kind, seq: last = 0 } = session?.parent ?? {}
  return kind !== "delegation" && seq <= last
}

/** The original session is not known here: a copy may have been made of a copy. */
function copiedKey(key: string, call: string): string {
  return key.endsWith(`:${call}`) ? key : `...:${call}`
}

function inField(field: string, wanted: unknown, found: unknown): Wrong {
  return differs("fact-changed", `${field}: ${quoted(wanted)}`, `${field}: ${quoted(found)}`)
}
