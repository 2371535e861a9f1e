// A long session: a turn with a tool call that an agent really ran, repeated under other numbers.
import { createAgent } from "../../../agent/create-agent.ts"
import type { Fact } from "../../../contracts/fact.ts"
import type { Store } from "../../../contracts/store.ts"
import { columnsOf } from "../../../kernel/state/columns.ts"
import { foldFacts } from "../../../kernel/state/fold.ts"
import { call, scripted } from "../../../model/scripted.ts"
import { memory } from "../../../store/memory.ts"
import { tool } from "../../../tools/tool.ts"

/** Each turn has four messages: the input, a call, its result, the answer. */
export async function longSession(store: Store, id: string, turns: number): Promise<void> {
  const [opened, ...turn] = await recorded()
  if (opened === undefined) throw new Error("The agent recorded nothing.")
  const facts = Array.from({ length: turns }, (_, index) => renumbered(turn, index)).flat()
  const past = { facts, columns: columnsOf(foldFacts([opened, ...facts.slice(0, turn.length)])), hashes: [] }
  await store.sessions.create({ id, opened, profile: "default", past })
}

async function recorded(): Promise<readonly Fact[]> {
  const look = tool({
    name: "look",
    description: "Looks an order up.",
    input: { type: "object", properties: { order: { type: "integer" } } },
    effect: "read",
    run: () => "The order was sent on Monday, by train. ".repeat(20),
  })
  const model = scripted(({ results }) =>
    results.length > 0 ? "It was sent. ".repeat(40) : { calls: [call("look", { order: 42 })] },
  )
  const agent = await createAgent({ model, tools: [look], store: memory() })
  const session = await agent.open({ id: "recorded" })
  await session.ask("Where is order 42?")
  const facts = await session.facts()
  await agent.close()
  return facts
}

/** The same turn as the `index`th of a session. */
function renumbered(turn: readonly Fact[], index: number): readonly Fact[] {
  const ids = new Set(turn.flatMap((fact) => ("call" in fact ? [fact.call] : [])))
  return turn.map((fact, place) => {
    const named = [...ids].reduce(
      (text, id) => text.replaceAll(id, `${id}-${index}`),
      JSON.stringify({ ...fact, seq: 0 }),
    )
    const written = JSON.parse(named.replaceAll(/"attempt":"1\./g, `"attempt":"${index + 1}.`)) as Fact
    const seq = 2 + index * turn.length + place
    const shown = fact.type === "model-asked" ? { seen: fact.seen + index * turn.length } : {}
    return { ...written, seq, ...shown, ...("turn" in fact && { turn: index + 1 }) } as Fact
  })
}
