// Builds how sessions of one profile behave: their rules, and the ports of their performers.
import { defined } from "../base/defined.ts"
import { type RequestBuilder, requestBuilder } from "../context/build-request.ts"
import type { ToolChoice } from "../contracts/turn-output.ts"
import { policyBy } from "../features/approval/ask-policy.ts"
import { USUAL_MODES } from "../features/approval/modes.ts"
import { withUsageLimits } from "../features/limits/rules.ts"
import { hasUsageLimits } from "../features/limits/usage-limits.ts"
import { permitsBy } from "../features/offer/permits.ts"
import { permitsModelBy } from "../features/offer/permits-model.ts"
import { withTurnDemands } from "../features/output/turn-demands.ts"
import type { PerformPorts } from "../kernel/performer.ts"
import type { Rule } from "../kernel/rule.ts"
import { withTokenLimit } from "../kernel/rules/limit-tokens.ts"
import type { Profile } from "../profiles/profile.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import { grantingFor } from "./granting.ts"
import type { AgentOptions } from "./options.ts"
import { planningFor, withBeside } from "./planner-wiring.ts"
import { contextFor, fittingOf } from "./request-context.ts"
import { judgesFor, sessionModels } from "./session-models.ts"
import { type SessionTools, sessionTools, undoLimitsOf } from "./session-tools.ts"

export interface Behaviour {
  readonly profile: Profile
  readonly rules: readonly Rule[]
  /** The names of the finish checks that apply to answers. */
  readonly checks: readonly string[]
  /** The agent's own choice, for turns that have none. */
  readonly toolChoice?: ToolChoice
  readonly ports: PerformPorts
  /** The request that would be sent now. */
  readonly report: RequestBuilder["report"]
}

export async function behave(making: BehaviourInputs): Promise<Behaviour> {
  const { profile, options, parts, delegated } = making
  const fitting = fittingOf(parts.models, options.window)
  const tools = await sessionTools(making, fitting)
  const context = contextFor(making, tools, fitting)
  const planning = await planningFor(making, tools.selection, context)
  const buildRequest = requestBuilder(context)
  return {
    profile,
    checks: (profile.checks ?? []).map(({ name }) => name),
    rules: limited(withTurnDemands(withTokenLimit(planning.rules(profile.rules), delegated?.maxTokens)), options),
    // The choice is about what people ask: a child has a task of its own.
    ...(delegated === undefined && defined({ toolChoice: options.toolChoice })),
    report: buildRequest.report,
    ports: {
      ...portsFor(making, tools),
      models: await sessionModels(making),
      judges: await judgesFor(parts),
      fitting: withBeside(fitting, parts),
      buildRequest: planning.buildRequest(buildRequest),
    },
  }
}

/** Without limits the rules stay as they are. */
function limited(rules: readonly Rule[], { limits }: AgentOptions): readonly Rule[] {
  return limits === undefined || !hasUsageLimits(limits) ? rules : withUsageLimits(rules, limits)
}

type Made = "models" | "judges" | "fitting" | "buildRequest"

function portsFor(making: BehaviourInputs, { sources, toolbox }: SessionTools): Omit<PerformPorts, Made> {
  const { profile, options, parts, clock, children, outputs, contexts, rates, onFailure } = making
  const { maxFileBytes, maxSessionBytes } = undoLimitsOf(options)
  const { files, store } = parts
  return {
    clock,
    toolbox,
    outputs,
    blobs: store.blobs,
    ...defined({ files, rates, maxRateWaitMs: options.maxRetryAfterMs }),
    maxFileBytes,
    maxKeptBytes: maxSessionBytes,
    onFailure,
    contextFor: (state) => contexts.of(state),
    policy: profile.context,
    stopChild: (child) => children.cancel(child),
    ...grantingFor(making, sources),
    approvalModes: options.approvalModes ?? USUAL_MODES,
    ...(hasUsageLimits(options.limits) && { allowance: making.allowance }),
    ...policyFor(making),
    ...permitsFor(making),
    ...answerWithin(profile, options),
    ...interruptedTools(profile, options),
  }
}

function policyFor({ options: { approve }, warn }: BehaviourInputs): Pick<PerformPorts, "policyFor"> {
  return typeof approve === "function" ? { policyFor: policyBy(approve, warn) } : {}
}

function permitsFor({ options, contexts, warn }: BehaviourInputs): Pick<PerformPorts, "permits" | "permitsModel"> {
  const { permits, permitsModel } = options
  return {
    ...(permits !== undefined && { permits: permitsBy(permits, warn) }),
    ...(permitsModel !== undefined && {
      permitsModel: permitsModelBy(permitsModel, (state) => contexts.of(state), warn),
    }),
  }
}

function interruptedTools(profile: Profile, options: AgentOptions): Pick<PerformPorts, "interruptedTools"> {
  const how = options.interruptedTools ?? profile.interruptedTools
  return how === undefined ? {} : { interruptedTools: how }
}

function answerWithin({ approvals: own }: Profile, { approvals }: AgentOptions): Pick<PerformPorts, "answerWithinMs"> {
  const timeoutMs = approvals?.timeoutMs === undefined ? own?.timeoutMs : approvals.timeoutMs
  return timeoutMs === undefined || timeoutMs === null ? {} : { answerWithinMs: timeoutMs }
}
