// REPL commands that show the requests to the model and the statistics of this session.
import type { Session } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { redactor } from "../redact.ts"
import { world } from "../world.ts"
import type { ReplCommand, Room } from "./command.ts"
import type { Completion } from "./terminal.ts"

export const OBSERVE_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/replay",
    usage: "/replay [CALL]",
    summary: "show the requests to the model, or one of them in full",
    details: 'Secrets are redacted. "pawl replay" checks whether the rules would decide the same way.',
    isUsable: hasTurns,
    complete: ({ conversation }, given) => (given.length > 0 ? [] : callsIn(conversation.session)),
    run: replay,
  },
  {
    name: "/stats",
    usage: "/stats",
    summary: "show statistics of models and tools in this session",
    isUsable: hasTurns,
    run: stats,
  },
  { name: "/cost", usage: "/cost", summary: "show what this session used and cost, by model", run: cost },
]

async function hasTurns({ conversation }: Room): Promise<boolean> {
  return (await conversation.session.info()).turns > 0
}

/** The numbers of the requests, as the list of them has. */
async function callsIn(session: Session): Promise<readonly Completion[]> {
  const asked = (await session.facts()).filter(({ type }) => type === "model-asked")
  return asked.map((fact, at) => ({ text: `${at + 1}`, about: `asked at ${new Date(fact.at).toLocaleTimeString()}` }))
}

async function replay({ conversation, terminal }: Room, [call]: readonly string[]): Promise<void> {
  const { requestTexts } = await import("../sessions/show-requests.ts")
  const { session, settings } = conversation
  const [row, facts] = await Promise.all([session.info(), session.facts()])
  // The parts of requests are in the store, which the agent does not share: open the same file a second time.
  const store = await openStore(settings)
  try {
    const flags = new Map(call === undefined ? [] : [["call", call]])
    for await (const text of requestTexts(row, facts, { store, flags })) terminal.tell(text.trimEnd())
  } finally {
    await store.close()
  }
}

async function stats({ conversation, terminal }: Room): Promise<void> {
  const [{ statsOf }, { statsText }] = await Promise.all([
    import("@pawl/agent/observe"),
    import("../observe/stats-text.ts"),
  ])
  const text = statsText(statsOf(await conversation.session.facts()), 1)
  terminal.tell(redactor(world().env)(text).trimEnd())
}

async function cost({ conversation, terminal }: Room): Promise<void> {
  const [{ statsOf }, { costLines }] = await Promise.all([
    import("@pawl/agent/observe"),
    import("../observe/cost-text.ts"),
  ])
  const stats = statsOf(await conversation.session.facts())
  terminal.tell(costLines(stats, conversation.settings.limits.session?.costUsd))
}
