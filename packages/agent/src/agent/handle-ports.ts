// Builds the ports that the session handles of an agent work with.
import { defined } from "../base/defined.ts"
import type { Delegated } from "../contracts/delegation.ts"
import { placeOf } from "../features/approval/policy/grant-place.ts"
import type { LiveOutputs } from "../features/output/live-outputs.ts"
import { turnModel } from "../kernel/model-health.ts"
import type { ForkOptions } from "../session/fork.ts"
import type { Session } from "../session/handle.ts"
import type { HandlePorts } from "../session/handle-types.ts"
import { limitsIn } from "../session/limits.ts"
import type { SessionRunner } from "../session/session-runner.ts"
import type { Behaviours } from "./behaviours.ts"
import { grantsOf } from "./granting.ts"
import { modelGiven } from "./named-models.ts"
import type { Publisher } from "./publisher.ts"
import { sizeOf } from "./request-context.ts"
import type { Setup } from "./setup.ts"

export interface RuntimeParts {
  readonly setup: Setup
  readonly news: Publisher
  readonly runner: SessionRunner
  readonly behaviours: Behaviours
  readonly outputs: LiveOutputs
  fork(id: string, how: ForkOptions): Promise<Session>
}

export function handlePorts(runtime: RuntimeParts): HandlePorts {
  const { setup, news, runner } = runtime
  const { options, parts, ids } = setup
  const { store, files, secrets } = parts
  return {
    store,
    host: runner,
    ids,
    subscribe: (session, how) => news.hub.subscribe(session, how),
    failureMark: () => news.hub.mark,
    ...defined({ files }),
    fork: (id, how) => runtime.fork(id, how),
    grant: (grant) => grantsOf(options).add(grant),
    workspace: placeOf(options.workspace ?? process.cwd()),
    ...defined({ secrets }),
    limits: limitsIn(options),
    outputs: runtime.outputs,
    modelNamed: (wanted) => sizeOf(modelGiven(wanted, parts), options.window),
    ...behaviourPorts(runtime),
  }
}

/** Ports that need a session's behaviour. */
function behaviourPorts({ setup, behaviours }: RuntimeParts): Pick<HandlePorts, "problemWith" | "report"> {
  const { store } = setup.parts
  const toolboxOf = async (profile: string | undefined, delegated: Delegated | undefined) =>
    (await behaviours.of(profile, delegated)).ports.toolbox
  return {
    // Loaded when an approver edits a call.
    problemWith: async (session, call, given) => {
      const { editProblem } = await import("../features/approval/edit-problem.ts")
      return editProblem(store, { session, call, given }, toolboxOf)
    },
    report: async (state) => {
      const { profile, delegated } = state.session ?? {}
      const behaviour = await behaviours.of(profile, delegated, turnModel(state)?.name)
      return behaviour.report(state, state.turn?.attempt?.chain)
    },
  }
}
