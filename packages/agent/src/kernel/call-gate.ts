// A gate checks a call before it runs: it settles the call, asks a person for approval, or lets the call through. The
// order of the gates is in registry/call-gates.ts.
import type { Soon } from "../base/at-hand.ts"
import type { Draft } from "../contracts/fact.ts"
import type { Call } from "../contracts/message.ts"
import type { PreparedCall, ToolResult } from "../contracts/toolbox.ts"
import type { Port } from "./define-step.ts"
import type { ToolStarted } from "./facts/tool-started.ts"
import type { PerformContext, Yielded } from "./performer.ts"
import type { CallState, Turn } from "./state/state.ts"

export interface GatedCall {
  /** The call's state according to the facts so far. */
  readonly state: CallState
  /** The call with the arguments it will run with. */
  readonly call: Call
  readonly prepared: PreparedCall
}

export interface CallGate<P extends Port = Port> {
  /**
   * The ports the gate may use. The compiler enforces the list, and the step that runs the gate receives all of them.
   */
  readonly needs: readonly P[]
  /**
   * It has something to say only where one of these is there, and is not asked otherwise: most gates are about a few calls.
   * Without it the gate is asked about every call.
   */
  readonly only?: readonly Concern<NoInfer<P>>[]
  /** A verdict that is at hand is not awaited: most gates have nothing to say about a call. */
  readonly pass: (call: GatedCall, ports: Pick<PerformContext, NoInfer<P>>) => Soon<Verdict | undefined>
}

/** A field of the prepared call, of the call according to the facts or of the turn, or a port that only some agents have. */
export interface Concern<P extends Port = Port> {
  readonly prepared?: keyof PreparedCall
  readonly call?: keyof CallState
  readonly turn?: keyof Turn
  readonly port?: P
}

/** Whether the gate may have something to say. */
export function concerns<P extends Port>(
  { only }: CallGate<P>,
  gated: GatedCall,
  ports: Pick<PerformContext, P | "state">,
): boolean {
  if (only === undefined) return true
  for (let place = 0; place < only.length; place++) {
    const { prepared, call, turn, port } = only[place] as Concern<P> // Inside the list.
    if (prepared !== undefined && gated.prepared[prepared] !== undefined) return true
    if (call !== undefined && gated.state[call] !== undefined) return true
    if (turn !== undefined && ports.state.turn?.[turn] !== undefined) return true
    if (port !== undefined && ports[port] !== undefined) return true
  }
  return false
}

/** `undefined` lets the call through and adds nothing. */
export type Verdict =
  /**
   * `begins`: the call takes no time, so `tool-started` and `tool-finished` are committed
   * together, one after the other.
   */
  | { readonly kind: "settled"; readonly result: ToolResult; readonly begins?: true }
  | { readonly kind: "asked"; readonly fact: Draft }
  | { readonly kind: "passed"; readonly pass: Pass }
  /** Stopped before a decision: the next runner decides. */
  | { readonly kind: "left" }

/** What a gate adds to a call that it lets through. */
export interface Pass extends Pick<Yielded, "ahead" | "blobs"> {
  /** Fields that the gate adds to the `tool-started` fact. */
  readonly intent?: Partial<ToolStarted>
  /**
   * Runs right before the call changes something. Returns the reason why the call must no longer run, if there is one.
   */
  readonly recheck?: () => Promise<Refusal | undefined>
}

export interface Refusal {
  readonly code: string
  readonly message: string
}

export function defineGate<const P extends Port>(gate: CallGate<P>): CallGate<P> {
  return gate
}

/** Combines what two gates add to a call. */
export function combinePasses(a: Pass, b: Pass): Pass {
  const [first, second] = [a.recheck, b.recheck]
  const recheck = first && second ? async () => (await first()) ?? second() : (first ?? second)
  return {
    ahead: [...(a.ahead ?? []), ...(b.ahead ?? [])],
    blobs: [...(a.blobs ?? []), ...(b.blobs ?? [])],
    intent: { ...a.intent, ...b.intent },
    ...(recheck && { recheck }),
  }
}
