// A team: the parent delegates two tasks at once. One child has an effect that must not happen twice, the other needs
// approval first. A process that is killed begins the story, and another finishes it.
import { appendFileSync } from "node:fs"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { childrenIn } from "../../packages/agent/src/kernel/state/lists.ts"
import { call, type Script, scripted } from "../../packages/agent/src/model/scripted.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { once, resultsText } from "../kill/story.ts"
import { count, readLines } from "../kill/victims.ts"
import { logObjections } from "../schedules/log-objections.ts"

export const ENDS = "Together: send did it; pay did it"
const PRICE = { inputTokens: 100, outputTokens: 10 }

/** Each answer depends on the request alone, so that it is the same in every process. */
const script: Script = (request) => {
  const { said, results } = request
  if (said === "team") {
    if (results.length > 0) return { text: `Together: ${resultsText(results)}`, usage: PRICE }
    request.needTool("delegate")
    return { calls: ["send", "pay"].map((task) => call("delegate", { task })), usage: PRICE }
  }
  return results.length === 0 ? { calls: [call(said)], usage: PRICE } : { text: resultsText(results), usage: PRICE }
}

export function team(folder: string): Pick<AgentOptions, "model" | "tools" | "delegation" | "leases"> {
  const act = (name: string, approval: boolean) =>
    tool({
      name,
      description: name,
      input: {},
      effect: "once",
      approval,
      run: (_, { effectKey }) => {
        appendFileSync(`${folder}/effects`, `${effectKey}\n`)
        return `${name} did it`
      },
    })
  const leases = { sweepMs: 50 }
  return { model: scripted(script), tools: [act("send", false), act("pay", true)], delegation: true, leases }
}

/** Sends the message, approves every call, and waits for the end. Both may have been done before a crash. */
export async function play(session: Session): Promise<string> {
  for await (const event of session.send("team", { id: "say" })) {
    if (event.type === "approval-requested") await once(session.decide(event.call, "approve"))
    if (event.type === "turn-end") return event.outcome === "completed" ? event.text : event.outcome
  }
  return ""
}

/** Checks what must never be in the logs of parent and children, and in the external ledger of effects. */
export async function objections(store: Store, folder: string): Promise<readonly string[]> {
  const effects = count(readLines(`${folder}/effects`))
  const parent = await store.log.read("s", 0)
  const ids = childrenIn(parent)
  const children = await Promise.all(ids.map((id) => store.log.read(id, 0)))
  // Delegating a task is an effect that the child's log records.
  const given = parent.flatMap((fact) => (fact.type === "tool-started" ? [fact.effectKey] : []))
  const told = new Map([...effects, ...given.map((key): [string, number] => [key, 1])])
  return [
    ...(ids.length === 2 ? [] : [`there are ${ids.length} children`]),
    ...logObjections(parent, ["say"], told),
    ...children.flatMap((facts, place) =>
      logObjections(facts, [`delegate:${ids[place]}`], effects).map((each) => `child ${place}: ${each}`),
    ),
    ...children.flatMap((facts, place) => doneOnce(facts, effects).map((each) => `child ${place}: ${each}`)),
    ...paidOnce(parent, children),
  ]
}

/** A child's effect happened once, or its outcome was reported as unknown. */
function doneOnce(facts: readonly Fact[], effects: ReadonlyMap<string, number>): readonly string[] {
  const started = facts.find((fact) => fact.type === "tool-started")
  const times = started?.type === "tool-started" ? (effects.get(started.effectKey) ?? 0) : 0
  const isUnknown = facts.some((fact) => fact.type === "tool-finished" && fact.outcome === "unknown")
  return times === 1 || isUnknown ? [] : [`its deed was done ${times} times`]
}

/** The cost of the parent's turn is that of its own requests plus what its children report. */
function paidOnce(parent: readonly Fact[], children: readonly (readonly Fact[])[]): readonly string[] {
  const costs = (facts: readonly Fact[]) => {
    const end = facts.find((fact) => fact.type === "turn-finished")
    return end?.type === "turn-finished" ? end.usage.inputTokens : 0
  }
  const own = parent.filter((fact) => fact.type === "model-answered").length * PRICE.inputTokens
  const wanted = own + children.reduce((sum, facts) => sum + costs(facts), 0)
  return costs(parent) === wanted ? [] : [`the turn costs ${costs(parent)}, and should cost ${wanted}`]
}
