// How a session of one profile behaves: its rules, and the ports its performers get. Made once for each profile in use.
import { resolve } from "node:path"
import { type ContextOptions, type RequestBuilder, requestBuilder } from "../context/build-request.ts"
import type { Delegated } from "../contracts/delegation.ts"
import { messageOf } from "../contracts/error.ts"
import { UNDO_LIMITS } from "../contracts/files.ts"
import { type Model, withAsk } from "../contracts/model.ts"
import { isPlaced, placeOf } from "../features/approval/policy/grant-place.ts"
import { grantIn } from "../features/approval/policy/granting.ts"
import type { Grants } from "../features/approval/policy/grants.ts"
import { secretsReadIn } from "../features/approval/policy/secrets-read.ts"
import { sourcesFor } from "../features/delegation/child-tools.ts"
import { delegatedWords } from "../features/delegation/kinds.ts"
import { guarded } from "../features/finish/checks.ts"
import { endingTools } from "../features/finish/ending-tools.ts"
import type { PerformPorts } from "../kernel/performer.ts"
import type { Rule } from "../kernel/rule.ts"
import { withTokenLimit } from "../kernel/rules/limit-tokens.ts"
import { withAttachments } from "../model/attachments/with-attachments.ts"
import { toldThinking } from "../model/told-thinking.ts"
import { withoutSecrets } from "../model/without-secrets.ts"
import { withWrittenCalls } from "../model/written-calls.ts"
import type { Profile, ProfileOptions } from "../profiles/profile.ts"
import { profileNamed, profiles } from "../profiles/profiles.ts"
import { onlyTools } from "../tools/only-tools.ts"
import { type Compiled, registryOf } from "../tools/registry.ts"
import type { ToolSource } from "../tools/tool.ts"
import { fixedTools, toolbox } from "../tools/toolbox.ts"
import type { AgentOptions } from "./options.ts"
import { type OwnPorts, ownTools } from "./own-tools.ts"
import type { AgentParts } from "./parts.ts"
import { besideOf, orchestraFor, withBeside, withoutPlans } from "./planner-wiring.ts"
import { fittingOf, promptFor } from "./request-context.ts"
import { findingFor } from "./tool-selection.ts"

export interface Behaviour {
  readonly profile: Profile
  readonly rules: readonly Rule[]
  /** The names of the finish checks that answers are held against. */
  readonly checks: readonly string[]
  readonly ports: PerformPorts
  /** The request that would be sent now. */
  readonly report: RequestBuilder["report"]
}

export interface Behaviours {
  /** New sessions behave like this. */
  readonly own: Behaviour
  /** A session keeps the profile it was opened with; one that nobody knows any more behaves like new ones. */
  of(profile: string | undefined, delegated?: Delegated): Promise<Behaviour>
  /** The profile alone, without what it takes to run a session. */
  profileOf(name: string): Profile
}

export async function behavioursOf(options: AgentOptions, parts: AgentParts, ports: OwnPorts): Promise<Behaviours> {
  const how = profileOptions(options, parts)
  const given = options.profile ?? "default"
  const own = await behave(chosen(given, how), options, parts, ports)
  const made = new Map([[keyOf(own.profile.name), Promise.resolve(own)]])
  const makerOf = (name: string) => (Object.hasOwn(profiles, name) ? profiles[name] : undefined)
  return {
    own,
    profileOf: (name) => (name === own.profile.name ? own.profile : (makerOf(name)?.(how) ?? own.profile)),
    of(wanted = own.profile.name, delegated = undefined) {
      const name = makerOf(wanted) === undefined ? own.profile.name : wanted
      const known = made.get(keyOf(name, delegated))
      if (known !== undefined) return known
      const limited = { ...how, ...iterationsOf(delegated) }
      const profile = name === own.profile.name ? chosen(given, limited) : makerOf(name)?.(limited)
      const behaviour = behave(profile ?? own.profile, options, parts, ports, delegated)
      made.set(keyOf(name, delegated), behaviour)
      return behaviour
    },
  }
}

