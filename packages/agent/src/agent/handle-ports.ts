// Builds the ports that the session handles of an agent work with.
import { defined } from "../base/defined.ts"
import type { Delegated } from "../contracts/delegation.ts"
import { USUAL_MODES } from "../features/approval/modes.ts"
import { placeOf } from "../features/approval/policy/grant-place.ts"
import { ownerLimits } from "../features/limits/owner-limits.ts"
import type { LiveOutputs } from "../features/output/live-outputs.ts"
import { turnModel } from "../kernel/model-health.ts"
import type { ForkOptions } from "../session/fork.ts"
import type { Session } from "../session/handle.ts"
import type { HandlePorts } from "../session/handle-types.ts"
import { limitsIn, ownerCounts } from "../session/limits.ts"
import type { SessionRunner } from "../session/session-runner.ts"
import { type ContextKeeper, storedContext } from "../session/turn-context.ts"
import type { AppContexts } from "./app-contexts.ts"
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
  readonly contexts: AppContexts
  fork(id: string, how: ForkOptions, context: unknown): Promise<Session>
}

export function handlePorts(runtime: RuntimeParts): HandlePorts {
  const { setup, news, runner } = runtime
  const { options, parts, ids, clock } = setup
  const { store, files, secrets } = parts
  return {
    store,
    host: runner,
    ids,
    now: () => clock.now(),
    subscribe: (session, how) => news.hub.subscribe(session, how),
    lists: (session, how) => news.hub.lists(session, how),
    turnEnd: (session, of, failAfter) => news.hub.turnEnd(session, of, failAfter),
    failureMark: () => news.hub.mark,
    onSeen: (session) => news.unheard?.seen(session),
    ...defined({ files }),
    fork: (id, how, context) => runtime.fork(id, how, context),
    contexts: contextKeeper(runtime),
    grant: async (grant, session) => {
      const { owner } = (await store.sessions.get(session)) ?? {}
      await grantsOf(options).add({ ...grant, ...(typeof owner === "string" && { owner }) })
    },
    approvalModes: options.approvalModes ?? USUAL_MODES,
    workspace: placeOf(options.workspace ?? process.cwd()),
    ...defined({ secrets }),
    limits: limitsIn(options.limits),
    ...defined({ priority: options.priority }),
    ...countsFor(setup),
    outputs: runtime.outputs,
    toolNames: () => parts.sources.flatMap((source) => source.tools().map(({ name }) => name)),
    hasAllTools: options.mcp === undefined && options.plugins === undefined && options.run !== "none",
    modelNamed: (wanted) => sizeOf(modelGiven(wanted, parts), options.window),
    ...behaviourPorts(runtime),
  }
}

/** Where each owner has limits of its own, they are asked for before each message. */
function countsFor({ options, parts: { store } }: Setup): Pick<HandlePorts, "countsOf"> {
  const limitsOf = options.limits?.owner
  if (typeof limitsOf !== "function") return {}
  return {
    countsOf: async (session) => {
      const { owner = null } = (await store.sessions.get(session)) ?? {}
      return ownerCounts(await ownerLimits(limitsOf, owner))
    },
  }
}

function contextKeeper({ contexts, setup }: RuntimeParts): ContextKeeper {
  const { options, parts } = setup
  return {
    give: (session, command, context) => contexts.give(session, command, context),
    release: (session, command) => contexts.release(session, command),
    ...(options.storeContext === true && { stored: (context) => storedContext(context, parts.secrets) }),
  }
}

/** Ports that need a session's behaviour. */
function behaviourPorts({
  setup,
  behaviours,
  contexts,
}: RuntimeParts): Pick<HandlePorts, "problemWith" | "report" | "placeFor"> {
  const { store } = setup.parts
  const toolboxOf = async (profile: string | undefined, delegated: Delegated | undefined) =>
    (await behaviours.of(profile, delegated)).ports.toolbox
  return {
    // Loaded when an approver edits a call.
    problemWith: async (session, call, given) => {
      const { editProblem } = await import("../features/approval/edit-problem.ts")
      return editProblem(store, { session, call, given }, { toolboxOf, contextOf: (state) => contexts.find(state) })
    },
    placeFor: ({ session }) => behaviours.placeOf(session?.profile, session?.delegated),
    report: async (state) => {
      const { profile, delegated } = state.session ?? {}
      const behaviour = await behaviours.of(profile, delegated, turnModel(state)?.name)
      return behaviour.report(state, state.turn?.attempt?.chain)
    },
  }
}
