// What a tool asks for while it runs: an answer of a person, or of the model. It asks whenever it likes; its performer takes
// one request after the other, because what is asked and answered has to be in the log.
import type { ApprovalReply } from "../../contracts/delegation.ts"
import type {
  ApprovalRequest,
  AsideReply,
  AsideRequest,
  AskApproval,
  AskAside,
  AskPerson,
  Question,
} from "../../contracts/toolbox.ts"

export type ToolRequest = PersonRequest | ModelRequest | ApprovalAsked

export interface PersonRequest extends Settling<string> {
  readonly kind: "person"
  readonly question: Question
}

export interface ModelRequest extends Settling<AsideReply> {
  readonly kind: "model"
  readonly request: AsideRequest
}

export interface ApprovalAsked extends Settling<ApprovalReply> {
  readonly kind: "approval"
  readonly request: ApprovalRequest
}

interface Settling<Value> {
  /** Aborted when whoever asked no longer wants to know. */
  readonly signal: AbortSignal
  readonly settle: (value: Value) => void
  readonly fail: (error: Error) => void
}

export interface ToolRequests {
  readonly ask: AskPerson
  readonly askModel: AskAside
  readonly askApproval: AskApproval
  /** The next request; never, when none comes. */
  next(): Promise<ToolRequest>
}

/** `signal`: the call is told to stop, and so is whatever it asks. */
export function toolRequests(signal: AbortSignal): ToolRequests {
  const waiting: ToolRequest[] = []
  let ring: (request: ToolRequest) => void = () => {}
  let coming: Promise<ToolRequest> | undefined

  function put<Value>(make: (settling: Settling<Value>) => ToolRequest, own?: AbortSignal): Promise<Value> {
    const stop = own === undefined ? signal : AbortSignal.any([signal, own])
    return new Promise<Value>((settle, fail) => {
      if (stop.aborted) return fail(stopped())
      stop.addEventListener("abort", () => fail(stopped()), { once: true })
      const request = make({ settle, fail, signal: stop })
      if (coming === undefined) waiting.push(request)
      else ring(request)
      coming = undefined
    })
  }

  return {
    ask: (question, how) => put<string>((settling) => ({ kind: "person", question, ...settling }), how?.signal),
    askModel: (request, how) => put<AsideReply>((settling) => ({ kind: "model", request, ...settling }), how?.signal),
    askApproval: (request, how) =>
      put<ApprovalReply>((settling) => ({ kind: "approval", request, ...settling }), how?.signal),
    next() {
      // Whoever gave up while they waited in line has heard so already.
      let first = waiting.shift()
      while (first?.signal.aborted === true) first = waiting.shift()
      if (first !== undefined) return Promise.resolve(first)
      coming ??= new Promise((resolve) => {
        ring = resolve
      })
      return coming
    },
  }
}

function stopped(): Error {
  return new Error("nobody waits for the answer any more")
}