/** Children of one kind, depth and budget behave alike. */
function keyOf(profile: string, delegated?: Delegated): string {
  if (delegated === undefined) return profile
  const { depth, kind, maxIterations, maxTokens } = delegated
  return JSON.stringify([profile, depth, kind, maxIterations, maxTokens])
}

function iterationsOf({ maxIterations }: Partial<Delegated> = {}): ProfileOptions {
  return maxIterations === undefined ? {} : { maxIterations }
}

function chosen(given: NonNullable<AgentOptions["profile"]>, how: ProfileOptions): Profile {
  if (typeof given === "string") return profileNamed(given)(how)
  return typeof given === "function" ? given(how) : given
}

/** A list is what is allowed; without a place to keep it, "always" lasts as long as the agent. */
export function grantsOf(options: Pick<AgentOptions, "grants">): Grants {
  const given = options.grants ?? []
  // Kept by somebody, maybe for many workspaces, maybe since before grants had one.
  if ("list" in given) return { list: () => given.list().filter(isPlaced), add: (grant) => given.add(grant) }
  const known = kept.get(options)
  if (known !== undefined) return known
  const list = [...given]
  const grants: Grants = { list: () => list, add: (grant) => void list.push(grant) }
  kept.set(options, grants)
  return grants
}

const kept = new WeakMap<object, Grants>()

function profileOptions(options: AgentOptions, { models }: AgentParts): ProfileOptions {
  const { maxIterations, maxRetryAfterMs, window } = options
  const fitting = fittingOf(models, window)
  return {
    models: models.length,
    fitting,
    ...(maxIterations !== undefined && { maxIterations }),
    ...(maxRetryAfterMs !== undefined && { maxRetryAfterMs }),
    ...finishOf(options),
  }
}

/** A user's own checks run within the rules: whatever they do, a session goes on. */
function finishOf({ finish, onError }: AgentOptions): Pick<ProfileOptions, "finish"> {
  if (finish === undefined) return {}
  if (typeof finish !== "object") return { finish }
  const told =
    onError === undefined ? (error: unknown) => process.emitWarning(messageOf(error)) : onError.bind(null, "")
  return { finish: finish.map((check) => guarded(check, told)) }
}

function contentsOf(name: string, sources: readonly ToolSource[]): readonly string[] {
  const found = sources.flatMap((source) => source.tools()).find((tool) => tool.name === name)
  return found?.contents ?? []
}

