// The attendant of a program that decides by lines of JSON. Once its input has ended, requests are settled as without a terminal.
import type { Session } from "@pawl/agent"
import { badInput } from "../failure.ts"
import { type ApprovalEvent, type Attendant, absent, type QuestionEvent } from "./attendant.ts"

export class LineAttendant implements Attendant {
  readonly #absent: Attendant
  readonly #approvals = new Map<string, ApprovalEvent>()
  readonly #questions = new Map<string, QuestionEvent>()
  #isGone = false

  /** `order`: what becomes of approvals when the input has ended. */
  constructor(order: "approved" | "denied") {
    this.#absent = absent(order)
  }

  async approval(session: Session, event: ApprovalEvent): Promise<void> {
    this.#approvals.set(event.call, event)
    if (this.#isGone) await this.#absent.approval(session, event)
  }

  async question(session: Session, event: QuestionEvent): Promise<void> {
    this.#questions.set(event.call, event)
    if (this.#isGone) await this.#absent.question(session, event)
  }

  settled(call: string): void {
    this.#approvals.delete(call)
    this.#questions.delete(call)
  }

  over(): void {
    this.#approvals.clear()
    this.#questions.clear()
  }

  approvalOf(call: string): ApprovalEvent {
    return openOne(this.#approvals.get(call), call)
  }

  questionOf(call: string): QuestionEvent {
    return openOne(this.#questions.get(call), call)
  }

  /** Nothing more will be decided. */
  async leave(session: Session): Promise<void> {
    this.#isGone = true
    for (const event of this.#approvals.values()) await this.#absent.approval(session, event).catch(settledMeanwhile)
    for (const event of this.#questions.values()) await this.#absent.question(session, event).catch(settledMeanwhile)
  }
}

function openOne<T>(event: T | undefined, call: string): T {
  if (event === undefined)
    throw badInput(`Nothing waits for a decision about the call "${call}". Wait for the event that asks.`)
  return event
}

/** The last line of the input settled it, and the event for that is on its way. */
function settledMeanwhile(): void {}
