// A gate stands between a call and its run: it settles the call, asks somebody, or lets it through. Their order is in
// registry/call-gates.ts.
import type { Draft } from "../contracts/fact.ts"
import type { Call } from "../contracts/message.ts"
import type { PreparedCall, ToolResult } from "../contracts/toolbox.ts"
import type { Port } from "./define-step.ts"
import type { ToolStarted } from "./facts/tool-started.ts"
import type { PerformContext, Yielded } from "./performer.ts"
import type { CallState } from "./state/state.ts"

export interface GatedCall {
  /** As the facts have it so far. */
  readonly state: CallState
  /** With the arguments that it is to run with. */
  readonly call: Call
  readonly prepared: PreparedCall
}

export interface CallGate<P extends Port = Port> {
  /** The ports that it may use: the compiler holds it to them, and the step that runs it is given them all. */
  readonly needs: readonly P[]
  readonly pass: (call: GatedCall, ports: Pick<PerformContext, NoInfer<P>>) => Promise<Verdict | undefined>
}

/** Undefined lets it through without a word. */
export type Verdict =
  /** `begins`: it takes no time. That it began and that it ended are told one after the other, and kept together. */
  | { readonly kind: "settled"; readonly result: ToolResult; readonly begins?: true }
  | { readonly kind: "asked"; readonly fact: Draft }
  | { readonly kind: "passed"; readonly pass: Pass }

/** What a gate adds to a call that it lets through. */
export interface Pass extends Pick<Yielded, "ahead" | "blobs"> {
  /** Said by the fact that it began. */
  readonly intent?: Partial<ToolStarted>
  /** Asked right before the call changes something: why it must not any more. */
  readonly recheck?: () => Promise<Refusal | undefined>
}

export interface Refusal {
  readonly code: string
  readonly message: string
}

export function defineGate<const P extends Port>(gate: CallGate<P>): CallGate<P> {
  return gate
}

/** What two gates add. */
export function together(a: Pass, b: Pass): Pass {
  const [first, second] = [a.recheck, b.recheck]
  const recheck = first && second ? async () => (await first()) ?? second() : (first ?? second)
  return {
    ahead: [...(a.ahead ?? []), ...(b.ahead ?? [])],
    blobs: [...(a.blobs ?? []), ...(b.blobs ?? [])],
    intent: { ...a.intent, ...b.intent },
    ...(recheck && { recheck }),
  }
}
