// Limits of what a person may use, as a form shows them. An empty field sets no limit.
import type { Operations } from "@pawl/client"

export type Limits = NonNullable<Operations["groups.put"]["body"]["limits"]>
export type LimitName = keyof Limits

/** How many of the stored unit one of the shown unit is: time is stored in milliseconds and shown in minutes. */
export const LIMITS = {
  costUsd: 1,
  tokens: 1,
  ms: 60_000,
  toolCalls: 1,
  sessions: 1,
  activeSessions: 1,
  runningSessions: 1,
} as const satisfies Readonly<Record<LimitName, number>>

export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[]

export type LimitsForm = Readonly<Record<LimitName, string>>

export function limitsForm(limits: Limits = {}): LimitsForm {
  const shown = (name: LimitName) => {
    const value = limits[name]
    return value === undefined ? "" : String(value / LIMITS[name])
  }
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, shown(name)])) as LimitsForm
}

/** The first field that is no number of at least 0. */
export function wrongLimit(form: LimitsForm): LimitName | undefined {
  return LIMIT_NAMES.find((name) => {
    const text = form[name].trim()
    return text !== "" && !(Number(text) >= 0 && Number.isFinite(Number(text)))
  })
}

export function limitsOf(form: LimitsForm): Limits {
  const set = LIMIT_NAMES.filter((name) => form[name].trim() !== "")
  return Object.fromEntries(set.map((name) => [name, Number(form[name]) * LIMITS[name]]))
}
