// Plays one turn of a story, and replays its log against its rules.
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"
import { recordedRules } from "../../packages/agent/src/replay/recorded-rules.ts"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { SAID, type ScreenshotStory, screenshotStory, TITLES } from "./screenshots.ts"

export const renamed = TITLES.map((title) => `/home/me/Desktop/${title}.png`)

export interface Setup {
  readonly story?: ScreenshotStory
  readonly say?: string
  readonly react?: (event: Event, session: Session) => unknown
}

export async function play(
  options: Omit<AgentOptions, "tools" | "profile"> & { readonly profile?: string },
  setup: Setup = {},
) {
  const { profile = "local-desktop", approve = "auto", orchestrate } = options
  const world = setup.story ?? screenshotStory()
  await using agent = await createAgent({ ...options, profile, approve, tools: world.tools })
  const session = await agent.open()
  const events: Event[] = []
  for await (const event of session.send(setup.say ?? SAID)) {
    events.push(event)
    await setup.react?.(event, session)
  }
  const facts = await session.facts()
  const end = events.at(-1)
  if (end?.type !== "turn-end") throw new Error("The story has no end.")
  const calls = facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.name] : []))
  const { maxSteps, tries } = typeof orchestrate === "object" ? orchestrate : {}
  const plans = { ...(maxSteps !== undefined && { maxSteps }), ...(tries !== undefined && { tries }) }
  const report = replaySession({ facts, rules: recordedRules(facts, profileNamed(profile), { plans }) })
  return { ...world, end, events, facts, calls, report, messages: await session.messages() }
}

export function eventsOf<Type extends Event["type"]>(events: readonly Event[], type: Type) {
  return events.filter((event): event is Extract<Event, { type: Type }> => event.type === type)
}

/** Which model was asked in which phase: "router route". */
export function phases(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (fact.type === "model-asked" ? [`${fact.model} ${fact.phase ?? "-"}`] : []))
}
