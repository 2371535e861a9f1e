// What the rows below the input say: what the turn does and for how long, and where and with what the conversation runs.
import type { Event, Usage } from "@pawl/agent"
import { rateTrouble } from "../../run/wait-line.ts"
import { named, short } from "../../terminal/plain.ts"
import type { Style } from "../../terminal/style.ts"
import { columnsOf } from "../../terminal/visible.ts"
import { timeText } from "./tool-rows.ts"

export interface Status {
  /** When the turn began; undefined between turns. */
  readonly since?: number
  /** What it does or waits for. */
  readonly doing: string
  /** When the wait ends. */
  readonly until?: number
  readonly context?: { readonly used: number; readonly window: number }
  /** By the session so far. */
  readonly used: Usage
  /** By the session before the running turn. */
  readonly usedBefore?: Usage
  /** The model is being asked since then, and how long it took before in this turn; the same of tools. */
  readonly askedAt?: number
  readonly modelMs: number
  readonly toolMs: number
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 }

export const IDLE: Status = { doing: "", used: NOTHING, modelMs: 0, toolMs: 0 }

const DOING: Partial<Record<Event["type"], string>> = {
  "iteration-start": "asking the model",
  "thinking-start": "thinking",
  "text-start": "answering",
  "approval-requested": "waiting for your approval",
  "question-asked": "waiting for your answer",
  "compaction-start": "condensing the history",
}

export function statusAfter(status: Status, event: Event, now: number): Status {
  const { until: _, ...rest } = status
  const doing = DOING[event.type]
  const next = doing === undefined ? status : { ...rest, doing }
  switch (event.type) {
    case "turn-start":
      return { ...withoutAsk(rest), since: now, doing: "starting", modelMs: 0, toolMs: 0, usedBefore: rest.used }
    case "turn-end":
      return idle({ ...rest, used: usedAfter(rest, event.usage) })
    case "iteration-start":
      return { ...next, askedAt: now }
    case "answer-end":
      return { ...answered(next, now), used: sum(status.used, event.usage) }
    case "model-error":
      return { ...answered(rest, now), doing: short(`model: ${event.error.message}`, 80) }
    case "retry-wait":
      return { ...status, until: event.until }
    case "rate-wait":
      return { ...rest, doing: rateTrouble(event).error.message, until: event.until }
    case "tool-call":
      return { ...rest, doing: `running ${named(event.name)}` }
    case "tool-result":
    case "tool-error":
      return { ...next, toolMs: next.toolMs + event.ms }
    case "context-budget": {
      const { system, tools, history, window } = event.budget
      return { ...next, context: { used: system + tools + history, window } }
    }
    default:
      return next
  }
}

function withoutAsk({ askedAt: _, ...rest }: Status): Status {
  return rest
}

function idle({ since: _, usedBefore: __, ...rest }: Status): Status {
  return { ...withoutAsk(rest), doing: "" }
}

function answered(status: Status, now: number): Status {
  const { askedAt = now } = status
  return { ...withoutAsk(status), modelMs: status.modelMs + now - askedAt }
}

/** The turn's sum has summaries and judges in it, too. */
function usedAfter({ used, usedBefore }: Status, ofTurn: Usage): Usage {
  return usedBefore === undefined ? used : sum(usedBefore, ofTurn)
}

function sum(a: Usage, b: Usage | undefined): Usage {
  return {
    inputTokens: a.inputTokens + (b?.inputTokens ?? 0),
    outputTokens: a.outputTokens + (b?.outputTokens ?? 0),
    costUsd: (a.costUsd ?? 0) + (b?.costUsd ?? 0),
  }
}

/** Where and with what the conversation runs. */
export interface Place {
  readonly folder: string
  readonly model: string
  readonly profile: string
  readonly mode: string
  readonly queued: number
}

const FRAMES = ["\u280b", "\u2819", "\u2839", "\u2838", "\u283c", "\u2834", "\u2826", "\u2827", "\u2807", "\u280f"]

/** The row of the running turn; undefined between turns. */
export function busyRow(
  { since, doing, until }: Status,
  now: number,
  { cyan, dim }: Style,
  width = Number.POSITIVE_INFINITY,
): string | undefined {
  if (since === undefined) return undefined
  const seconds = Math.floor((now - since) / 1000)
  const again = until !== undefined && until > now ? ` (again in ${Math.ceil((until - now) / 1000)} s)` : ""
  const frame = FRAMES[Math.floor(now / 100) % FRAMES.length] ?? ""
  const end = `${seconds} s, Esc stops`
  // How long it takes, and how to stop it, stay.
  const room = Math.max(8, width - again.length - end.length - 3)
  return `${cyan(frame)} ${short(doing, room)}${again} ${dim(end)}`
}

/** Parts that do not fit are left out, the least important first. */
export function placeRow(status: Status, place: Place, width: number): string {
  const { context, used } = status
  const tokens = used.inputTokens + used.outputTokens
  const { costUsd = 0 } = used
  const parts: readonly [text: string, rank: number][] = [
    [named(place.folder), 4],
    [named(place.model), 1],
    [place.profile === "default" ? "" : named(place.profile), 6],
    [`mode ${place.mode}`, 0],
    [context === undefined ? "" : `${Math.round((100 * context.used) / context.window)}% of context`, 2],
    [tokens === 0 ? "" : `${shortCount(tokens)} tokens`, 5],
    [costUsd === 0 ? "" : `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`, 3],
    [place.queued === 0 ? "" : `${place.queued} queued`, 1],
  ]
  const given = parts.filter(([text]) => text !== "")
  for (let most = 6; most >= 0; most--) {
    const row = given.filter(([, rank]) => rank <= most).map(([text]) => text)
    if (most === 0 || columnsOf(row.join(SEPARATOR)) <= width) return row.join(SEPARATOR)
  }
  return ""
}

const SEPARATOR = " | "

/** Model time and tool time apart; nothing of a turn that was over at once, as of one that is shown again. */
export function turnSummary({ since, modelMs, toolMs }: Status, now: number): string | undefined {
  if (since === undefined || now - since < 1000) return undefined
  const tools = toolMs === 0 ? "" : `, tools ${timeText(toolMs)}`
  return `${timeText(now - since)} (model ${timeText(modelMs)}${tools})`
}

function shortCount(many: number): string {
  return many < 1000 ? `${many}` : many < 1_000_000 ? `${(many / 1000).toFixed(1)}k` : `${(many / 1e6).toFixed(1)}M`
}
