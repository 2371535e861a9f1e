// delegate: gives a task to another session and waits for its last words. The child has its own log under an id that
// follows from the call, so that an interrupted call finds it again and nothing the child did is done twice.
import { defined } from "../../base/defined.ts"
import type { Clock } from "../../contracts/clock.ts"
import { text } from "../../contracts/content.ts"
import { type Child, type ChildKind, type Children, childOf } from "../../contracts/delegation.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import { MovingDeadline, within } from "../../tools/deadline.ts"
import { type Tool, type ToolContext, WholeResult } from "../../tools/tool.ts"
import { objectSchema, typedTool } from "../../tools/typed-tool.ts"
import { callLimit } from "./call-limit.ts"
import { followChild, type TurnEnd } from "./follow-child.ts"

export interface DelegatePorts {
  readonly children: Children
  readonly clock: Clock
  readonly maxChildren: number
  readonly timeoutMs: number
  readonly maxIterations: number
  readonly maxTokens?: number
  readonly kinds: Readonly<Record<string, ChildKind>>
}

interface Input {
  readonly task: string
  readonly kind?: string
  readonly title?: string
}

export const DELEGATE = "delegate"
/** A parent that is cancelled has less than a second; a child that is late has a little more. */
const CANCEL_MS = 600
const LATE_MS = 2000
/** The tool keeps its own time limit, because waiting for people does not count. */
const NEVER_MS = 2 ** 31 - 1

export function delegateTool(ports: DelegatePorts): Tool {
  const { kinds } = ports
  const enter = callLimit(ports.maxChildren)
  const about = Object.entries(kinds).map(([name, kind]) => `${name}: ${kind.about}`)
  const kind: JsonObject = { type: "string", enum: Object.keys(kinds), description: about.join(" ") }
  return typedTool<Input>({
    name: DELEGATE,
    description:
      "Gives a task to a sub-agent and returns its final answer. It sees nothing of this conversation: say all it needs to know. For work that stands alone; call several at once when they do not need each other.",
    input: objectSchema({
      task: { type: "string", minLength: 1, description: "The whole task, and what to answer." },
      "kind?": kind,
      "title?": { type: "string", maxLength: 80, description: "A few words for people." },
    }),
    effect: "idempotent",
    // The child's own calls ask for approval.
    approval: false,
    delegates: true,
    timeoutMs: NEVER_MS,
    async run(input, context) {
      const freePlace = await enter(context.session, context.signal)
      try {
        return new WholeResult(await workOf(childFor(input, context, ports), context, ports))
      } finally {
        freePlace()
      }
    },
  })
}

function childFor(
  { task, kind = "general", title }: Input,
  { effectKey, session, call, own, context }: ToolContext,
  { maxIterations, maxTokens }: DelegatePorts,
): Child {
  const { delegated, grants = [], profile, owner, instructions, turn } = own ?? {}
  return {
    id: childOf(effectKey),
    parent: session,
    call,
    task,
    kind,
    depth: (delegated?.depth ?? 0) + 1,
    title: title ?? firstWords(task),
    grants,
    maxIterations,
    ...defined({ maxTokens, profile, owner, instructions, context }),
    ...turn,
  }
}

async function workOf(child: Child, context: ToolContext, ports: DelegatePorts): Promise<ToolResult> {
  const { children, clock, timeoutMs } = ports
  const { reclaimSlot } = await children.begin(child)
  try {
    const mover = new MovingDeadline(clock, timeoutMs)
    const following = followChild(child, context, { children, mover })
    const end = await mover.of<TurnEnd | "late" | undefined>(following, () => "late")
    if (typeof end === "object") return resultOf(child, end)
    if (end === "late") return stopped(child, ports, LATE_MS, timedOut(child, timeoutMs))
    // The host wants the parent back, or another runner has it: the child continues, and the call finds it again.
    if (context.signal.reason !== "cancelled") return { outcome: "error", code: "interrupted", content: [] }
    return stopped(child, ports, CANCEL_MS, CANCELLED)
  } finally {
    reclaimSlot()
  }
}

/** Stops the child and adds its usage: as the child reports it, if it ends in time. */
async function stopped(child: Child, { children, clock }: DelegatePorts, ms: number, result: ToolResult) {
  const sofar = await children.cancel(child.id)
  const over = new AbortController()
  const end = await within<TurnEnd | undefined>(endOf(child, children, over.signal), {
    ms,
    clock,
    late: () => undefined,
  })
  over.abort("over")
  const usage = end?.usage ?? sofar
  return usage === undefined ? result : { ...result, usage }
}

async function endOf(child: Child, children: Children, signal: AbortSignal): Promise<TurnEnd | undefined> {
  for await (const event of children.follow(child.id, signal)) if (event.type === "turn-end") return event
  return undefined
}

function resultOf({ id }: Child, { outcome, text: words, error, usage }: TurnEnd): ToolResult {
  const said = words.trim()
  if (outcome === "completed") {
    return { outcome: "ok", content: [text(said === "" ? "(The sub-agent ended without a word.)" : said)], usage }
  }
  const last = said === "" ? "" : `\nIts last words: ${said}`
  if (outcome === "cancelled") {
    const message = `The sub-agent was stopped by a person (session ${id}). What it had done stays.${last}`
    return { outcome: "error", code: "delegation-cancelled", content: [text(message)], usage }
  }
  const why = error?.message ?? "for an unknown reason"
  const message = `The sub-agent failed: ${why} (session ${id}). What it had done stays.${last}`
  return { outcome: "error", code: "delegation-failed", content: [text(message)], usage }
}

function timedOut({ id }: Child, ms: number): ToolResult {
  const message = `The sub-agent was stopped after ${ms / 1000} s (limit delegation.timeoutMs, session ${id}). What it had done stays: look before you give the task again.`
  return { outcome: "timeout", code: "tool-timeout", content: [text(message)] }
}

const CANCELLED: ToolResult = {
  outcome: "error",
  code: "cancelled",
  content: [text("The sub-agent was stopped with the turn. What it had done stays.")],
}

function firstWords(task: string): string {
  const line = task.replace(/\s+/g, " ").trim()
  return line.length <= 60 ? line : `${line.slice(0, 59).trimEnd().toWellFormed()}…`
}
