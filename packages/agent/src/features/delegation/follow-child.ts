// Follows a child to the end of its turn and relays between it and the person: the parent shows what the child asks,
// and passes the decision on. A person may also settle it in the child itself; then the parent withdraws the request.
import { defined } from "../../base/defined.ts"
import type { Child, ChildRequest, Children } from "../../contracts/delegation.ts"
import { isPawlError } from "../../contracts/error.ts"
import type { Event } from "../../contracts/event.ts"
import type { DeadlineControl } from "../../tools/deadline.ts"
import type { ToolContext } from "../../tools/tool.ts"

export type TurnEnd = Extract<Event, { type: "turn-end" }>
type Asked = Extract<Event, { type: "approval-requested" | "question-asked" }>

export interface FollowPorts {
  readonly children: Children
  /** While the child waits for a person, its time limit stands still. */
  readonly mover: Pick<DeadlineControl, "hold">
}

const SETTLING: ReadonlySet<Event["type"]> = new Set([
  "approval-settled",
  "question-answered",
  "question-withdrawn",
  "tool-call",
  "tool-result",
  "tool-error",
])

/** Undefined when the call is stopped before the child's turn ends. */
export async function followChild(
  child: Child,
  context: ToolContext,
  { children, mover }: FollowPorts,
): Promise<TurnEnd | undefined> {
  const asking = new Map<string, AbortController>()
  let fail: (error: unknown) => void = () => {}
  const trouble = new Promise<never>((_, reject) => {
    fail = reject
  })
  trouble.catch(() => {})
  const close = (call: string) => asking.get(call)?.abort("settled")
  const open = (event: Asked) => {
    close(event.call)
    const stop = new AbortController()
    asking.set(event.call, stop)
    const release = mover.hold()
    passOn(child, event, { ...context, signal: stop.signal }, children)
      .catch(fail)
      .finally(release)
  }
  const follow = async () => {
    for await (const event of children.follow(child.id, context.signal)) {
      if (event.type === "turn-end") return event
      if (event.type === "tool-call") context.output(`${child.title ?? child.kind}: ${event.name}\n`)
      if (SETTLING.has(event.type) && "call" in event) close(event.call)
      if (event.type === "approval-requested" || event.type === "question-asked") open(event)
    }
    return undefined
  }
  try {
    return await Promise.race([follow(), trouble])
  } finally {
    for (const stop of asking.values()) stop.abort("over")
  }
}

/** Old events are replayed after a crash: only requests that are still open are shown. */
async function passOn(child: Child, event: Asked, context: ToolContext, children: Children): Promise<void> {
  const { signal } = context
  if (!(await children.isOpen(child.id, event.call)) || signal.aborted) return
  const title = [child.title, event.from?.title].filter((each) => each !== undefined).join(" > ")
  const from: ChildRequest = { session: child.id, call: event.call, ...(title !== "" && { title }) }
  try {
    if (event.type === "approval-requested") {
      const { name, arguments: given, preview, risk, rationale, repairs, expiresAt, contents } = event
      const own = { ...(repairs && { repairs }), ...(contents && { contents }) }
      const more = { ...defined({ rationale }), ...own }
      const until = expiresAt === undefined ? {} : { expiresAt }
      const request = { name, arguments: given, preview, risk, ...more, ...until, from }
      const decision = await answerOrNone(context.askApproval?.(request, { signal }))
      if (decision !== undefined) await children.approve(child.id, event, decision)
      return
    }
    const { question, suggestions, otherwise } = event
    const asked = { question, suggestions, from, ...defined({ otherwise }) }
    const words = await answerOrNone(context.ask?.(asked, { signal }))
    const number = Number.parseInt(event.position, 10)
    if (words !== undefined) await children.answer(child.id, event.call, { text: words, question: number })
  } catch (error) {
    // A person settled it in the child itself a moment before.
    if (!isPawlError(error, "approval-not-open")) throw error
  }
}

/** Undefined when no answer comes: the child decides what follows. */
async function answerOrNone<Value>(answer: Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await answer
  } catch {
    return undefined
  }
}