async function behave(
  profile: Profile,
  options: AgentOptions,
  parts: AgentParts,
  { clock, children, onFailure }: OwnPorts,
  delegated?: Delegated,
): Promise<Behaviour> {
  const { approve = "ask" } = options
  const resultLimits = { ...profile.resultLimits, ...options.resultLimits }
  const { resultChars, sampling } = profile
  const fitting = fittingOf(parts.models, options.window)
  const own = await ownTools(profile, options, { delegated, taken: parts.sources }, { children, clock })
  const sources = [
    ...sourcesFor(parts.sources, delegated, options),
    ...(profile.endingTools ? [fixedTools(endingTools())] : []),
    ...onlyTools([fixedTools(own, { isProven: true, group: "builtin" })], options.onlyTools),
  ]
  const maxResultChars = resultChars === null ? Number.POSITIVE_INFINITY : resultChars
  const limits = { resultLimits, ...(maxResultChars !== undefined && { maxResultChars }) }
  const { files } = parts
  const { maxFileBytes, maxSessionBytes } = { ...UNDO_LIMITS, ...options.undo }
  const undo = files === undefined ? {} : { undo: { files, maxFileBytes, isOff: options.undo === false } }
  const secrets = parts.secrets === undefined ? {} : { secrets: parts.secrets }
  const { aliases = {}, workspace: folder = process.cwd() } = options
  const compiled: Compiled = new WeakMap()
  const registry = registryOf(sources, parts.secrets?.clean, compiled)
  const finding = await findingFor(profile, options, { registry, fitting, clock })
  const tools = toolbox([...sources, fixedTools(finding.tools, { isProven: true })], {
    clock,
    approve,
    aliases,
    folder,
    compiled,
    roots: [...new Set([resolve(folder), ...(files === undefined ? [] : [files.root])])],
    ...(onFailure && { onFailure }),
    ...secrets,
    ...limits,
    ...undo,
  })
  const { blobs, log } = parts.store
  const root = resolve(folder)
  const hasReadSecrets = secretsReadIn({ log, blobs }, root, (name) => contentsOf(name, sources))
  // Where tools work is found once: a link that is turned later leads no grant elsewhere.
  const place = files?.root ?? placeOf(root)
  const granting = { grants: grantsOf(options), root: place, hasReadSecrets }
  const definitions = async () => {
    await parts.ready()
    return finding.definitions()
  }
  const context: ContextOptions = {
    prompt: promptFor(profile, options, parts, delegated && delegatedWords(delegated, options)),
    definitions,
    standby: () => tools.standby?.() ?? [],
    ...(finding.choose !== undefined && { choose: finding.choose }),
    blobs,
    fitting,
    place: profile.context.place,
    now: () => clock.now(),
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(profile.prompt !== undefined && { style: profile.prompt }),
    ...(sampling !== undefined && { sampling }),
  }
  const buildRequest = requestBuilder(context)
  const all = withBeside(fitting, parts)
  const { index, finder } = finding
  // A child does one thing: it needs no plan.
  const planned = delegated === undefined ? options : { ...options, orchestrate: false }
  const orchestra = await orchestraFor(planned, parts, {
    context: { ...context, fitting: all },
    index,
    ...(finder && { finder }),
  })
  return {
    profile,
    checks: (profile.checks ?? []).map(({ name }) => name),
    rules: withTokenLimit(orchestra?.rules(profile.rules) ?? profile.rules, delegated?.maxTokens),
    report: buildRequest.report,
    ports: {
      clock,
      models: await speakers(
        [...declared(parts.models, options.window), ...besideOf(parts)].map((model) =>
          withoutSecrets(model, parts.secrets),
        ),
        { ...profile, ...(options.dialect !== undefined && { dialect: options.dialect }) },
      ),
      // A call that a crash left open may come before the first request.
      // As they are: a question has no tools, so that no dialect is needed to answer it.
      judges: (parts.judge === undefined ? parts.models : [parts.judge]).map((model) =>
        withoutSecrets(model, parts.secrets),
      ),
      toolbox: {
        ...tools,
        definitions: finding.definitions,
        prepare: async (call, how) => parts.ready().then(() => tools.prepare(call, how)),
      },
      blobs,
      ...(files !== undefined && { files }),
      maxFileBytes,
      maxKeptBytes: maxSessionBytes,
      fitting: all,
      ...(onFailure && { onFailure }),
      policy: profile.context,
      stopChild: (child) => children.cancel(child),
      grantFor: (asked, ofSession, session) => grantIn(session, asked, ofSession, granting),
      buildRequest: orchestra?.buildRequest(buildRequest) ?? withoutPlans(buildRequest),
      ...answerWithin(profile, options),
      ...interruptedTools(profile, options),
    },
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

/** What the user declares wins over what a catalogue says, wherever it matters. */
function declared(models: readonly Model[], window: number | undefined): readonly Model[] {
  if (window === undefined) return models
  return models.map((model) => withAsk(model, (request, how) => model.ask(request, how), window))
}

/** Dialects are loaded only where one is spoken. */
async function speakers(given: readonly Model[], profile: Profile): Promise<readonly Model[]> {
  const { dialect = "native", thinking = "kept", prompt } = profile
  const models =
    thinking === "kept" ? given : given.map((model) => toldThinking(model, { isNative: dialect === "native" }))
  if (profile.dialect === undefined) return models.map((model) => withWrittenCalls(withAttachments(model), dialect))
  const toolsIn = prompt?.layout?.["tool-rules"] ?? "system"
  const { dialectNamed, speaking } = await import("../model/dialects/dialects.ts")
  const spoken = (model: Model) => withAttachments(speaking(model, dialectNamed(dialect, { toolsIn })))
  return models.map((model) => withWrittenCalls(spoken(model), dialect))
}
