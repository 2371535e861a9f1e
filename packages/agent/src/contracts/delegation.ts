// Work that a session gives to another one: a child with a log of its own. The port by which a tool begins it, follows it
// and passes on what people decide.
import { traceFrom, traceIdOf } from "../base/trace-id.ts"
import type { ApprovalSettled } from "../features/approval/facts/approval-settled.ts"
import type { ApprovalOf } from "./command.ts"
import type { Event } from "./event.ts"
import type { Grant } from "./fact.ts"
import type { Usage } from "./usage.ts"

/** How far work may be given to others. */
export interface DelegationOptions {
  /** Children of children: 2 unless given. The last ones cannot delegate. */
  readonly maxDepth?: number
  /** Of one session at once, 8 unless given; the others wait. */
  readonly maxChildren?: number
  /** How long one may work, not counting what it waits for people: 10 minutes unless given. */
  readonly timeoutMs?: number
  /** How often one may ask the model, 25 unless given. */
  readonly maxIterations?: number
  /** Tokens it may use, in and out; after that it is asked for its last words. */
  readonly maxTokens?: number
  /** Kinds of children beside "general" and "read-only". */
  readonly kinds?: Readonly<Record<string, ChildKind>>
}

/** A kind of sub-agent: what it is for, and what it may use. */
export interface ChildKind {
  /** What it is good for, for the model that chooses. */
  readonly about: string
  /** All of the agent's tools (unless given), those that only read, or these. */
  readonly tools?: "all" | "read" | readonly string[]
  /** What it is told besides. */
  readonly instructions?: string
}

/** What makes a session somebody's child, in its first fact. */
export interface Delegated {
  /** What it may do: "general", "read-only", or one that the agent's options name. */
  readonly kind: string
  /** 1 for the child of a session that is nobody's. */
  readonly depth: number
  readonly title?: string
  /** Its budget: how often it may ask the model, and how many tokens it may use. */
  readonly maxIterations?: number
  readonly maxTokens?: number
}

/** Which child a request comes from that is shown in its parent. */
export interface ChildRequest {
  /** The child's session. */
  readonly session: string
  /** The child's own call. */
  readonly call: string
  /** The title of the child's session. */
  readonly title?: string
}

export interface Child extends Delegated {
  readonly id: string
  readonly parent: string
  readonly call: string
  readonly task: string
  readonly profile?: string
  readonly owner?: string
  readonly instructions?: string
  /** What was allowed in the parent by then. */
  readonly grants?: readonly Grant[]
}

/** What a person decided, and who it was. */
export type ApprovalReply = Pick<ApprovalSettled, "decision" | "arguments" | "reason" | "grant" | "by">

export interface Children {
  /** Opens it unless it is there, tells it its task once, and has it run. The parent counts as one that waits until `leave`. */
  begin(child: Child): Promise<{ readonly reclaimSlot: () => void }>
  /** All that happens in it, from its beginning. */
  follow(child: string, signal: AbortSignal): AsyncIterable<Event>
  /** Does this call of it wait for a person now? */
  isOpen(child: string, call: string): Promise<boolean>
  approve(child: string, request: ApprovalOf, leave: ApprovalReply): Promise<void>
  answer(child: string, call: string, answer: { readonly text: string; readonly question: number }): Promise<void>
  /** Stops its turn, if one runs, and says what it has cost so far. */
  cancel(child: string): Promise<Usage | undefined>
}

/** The same for every attempt at the call, so that a parent that was interrupted finds its child again. */
export function childOf(effectKey: string): string {
  return traceFrom(traceIdOf(`child of ${effectKey}`)) as string // It is 32 hex digits.
}
