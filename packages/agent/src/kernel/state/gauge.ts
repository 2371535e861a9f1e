// Estimates of request sizes from the log: measured for each request, corrected by the usage its provider reported.
import type { RequestChars } from "../../contracts/fact.ts"
import type { Usage } from "../../contracts/usage.ts"
import { calibrate } from "../../tokens/calibrate.ts"
import type { Counts } from "../../tokens/counts.ts"
import { familyOf, startingWeights, type Weights } from "../../tokens/weights.ts"
import type { ModelAsked } from "../facts/model-asked.ts"
import type { Attempt, Gauge } from "./state.ts"

export function weightsOf({ weights }: Gauge, model: string): Weights {
  const family = familyOf(model)
  return weights[family] ?? startingWeights(family)
}

export function withMeasurement(gauge: Gauge, { budget }: ModelAsked): Gauge {
  if (budget === undefined) return gauge
  // The last answer is requested without tools; keep their known size.
  const { system } = budget
  const tools = budget.tools || gauge.tools
  return system === gauge.system && tools === gauge.tools ? gauge : { ...gauge, system, tools }
}

/**
 * The characters outside the conversation. A last answer is requested without tools, so its smaller size says nothing
 * about the next request.
 */
export function withFrame(gauge: Gauge, chars: RequestChars | undefined, isEnding: boolean): Gauge {
  if (chars === undefined) return gauge
  const frame = Math.max(0, chars.sent - chars.history)
  const frameChars = isEnding ? Math.max(frame, gauge.frameChars ?? 0) : frame
  // Only what stands before the history can change it.
  return frameChars === gauge.frameChars ? gauge : { ...gauge, frameChars }
}

export function withCorrection(gauge: Gauge, attempt: Attempt | undefined, usage: Usage | undefined): Gauge {
  // An estimate cannot correct the estimates.
  const reported = usage?.estimated === true ? 0 : (usage?.inputTokens ?? 0)
  if (attempt?.counts === undefined || attempt.tokens === undefined || isAbsurd(attempt.tokens, reported)) return gauge
  const family = familyOf(attempt.model)
  const weights = calibrate(weightsOf(gauge, attempt.model), attempt.counts, reported)
  const samples = gauge.samples + 1
  const off = Math.abs(attempt.tokens - reported) / reported
  const error = gauge.error + (Math.min(off, 1) - gauge.error) / samples
  return { ...gauge, weights: { ...gauge.weights, [family]: weights }, samples, error }
}

/**
 * Some providers report nothing, or only the tokens that were not cached: such figures say nothing about the estimate.
 */
function isAbsurd(estimated: number, reported: number): boolean {
  return reported <= 0 || reported < estimated / 5 || reported > estimated * 5
}

/** Some providers name their limit: "maximum context length is 4096 tokens". */
const STATED = /(?:maximum context length|context (?:window|length|size)|n_ctx|max_model_len)\D{0,20}(\d{3,7})/i

/** The model's window is smaller than assumed. */
export function withRefusal(gauge: Gauge, { model, tokens }: Attempt, message = ""): Gauge {
  if (tokens === undefined) return gauge
  const known = gauge.tooLarge[model] ?? Number.POSITIVE_INFINITY
  const said = Number(STATED.exec(message)?.[1] ?? Number.POSITIVE_INFINITY)
  return { ...gauge, tooLarge: { ...gauge.tooLarge, [model]: Math.min(known, tokens, Math.ceil(said / 0.9)) } }
}

/** Facts hold plain numbers: a missing kind counts as 0, and a kind unknown to this version is ignored. */
export function readCounts(counts: Readonly<Record<string, number>>): Counts {
  const {
    words = 0,
    splits = 0,
    wide = 0,
    other = 0,
    numbers = 0,
    digits = 0,
    marks = 0,
    breaks = 0,
    fixed = 0,
  } = counts
  return { words, splits, wide, other, numbers, digits, marks, breaks, fixed }
}
