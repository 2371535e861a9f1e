// What a tool asks for while it runs: an answer from a person or a model, or an approval. It may ask at any time; its
// performer takes one request after the other, because questions and answers have to be in the log.

import type { ApprovalReply } from "../../contracts/delegation.ts"
import { abortSignalOf, type StopSignal } from "../../contracts/stop-signal.ts"
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
  readonly signal: StopSignal
  readonly settle: (value: Value) => void
  readonly fail: (error: Error) => void
}

/** Made when a tool first asks: most ask for nothing. */
export class ToolRequests {
  readonly ask: AskPerson = (question, how) =>
    this.#put<string>((settling) => ({ kind: "person", question, ...settling }), how?.signal)
  readonly askModel: AskAside = (request, how) =>
    this.#put<AsideReply>((settling) => ({ kind: "model", request, ...settling }), how?.signal)
  readonly askApproval: AskApproval = (request, how) =>
    this.#put<ApprovalReply>((settling) => ({ kind: "approval", request, ...settling }), how?.signal)
  readonly #signal: StopSignal
  #waiting: ToolRequest[] | undefined
  #coming: PromiseWithResolvers<ToolRequest> | undefined

  /** `signal`: aborts when the call is stopped, and with it every request. */
  constructor(signal: StopSignal) {
    this.#signal = signal
  }

  /** Whether a request is there that has not been taken. */
  isWaiting(): boolean {
    return this.#waiting !== undefined && this.#waiting.length > 0
  }

  /** Resolves with the next request; stays pending while none comes. */
  next(): Promise<ToolRequest> {
    // Requests that were given up while they waited have already been rejected.
    let first = this.#waiting?.shift()
    while (first?.signal.aborted === true) first = this.#waiting?.shift()
    if (first !== undefined) return Promise.resolve(first)
    this.#coming ??= Promise.withResolvers()
    return this.#coming.promise
  }

  #put<Value>(make: (settling: Settling<Value>) => ToolRequest, own?: AbortSignal): Promise<Value> {
    const stop = own === undefined ? this.#signal : AbortSignal.any([abortSignalOf(this.#signal), own])
    return new Promise<Value>((settle, fail) => {
      if (stop.aborted) return fail(stopped())
      stop.addEventListener("abort", () => fail(stopped()))
      const request = make({ settle, fail, signal: stop })
      if (this.#coming !== undefined) this.#coming.resolve(request)
      else {
        this.#waiting ??= []
        this.#waiting.push(request)
      }
      this.#coming = undefined
    })
  }
}

function stopped(): Error {
  return new Error("nobody waits for the answer any more")
}
