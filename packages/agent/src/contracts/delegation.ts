// Delegation: a session gives a task to a child, which has its own log. This is the port by which a tool starts a
// child, follows it, and passes on what people decide.
import { traceFrom, traceIdOf } from "../base/trace-id.ts"
import type { ApprovalSettled } from "../features/approval/facts/approval-settled.ts"
import type { ApprovalMode, ApprovalOf } from "./command.ts"
import type { Event } from "./event.ts"
import type { Grant } from "./fact.ts"
import type { AnyModel } from "./model.ts"
import type { Priority } from "./queue.ts"
import type { Usage } from "./usage.ts"

/** Limits of delegation. */
export interface DelegationOptions {
  /** How deep children may be nested; 2 unless given. The deepest ones cannot delegate. */
  readonly maxDepth?: number
  /** Children of one session that may run at once, 8 unless given; others wait. */
  readonly maxChildren?: number
  /** How long a child may work, without the time it waits for people; 10 minutes unless given. */
  readonly timeoutMs?: number
  /** How often a child may ask the model; 25 unless given. */
  readonly maxIterations?: number
  /** Input and output tokens that a child may use. At the limit it is asked for its last words. */
  readonly maxTokens?: number
  /** Kinds of children beside "general" and "read-only". */
  readonly kinds?: Readonly<Record<string, ChildKind>>
}

/** A kind of sub-agent: its purpose and its tools. */
export interface ChildKind {
  /** What it is good for, described for the model that chooses. */
  readonly about: string
  /** All of the agent's tools (the default), only those that read, or the named ones. */
  readonly tools?: "all" | "read" | readonly string[]
  /** Its model, in place of the agent's: "provider:name", a model, or the name of one that the agent was given. */
  readonly model?: AnyModel
  /** Additional instructions for the child. */
  readonly instructions?: string
}

/** Marks a session as a child, in its first fact. */
export interface Delegated {
  /** Its kind: "general", "read-only", or one that the agent's options define. */
  readonly kind: string
  /** 1 for a child of a session that is not itself a child. */
  readonly depth: number
  readonly title?: string
  /** Its limits: how often it may ask the model, and how many tokens it may use. */
  readonly maxIterations?: number
  readonly maxTokens?: number
}

/** The child from which a request comes that is shown in its parent. */
export interface ChildRequest {
  /** The child's session. */
  readonly session: string
  /** The call in the child. */
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
  /** The grants that held in the parent when the child was started. */
  readonly grants?: readonly Grant[]
  /** The model of the parent's turn, where it has one of its own. A kind's own model takes precedence. */
  readonly model?: string
  /** The tools that the parent's turn is restricted to: its children have no others. */
  readonly tools?: readonly string[]
  /** The approval mode of the parent's turn: it holds for its children, too. */
  readonly approval?: ApprovalMode
  /** The priority of the parent's turn: its children are as urgent. */
  readonly priority?: Priority
  /** The parent's context of the application. */
  readonly context?: unknown
}

/** A person's decision, and who made it. */
export type ApprovalReply = Pick<ApprovalSettled, "decision" | "arguments" | "reason" | "grant" | "by">

export interface Children {
  /**
   * Opens the child if necessary, sends its task once, and has it run. The parent counts as waiting until
   * `reclaimSlot` is called.
   */
  begin(child: Child): Promise<{ readonly reclaimSlot: () => void }>
  /** All events of the child, from its beginning. */
  follow(child: string, signal: AbortSignal): AsyncIterable<Event>
  /** Whether this call of the child waits for a person now. */
  isOpen(child: string, call: string): Promise<boolean>
  approve(child: string, request: ApprovalOf, reply: ApprovalReply): Promise<void>
  answer(child: string, call: string, answer: { readonly text: string; readonly question: number }): Promise<void>
  /** Cancels the child's turn, if one runs, and returns its usage so far. */
  cancel(child: string): Promise<Usage | undefined>
}

/** The same id for every attempt at the call, so that an interrupted parent finds its child again. */
export function childOf(effectKey: string): string {
  return traceFrom(traceIdOf(`child of ${effectKey}`)) as string // It is 32 hex digits.
}
