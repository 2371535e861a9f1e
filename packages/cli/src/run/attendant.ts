// Answers the approvals and questions of a turn: a person at the terminal, or a fixed decision where there is none.
import { type Event, isPawlError, type Session } from "@pawl/agent"

export type ApprovalEvent = Extract<Event, { type: "approval-requested" }>
export type QuestionEvent = Extract<Event, { type: "question-asked" }>

export interface Attendant {
  approval(session: Session, event: ApprovalEvent): Promise<void>
  question(session: Session, event: QuestionEvent): Promise<void>
  /** The request is settled, possibly by another process: stop asking. */
  settled(call: string): void
  /** The turn has ended, and all its requests with it. */
  over(): void
}

/** For runs without a terminal. A refusal has a reason, so that the model can go another way. */
export function absent(order: "approved" | "denied"): Attendant {
  const reason = "Nobody is here to allow it: this run has no terminal. Do without, or say what you would have done."
  return {
    approval: (session, event) =>
      order === "approved" ? session.decide(event, "approve") : session.decide(event, "deny", { reason }),
    question: (session, event) =>
      session.answer(event.call, event.otherwise ?? NO_PERSON, { question: numberOf(event) }),
    settled() {},
    over() {},
  }
}

const NO_PERSON = "Nobody is here to answer. Decide yourself, and say what you assumed."

/** The number of the question: a tool may ask several while it runs. */
export function numberOf({ position }: QuestionEvent): number {
  return Number.parseInt(position, 10)
}

export interface AttendHow {
  /** Events up to this fact are repeated: only requests that are still open are asked. */
  readonly since: number
  readonly open: readonly { readonly call: string; readonly question?: number }[]
  readonly onTrouble: (error: unknown) => void
}

/** Another process settled the request, or it expired. */
const SETTLING: ReadonlySet<Event["type"]> = new Set([
  "approval-settled",
  "question-answered",
  "question-withdrawn",
  // Started again after a crash: its earlier questions are void.
  "tool-call",
  "tool-error",
])

/** Passes a turn's requests to the attendant without blocking its events. */
export function attend(session: Session, attendant: Attendant, { since, open, onTrouble }: AttendHow) {
  const stillOpen = new Map(open.map(({ call, question }) => [call, question]))
  const trouble = (error: unknown) => {
    // Another process settled it first: the event for that is on its way.
    if (!isPawlError(error, "approval-not-open")) onTrouble(error)
  }
  return (event: Event): void => {
    if (SETTLING.has(event.type) && "call" in event) attendant.settled(event.call)
    if (event.type === "turn-end") attendant.over()
    if (event.type !== "approval-requested" && event.type !== "question-asked") return
    const number = Number.parseInt(event.position, 10)
    // A running tool may have asked other questions before.
    if (number <= since && (!stillOpen.has(event.call) || (stillOpen.get(event.call) ?? number) !== number)) return
    const asked =
      event.type === "approval-requested" ? attendant.approval(session, event) : attendant.question(session, event)
    asked.catch(trouble)
  }
}
