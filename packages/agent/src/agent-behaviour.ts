// How a session of one profile behaves: its rules, and the ports its performers get. Made once for each profile in use.
import { fittingOf, promptFor } from "./agent-context.ts"
import type { AgentOptions } from "./agent-options.ts"
import type { AgentParts } from "./agent-parts.ts"
import { type RequestBuilder, requestBuilder } from "./context/build-request.ts"
import type { Clock } from "./contracts/clock.ts"
import { type Model, withAsk } from "./contracts/model.ts"
import type { PerformPorts } from "./loop/performer.ts"
import type { Rule } from "./loop/rule.ts"
import { withAttachments } from "./model/attachments/with-attachments.ts"
import type { Profile, ProfileOptions } from "./profiles/profile.ts"
import { profileNamed, profiles } from "./profiles/profiles.ts"
import { type Grants, grantFor } from "./tools/approval/grants.ts"
import { endingTools } from "./tools/builtin/ending-tools.ts"
import { fixedTools, toolbox } from "./tools/toolbox.ts"

export interface Behaviour {
  readonly profile: Profile
  readonly rules: readonly Rule[]
  readonly ports: PerformPorts
  /** The request that would be sent now. */
  readonly report: RequestBuilder["report"]
}

export interface Behaviours {
  /** New sessions behave like this. */
  readonly own: Behaviour
  /** A session keeps the profile it was opened with; one that nobody knows any more behaves like new ones. */
  of(profile: string | undefined): Promise<Behaviour>
  /** The profile alone, without what it takes to run a session. */
  profileOf(name: string): Profile
}

export async function behavioursOf(options: AgentOptions, parts: AgentParts, clock: Clock): Promise<Behaviours> {
  const how = profileOptions(options, parts)
  const given = options.profile ?? "default"
  const own = await behave(chosen(given, how), options, parts, clock)
  const made = new Map([[own.profile.name, Promise.resolve(own)]])
  const makerOf = (name: string) => (Object.hasOwn(profiles, name) ? profiles[name] : undefined)
  return {
    own,
    profileOf: (name) => (name === own.profile.name ? own.profile : (makerOf(name)?.(how) ?? own.profile)),
    of(name = own.profile.name) {
      const create = makerOf(name)
      const known = made.get(name)
      if (known !== undefined || create === undefined) return known ?? Promise.resolve(own)
      const behaviour = behave(create(how), options, parts, clock)
      made.set(name, behaviour)
      return behaviour
    },
  }
}

function chosen(given: NonNullable<AgentOptions["profile"]>, how: ProfileOptions): Profile {
  if (typeof given === "string") return profileNamed(given)(how)
  return typeof given === "function" ? given(how) : given
}

/** A list is what is allowed; without a place to keep it, "always" lasts as long as the agent. */
export function grantsOf(options: Pick<AgentOptions, "grants">): Grants {
  const given = options.grants ?? []
  if ("list" in given) return given
  const known = kept.get(options)
  if (known !== undefined) return known
  const list = [...given]
  const grants: Grants = { list: () => list, add: (grant) => void list.push(grant) }
  kept.set(options, grants)
  return grants
}

const kept = new WeakMap<object, Grants>()

function profileOptions({ maxIterations, window }: AgentOptions, { models }: AgentParts): ProfileOptions {
  const fitting = fittingOf(models, window)
  return { models: models.length, fitting, ...(maxIterations !== undefined && { maxIterations }) }
}

async function behave(profile: Profile, options: AgentOptions, parts: AgentParts, clock: Clock): Promise<Behaviour> {
  const { approve = "ask", resultLimits = {} } = options
  const { resultChars, sampling } = profile
  const fitting = fittingOf(parts.models, options.window)
  const sources = profile.endingTools ? [...parts.sources, fixedTools(endingTools())] : parts.sources
  const maxResultChars = resultChars === null ? Number.POSITIVE_INFINITY : resultChars
  const limits = { resultLimits, ...(maxResultChars !== undefined && { maxResultChars }) }
  const tools = toolbox(sources, { clock, approve, ...limits })
  const { blobs } = parts.store
  const definitions = async () => {
    await parts.ready()
    return tools.definitions()
  }
  const buildRequest = requestBuilder({
    prompt: promptFor(profile, options, parts),
    definitions,
    blobs,
    fitting,
    place: profile.context.place,
    now: () => clock.now(),
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(profile.prompt !== undefined && { style: profile.prompt }),
    ...(sampling !== undefined && { sampling }),
  })
  return {
    profile,
    rules: profile.rules,
    report: buildRequest.report,
    ports: {
      clock,
      models: await speakers(
        declared(parts.models, options.window),
        options.dialect ?? profile.dialect,
        profile.prompt?.layout?.["tool-rules"] ?? "system",
      ),
      // A call that a crash left open may come before the first request.
      toolbox: { ...tools, prepare: async (call) => parts.ready().then(() => tools.prepare(call)) },
      blobs,
      fitting,
      policy: profile.context,
      grantFor: (asked, ofSession) => grantFor(asked, [...ofSession, ...grantsOf(options).list()]),
      buildRequest,
      ...(profile.interruptedTools !== undefined && { interruptedTools: profile.interruptedTools }),
    },
  }
}

/** What the user declares wins over what a catalogue says, wherever it matters. */
function declared(models: readonly Model[], window: number | undefined): readonly Model[] {
  if (window === undefined) return models
  return models.map((model) => withAsk(model, (request, how) => model.ask(request, how), window))
}

/** Dialects are loaded only where one is spoken. */
async function speakers(
  models: readonly Model[],
  dialect: string | undefined,
  toolsIn: "system" | "turn",
): Promise<readonly Model[]> {
  if (dialect === undefined) return models.map(withAttachments)
  const { dialectNamed, speaking } = await import("./model/dialects/dialects.ts")
  return models.map((model) => withAttachments(speaking(model, dialectNamed(dialect, { toolsIn }))))
}
