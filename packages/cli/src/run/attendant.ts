// Who answers when a turn asks: a person at the terminal, or a standing order when nobody is there.
import { type Event, isPawlError, type Session } from "@pawl/agent"

export type ApprovalEvent = Extract<Event, { type: "approval-requested" }>
export type QuestionEvent = Extract<Event, { type: "question-asked" }>

export interface Attendant {
  approval(session: Session, event: ApprovalEvent): Promise<void>
  question(session: Session, event: QuestionEvent): Promise<void>
  /** Settled by whoever was first: nobody needs to be asked any more. */
  settled(call: string): void
  /** The turn has ended, and whatever it asked with it. */
  over(): void
}

/** Nobody is there. A refusal carries its reason, so that the model can go another way. */
export function absent(order: "approved" | "denied"): Attendant {
  const reason = "Nobody is here to allow it: this run has no terminal. Do without, or say what you would have done."
  return {
    approval: (session, event) => session.approve(event, order === "approved" ? order : { decision: order, reason }),
    question: (session, event) => session.answer(event.call, event.otherwise ?? NOBODY, { question: numberOf(event) }),
    settled() {},
    over() {},
  }
}

const NOBODY = "Nobody is here to answer. Decide yourself, and say what you assumed."

/** Which question it is: a tool may ask several things while it runs. */
export function numberOf({ position }: QuestionEvent): number {
  return Number.parseInt(position, 10)
}

export interface AttendHow {
  /** Up to this fact events are told again: only what is still open is asked. */
  readonly since: number
  readonly open: readonly { readonly call: string; readonly question?: number }[]
  readonly onTrouble: (error: unknown) => void
}

/** Somebody was faster, or nobody was fast enough. */
const SETTLING: ReadonlySet<Event["type"]> = new Set([
  "approval-settled",
  "question-answered",
  "question-withdrawn",
  // Begun anew after a crash: what it asked before is void.
  "tool-call",
  "tool-error",
])

/** Hands a turn's requests to the attendant without holding up its events. */
export function attend(session: Session, attendant: Attendant, { since, open, onTrouble }: AttendHow) {
  const stillOpen = new Map(open.map(({ call, question }) => [call, question]))
  const trouble = (error: unknown) => {
    // Somebody else was faster: the event that says so is on its way.
    if (!isPawlError(error, "approval-not-open")) onTrouble(error)
  }
  return (event: Event): void => {
    if (SETTLING.has(event.type) && "call" in event) attendant.settled(event.call)
    if (event.type === "turn-end") attendant.over()
    if (event.type !== "approval-requested" && event.type !== "question-asked") return
    const number = Number.parseInt(event.position, 10)
    // A tool that runs may have asked other things before.
    if (number <= since && (!stillOpen.has(event.call) || (stillOpen.get(event.call) ?? number) !== number)) return
    const asked =
      event.type === "approval-requested" ? attendant.approval(session, event) : attendant.question(session, event)
    asked.catch(trouble)
  }
}
