// Gets a request ready to be sent: builds it, and waits until the rate of its model allows it. Or says what happens instead.
import { goOn, type Soon } from "../../base/at-hand.ts"
import type { Reply } from "../../contracts/answer.ts"
import type { Model } from "../../contracts/model.ts"
import { beforeRequest } from "../../registry/before-request.ts"
import type { PortsOf } from "../define-step.ts"
import type { BuiltRequest, Yielded } from "../performer.ts"
import type { RequestRole } from "../request-role.ts"
import type { Turn } from "../state/state.ts"
import type { CallModel } from "../steps/call-model.ts"
import { admit, heldFact, RATE_NEEDS, settle, tooLongWait } from "./admission.ts"
import { refusalOf } from "./refuse-request.ts"

export const READY_NEEDS = [
  "state",
  "latest",
  "signal",
  "clock",
  "models",
  "toolbox",
  "buildRequest",
  "fitting",
  "policy",
  "blobs",
  ...RATE_NEEDS,
] as const

type Ports = PortsOf<typeof READY_NEEDS>

/** One attempt at one request. */
export interface Asking {
  readonly step: CallModel
  readonly attempt: string
  readonly model: Model
  readonly chain: number
  readonly role: RequestRole
}

export type ReadyRequest<Context> =
  | {
      readonly kind: "ready"
      readonly built: BuiltRequest
      /** With the state that the request shows. */
      readonly context: Context
      /** The reply of a request that must not be sent. */
      readonly unsent: Reply | undefined
    }
  /** What to store instead of making the request. */
  | { readonly kind: "instead"; readonly instead: Yielded }
  | { readonly kind: "stopped" }

export function readyRequest<Context extends Ports>(asking: Asking, context: Context): Soon<ReadyRequest<Context>> {
  const building = build(asking, context)
  return building instanceof Promise
    ? building.then((built) => afterBuild(built, asking, context))
    : afterBuild(building, asking, context)
}

function afterBuild<Context extends Ports>(
  built: BuiltRequest,
  asking: Asking,
  context: Context,
): Soon<ReadyRequest<Context>> {
  const looking = insteadOf(built, context)
  return looking instanceof Promise
    ? looking.then((instead) => afterLook(instead, built, asking, context))
    : afterLook(looking, built, asking, context)
}

function afterLook<Context extends Ports>(
  instead: Yielded | undefined,
  built: BuiltRequest,
  asking: Asking,
  context: Context,
): Soon<ReadyRequest<Context>> {
  if (instead !== undefined) return { kind: "instead", instead }
  const unsent = refusalOf(built, asking.role, context)
  const wait = unsent === undefined ? admit(asking.model, built, context) : 0
  if (wait === 0) return { kind: "ready", built, context, unsent }
  return goOn(wait, (ms) => afterWait(ms, built, asking, context))
}

/** A request that cannot be built is a failed call, not a crash: the turn ends with the reason. */
function build({ chain, step }: Asking, { buildRequest, state }: Ports): Soon<BuiltRequest> {
  try {
    const building = buildRequest(state, chain, step.phase)
    return building instanceof Promise ? building.catch(notBuilt) : building
  } catch (error) {
    return notBuilt(error)
  }
}

function notBuilt(error: unknown): BuiltRequest {
  return { load: () => Promise.reject(error), sections: {}, blobs: [] }
}

/** The fact to store instead of making the request, if there is one. */
function insteadOf(built: BuiltRequest, context: Ports, first = 0): Soon<Yielded | undefined> {
  if (built.instead !== undefined) return { fact: built.instead }
  for (let place = first; place < beforeRequest.length; place++) {
    const found = beforeRequest[place]?.(built, context)
    if (found instanceof Promise) return found.then((fact) => fact ?? insteadOf(built, context, place + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** The limiter did not let the request through at once. `wait`: how long it has to wait from now on. */
async function afterWait<Context extends Ports>(
  wait: number,
  built: BuiltRequest,
  asking: Asking,
  given: Context,
): Promise<ReadyRequest<Context>> {
  const { step, model } = asking
  const { clock, models, state, latest } = given
  if (wait === Number.POSITIVE_INFINITY) return { kind: "stopped" }
  if (wait > 0) {
    const unsent = tooLongWait(wait, model, models.length, given)
    if (unsent !== undefined) return { kind: "ready", built, context: given, unsent }
    const fact = heldFact(state.turn as Turn, step, model, Math.ceil(clock.now() + wait)) // Rules return the step only in a turn.
    return { kind: "instead", instead: { fact } }
  }
  const now = latest?.() ?? state
  if (now === state || now.turn === undefined) return { kind: "ready", built, context: given, unsent: undefined }
  // What was said while the request waited belongs into it.
  return again(asking, { ...given, state: now })
}

/** The request is admitted already: the limiter is told if it is not made. */
async function again<Context extends Ports>(asking: Asking, context: Context): Promise<ReadyRequest<Context>> {
  const built = await build(asking, context)
  const instead = await insteadOf(built, context)
  const unsent = instead === undefined ? refusalOf(built, asking.role, context) : undefined
  if (instead !== undefined || unsent !== undefined) settle(asking.model, context, undefined)
  return instead === undefined ? { kind: "ready", built, context, unsent } : { kind: "instead", instead }
}
