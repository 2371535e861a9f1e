// How a call stands: words, colour and whether it is over.
import type { ToolCard } from "@pawl/client"
import { type Key, t } from "../../i18n/words.ts"
import type { Tone } from "../../ui/badge.tsx"

export type CardState = ToolCard["state"]

const STATES: Readonly<Record<CardState, readonly [words: Key, tone: Tone, isOver: boolean]>> = {
  asked: ["act.stateAsked", "quiet", false],
  waiting: ["act.stateWaiting", "warn", false],
  running: ["act.stateRunning", "info", false],
  ok: ["act.stateOk", "ok", true],
  error: ["act.stateError", "bad", true],
  timeout: ["act.stateTimeout", "bad", true],
  denied: ["act.stateDenied", "quiet", true],
  unknown: ["act.stateUnknown", "warn", true],
  refused: ["act.stateRefused", "bad", true],
  skipped: ["act.stateSkipped", "quiet", true],
}

export function stateWords(state: CardState): string {
  return t(STATES[state][0])
}

export function stateTone(state: CardState): Tone {
  return STATES[state][1]
}

export function isOver(state: CardState): boolean {
  return STATES[state][2]
}
