// The REPL's commands about what happened in this session: what was sent at each model call, and what it adds up to.
import { openStore } from "../agent/agent.ts"
import { redactor } from "../redact.ts"
import { world } from "../world.ts"
import type { ReplCommand, Room } from "./commands.ts"

export const OBSERVE_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/replay",
    usage: "/replay [CALL]",
    summary: "what was sent at each model call, or at one of them, whole",
    run: replay,
  },
  { name: "/stats", usage: "/stats", summary: "how models and tools did in this session", run: stats },
]

async function replay({ conversation, terminal }: Room, [call]: readonly string[]): Promise<void> {
  const { requestTexts } = await import("../sessions/show-requests.ts")
  const { session, settings } = conversation
  const [row, facts] = await Promise.all([session.info(), session.facts()])
  // What a request was made of is in the store, and that is the agent's own: this is another door to the same file.
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
