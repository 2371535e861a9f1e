// What a span is called, and what is said of it to those who do not see it.

import { exactDuration } from "../../i18n/durations.ts"
import { type Key, t } from "../../i18n/words.ts"
import { isMoment, type Span } from "./span.ts"

/** What is called by its fact. */
const TOLD: Readonly<Record<string, Key>> = {
  "turn-started": "see.turnStarted",
  "turn-finished": "see.turnFinished",
  "turn-cancelled": "see.turnCancelled",
  "plan-made": "see.planMade",
  "plan-failed": "see.planFailed",
  "checkpoint-made": "see.checkpointMade",
  "restore-asked": "see.restoreAsked",
  "files-restored": "see.filesRestored",
  "conversation-rewound": "see.conversationRewound",
  "catalogue-changed": "see.catalogueChanged",
  "usage-limit-met": "see.usageLimitMet",
  "output-checked": "see.outputChecked",
}

/** What its name alone says enough of. */
const NAMED: ReadonlySet<string> = new Set(["model", "tool"])

/** "run_command", "Approval: write_file", "Turn began". */
export function titleOf({ kind, name, child }: Span): string {
  const told = TOLD[name]
  if (told !== undefined) return t(told)
  if (child !== undefined) return `${name} · ${t("see.kind_child")}`
  if (NAMED.has(kind) && name !== "") return name
  const what = t(`see.kind_${kind}`)
  // Why a history was condensed is no name.
  return name === "" || kind === "compaction" ? what : `${what}: ${name}`
}

/** `zero`: when the turn began. */
export function sentenceOf(span: Span, zero: number): string {
  const words = [
    t(`see.lane_${span.lane}`),
    titleOf(span),
    stateOf(span),
    t("see.atTime", { time: exactDuration(span.from - zero) }),
    ...(isMoment(span) ? [] : [t("see.forTime", { time: exactDuration(span.to - span.from) })]),
  ]
  return words.filter((word) => word !== "").join(", ")
}

/** Outcomes that say no more than the state. */
const PLAIN: ReadonlySet<string> = new Set(["ok", "completed", "unknown"])

/** Empty for what can neither succeed nor fail. */
export function stateOf({ state, outcome }: Span): string {
  const word = state === "plain" ? "" : t(`see.state_${state}`)
  return outcome === undefined || state === "plain" || PLAIN.has(outcome) ? word : `${word} (${outcome})`
}
