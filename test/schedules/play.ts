// Plays a schedule to its end and lists everything that must not have happened.
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { isPawlError } from "../../packages/agent/src/contracts/error.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { settleAs } from "../../packages/agent/src/session/__fixtures__/settle-as.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { logObjections } from "./log-objections.ts"
import type { Action, Schedule } from "./schedule.ts"
import { World } from "./world.ts"

export interface Played {
  readonly objections: readonly string[]
  readonly facts: readonly Fact[]
}

export async function play(schedule: Schedule): Promise<Played> {
  const world = new World(schedule)
  // A process that runs nothing: it sends commands, which must be carried out by whichever process lives.
  const client = await createAgent({ store: world.store, model: scripted(() => ""), clock: world.clock, run: "none" })
  const session = await client.open({ id: "s" })
  const other = schedule.isLimited ? await client.open({ id: "t" }) : undefined
  await world.boot()
  const accepted: string[] = []
  for (const [index, action] of [
    { kind: "say", whenBusy: "queue", afterMs: 0 } as const,
    ...schedule.actions,
  ].entries()) {
    await world.clock.advance(action.afterMs)
    const said = await act(action, `c${index}`, session, world)
    if (said !== undefined) accepted.push(said)
    if (index === 0) await other?.send("input t", { id: "t" }).accepted()
  }
  for (const { process } of world.processes) {
    process.thaw()
    process.mend()
  }
  const stuck = await bringToRest(session, world)
  if (other !== undefined) stuck.push(...(await bringToRest(other, world)), ...(await othersObjections(other, world)))
  const facts = await session.facts()
  const withdrawn = withdrawals(facts, world.withdrawn)
  return {
    facts,
    objections: [
      ...world.objections,
      ...stuck,
      ...withdrawn,
      ...logObjections(facts, accepted, effectsOf(session, world)),
    ],
  }
}

async function othersObjections(other: Session, world: World): Promise<readonly string[]> {
  const found = logObjections(await other.facts(), ["t"], effectsOf(other, world))
  return found.map((objection) => `the other session: ${objection}`)
}

function effectsOf({ id }: Session, { effects }: World): ReadonlyMap<string, number> {
  return new Map([...effects].filter(([key]) => key.startsWith(`${id}:`)))
}

/** A message that was taken back never begins, and no other is withdrawn. */
function withdrawals(facts: readonly Fact[], expected: readonly string[]): readonly string[] {
  const found = facts.flatMap((fact) => (fact.type === "input-withdrawn" ? [fact.command] : []))
  return `${found.toSorted()}` === `${expected.toSorted()}` ? [] : [`withdrawn ${found}, expected ${expected}`]
}

/** Returns the id of an accepted `say`: it must be in the log at the end. */
async function act(action: Action, id: string, session: Session, world: World): Promise<string | undefined> {
  const { process, agent } = world.current
  switch (action.kind) {
    case "say":
      return (await allowed(session.send(`input ${id}`, { id, whenBusy: action.whenBusy }).accepted())) ? id : undefined
    case "unsend":
    case "steer": {
      const queued = await session.queued()
      const { id: message } = queued[action.which % queued.length] ?? {}
      if (message === undefined) return undefined
      if (action.kind === "steer") await session.steer(message)
      else if (await session.unsend(message)) world.withdrawn.push(message)
      return undefined
    }
    case "approve":
    case "deny":
    case "edit":
    case "answer": {
      const open = (await session.info()).openRequests
      const call = open[action.which % open.length]?.call
      if (call === undefined) return undefined
      const edited = action.kind === "edit" ? { arguments: { path: "edited", ms: 1 } } : {}
      const decision = action.kind === "deny" ? "denied" : "approved"
      if (action.kind === "answer") await allowed(session.answer(call, "This one", { id }))
      else await allowed(settleAs(session, call, { decision, id, ...edited }))
      return undefined
    }
    case "cancel":
      await session.cancel({ id })
      return undefined
    case "crash":
      process.crash()
      await world.boot()
      return undefined
    case "freeze":
      process.freeze()
      await world.boot()
      return undefined
    case "thaw":
      for (const each of world.processes) each.process.thaw()
      return undefined
    case "cut":
      process.cut(action.where)
      return undefined
    case "deaf":
      process.deafen()
      return undefined
    case "mend":
      for (const each of world.processes) each.process.mend()
      return undefined
    case "twice":
      await world.boot()
      return undefined
    case "evict":
      await agent.evict(session.id)
      return undefined
    case "restart":
      if (!process.isDead) process.thaw()
      process.mend()
      await world.clock.run(agent.close())
      await world.boot()
      return undefined
  }
}

async function allowed(command: Promise<unknown>): Promise<boolean> {
  try {
    await command
    return true
  } catch (error) {
    if (isPawlError(error, "session-busy") || isPawlError(error, "approval-not-open")) return false
    throw error
  }
}

/** A session that writes no new fact for so many seconds is stuck. The longest wait for a rate is 60 s. */
const MAX_STILL_ROUNDS = 400

/** Answers every request until the session rests. Waits for a learnt rate can add up: only a standstill is stuck. */
async function bringToRest(session: Session, world: World): Promise<string[]> {
  let steps = 0
  for (let still = 0; still < MAX_STILL_ROUNDS; still++) {
    await world.clock.advance(1000)
    const { status, openRequests } = await session.info()
    const queued = await world.store.inbox.read(session.id)
    if ((status === "idle" || status === "failed") && queued.length === 0) return []
    for (const { call, kind } of openRequests) {
      await allowed(kind === "approval" ? session.decide(call, "approve") : session.answer(call, "The first"))
    }
    const now = (await session.facts()).filter((fact) => fact.type !== "request-held").length
    if (now > steps) still = 0
    steps = now
  }
  const { status } = await session.info()
  return [`stuck: status ${status}, ${(await world.store.inbox.read(session.id)).length} commands left`]
}
