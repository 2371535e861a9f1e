// What a tool asks for while it runs: an answer from a person or a model, or an approval. It may ask at any time; its
// performer takes one request after the other, because questions and answers have to be in the log.
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
  /** Aborted when the tool that asked no longer needs an answer. */
  readonly signal: AbortSignal
  readonly settle: (value: Value) => void
  readonly fail: (error: Error) => void
}

export interface ToolRequests {
  readonly ask: AskPerson
  readonly askModel: AskAside
  readonly askApproval: AskApproval
  /** Whether a request is there that has not been taken. */
  isWaiting(): boolean
  /** Resolves with the next request; stays pending while none comes. */
  next(): Promise<ToolRequest>
}

/** `signal`: aborts when the call is stopped, and with it every request. */
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
    isWaiting: () => waiting.length > 0,
    next() {
      // Requests that were given up while they waited have already been rejected.
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
