// Says before each request whether it may be sent: by what the turn and the session used, as the log has it, and by
// what the owner used today, as the store sums it up over all processes.

import type { Clock } from "../../contracts/clock.ts"
import { dayAt, dayName, type LimitMet, type Limits } from "../../contracts/limits.ts"
import type { UsageSums } from "../../contracts/store.ts"
import { addUsage, noUsage } from "../../contracts/usage.ts"
import type { State } from "../../kernel/state/state.ts"
import { checkLimits, type LimitCheck, type Used } from "./check-limits.ts"
import type { LimitFact } from "./facts/usage-limit-met.ts"
import { ownerLimits } from "./owner-limits.ts"
import type { Allowance, LimitPorts, MoreUsed } from "./ports.ts"
import { USAGE_LIMIT } from "./rules.ts"
import { hasUsageLimit } from "./usage-limits.ts"
import { reachedWords } from "./words.ts"

export interface AllowanceSetup {
  readonly limits: Limits
  readonly sums: UsageSums
  readonly clock: Clock
  /** Called before a request whose cost would stay unknown although there is a limit of costs. */
  readonly onUnpriced: (session: string, model: string) => void
}

export function allowanceOf({ limits, sums, clock, onUnpriced }: AllowanceSetup): Required<LimitPorts>["allowance"] {
  return async (session, state, model, more) => {
    const now = clock.now()
    const { turn, session: opened } = state
    const owner = opened?.owner ?? null
    const ofOwner = typeof limits.owner === "function" ? await ownerLimits(limits.owner, owner) : limits.owner
    const hasCosts = [limits.turn, limits.session, ofOwner].some((each) => each?.costUsd !== undefined)
    if (hasCosts) onUnpriced(session, model)
    const checks: LimitCheck[] = []
    if (limits.turn !== undefined && turn !== undefined && turn.finished === undefined)
      checks.push(checkLimits("turn", limits.turn, plus(turn, more)))
    if (limits.session !== undefined) checks.push(checkLimits("session", limits.session, plus(state, more)))
    if (ofOwner !== undefined && hasUsageLimit(ofOwner)) {
      const used = await usedOn(dayName(dayAt(now)), owner, sums)
      checks.push(checkLimits("owner", ofOwner, plus(used, more)))
    }
    return toAllowance(checks, state, now)
  }
}

function plus(used: Used, more: MoreUsed | undefined): Used {
  if (more === undefined) return used
  return { ...used, usage: addUsage(used.usage, more.usage), workMs: used.workMs + more.ms }
}

async function usedOn(day: string, owner: string | null, sums: UsageSums): Promise<Used> {
  let [usage, workMs, toolCalls] = [noUsage, 0, 0]
  for (const row of await sums.list({ owner, from: day, to: day })) {
    usage = addUsage(usage, row.usage)
    workMs += row.ms
    toolCalls += row.toolCalls
  }
  return { usage, workMs, toolCalls }
}

function toAllowance(checks: readonly LimitCheck[], state: State, now: number): Allowance {
  const told = state.limitsTold ?? []
  const near = checks
    .flatMap((check) => check.near)
    .map((met) => toFact(met, "near", state, now))
    .filter(({ once }) => !told.includes(once))
  const reached = checks.find((check) => check.reached !== undefined)?.reached
  if (reached === undefined) return { near }
  const error = { class: "config", code: USAGE_LIMIT, message: reachedWords(reached) } as const
  return { near, reached: { fact: toFact(reached, "reached", state, now), error } }
}

function toFact(met: LimitMet, level: LimitFact["level"], { turn }: State, now: number): LimitFact {
  const { scope, limit, max } = met
  const number = turn?.number ?? 0
  const when = { turn: ` ${number}`, session: "", owner: ` ${dayName(dayAt(now))}` }[scope]
  return { type: "usage-limit-met", turn: number, level, ...met, once: `${scope}${when} ${limit} ${max}` }
}
