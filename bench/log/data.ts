// Sessions and facts as a working agent would leave them.
import type { Draft, Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Columns } from "../../packages/agent/src/contracts/sessions.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"

export const runner = { id: "bench", pid: process.pid, boot: "bench", started: "0" }

export function columns(updatedAt: number): Columns {
  return {
    status: "tool_loop",
    dueAt: 0,
    openRequests: [],
    turns: 1,
    messages: 12,
    usage: { inputTokens: 1200, outputTokens: 340 },
    preview: "Rename the screenshots by what they show",
    updatedAt,
    error: null,
  }
}

export async function openSessions(store: Store, ids: readonly string[]): Promise<void> {
  await store.leases.join(runner)
  const at = Date.now()
  const created = ids.map((id, index) => {
    const opened: Fact = { type: "session-opened", session: id, profile: "default", v: 1, seq: 1, at: at + index }
    return store.sessions.create({ id, opened, profile: "default" })
  })
  await Promise.all(created)
}

/** Turns of eight facts: said, asked, answered with a call, run, asked again, answered, finished. About 300 bytes each. */
export function workingFacts(count: number): readonly Fact[] {
  const facts: Fact[] = []
  for (let turn = 1; facts.length < count; turn++) {
    for (const draft of turnOf(turn, facts.length + 2)) {
      if (facts.length === count) break
      facts.push({ ...draft, v: 1, seq: facts.length + 2, at: 1_700_000_000_000 + facts.length })
    }
  }
  return facts
}

const WORDS = "the quick brown fox jumps over the lazy dog and is tired. "
const usage = { inputTokens: 900, outputTokens: 60 }

function turnOf(turn: number, seq: number): readonly Draft[] {
  const call = { id: `call-${turn}`, name: "read_file", arguments: { path: `src/module-${turn}.ts` } }
  const sections = { system: "a".repeat(64), tools: "b".repeat(64) }
  const asked = (iteration: number, seen: number): Draft => {
    const attempt = `${turn}.${iteration}.1`
    return { type: "model-asked", attempt, turn, iteration, model: "scripted", seen, sections }
  }
  const answer = { reasoning: [], problems: [], usage, ms: 900 }
  return [
    {
      type: "turn-started",
      turn,
      trace: `trace-${turn}`,
      command: `say-${turn}`,
      input: [{ type: "text", text: WORDS }],
    },
    asked(1, seq),
    { type: "model-answered", attempt: `${turn}.1.1`, text: WORDS, calls: [call], stop: "tool-calls", ...answer },
    {
      type: "tool-started",
      call: call.id,
      asked: call.name,
      name: call.name,
      arguments: call.arguments,
      repairs: [],
      effectKey: `bench:${call.id}`,
      effect: "read",
    },
    {
      type: "tool-finished",
      call: call.id,
      name: call.name,
      outcome: "ok",
      content: [{ type: "text", text: WORDS.repeat(4) }],
      ms: 12,
    },
    asked(2, seq + 4),
    { type: "model-answered", attempt: `${turn}.2.1`, text: WORDS.repeat(3), calls: [], stop: "end", ...answer },
    { type: "turn-finished", turn, outcome: "completed", text: WORDS.repeat(3), usage },
  ]
}
