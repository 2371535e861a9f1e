// How often a failed request is made again, after which waits, and after which kinds of failure: as data that a user
// writes, and as the rule reads it.
import type { ErrorClass } from "../../contracts/answer.ts"

/** Kinds of failure that may be over when the model is asked again. */
export type RetryKind = Extract<
  ErrorClass,
  "rate-limit" | "overloaded" | "server-error" | "network" | "timeout" | "output" | "unexplained"
>

/**
 * How a model that failed is asked again. What is left out is the profile's.
 *
 * @example
 * ```ts
 * import { createAgent } from "@pawl/agent"
 *
 * const agent = await createAgent({
 *   model: "openai:gpt-5",
 *   retries: { attempts: 6, firstMs: 500, factor: 2, maxMs: 30_000, kinds: ["rate-limit", "overloaded", "network"] },
 * })
 * ```
 */
export interface Retries {
  /** The most attempts, the first one included; 1: a failed request is not made again. */
  readonly attempts?: number
  /** Each wait by itself, in place of `firstMs`, `factor` and `maxMs`. The last one counts for all that follow. */
  readonly waitsMs?: readonly number[] | undefined
  /** The wait before the second attempt. */
  readonly firstMs?: number
  /** How much longer each wait is than the one before it. */
  readonly factor?: number
  /** The longest wait. */
  readonly maxMs?: number
  /** Up to this share of a wait is taken off, so that sessions do not ask again at the same moment. */
  readonly jitter?: number
  /** The kinds of failure after which the model is asked again; after others it is not. */
  readonly kinds?: readonly RetryKind[]
}

/** Retries as the rule reads them: nothing but the list of waits and the kinds may be missing. */
export type RetrySchedule = Required<Omit<Retries, "waitsMs" | "kinds">> & Pick<Retries, "waitsMs" | "kinds">

/** The wait after the `failures`-th failure in a row, before any of it is taken off. */
export function waitAfter(failures: number, { waitsMs, firstMs, factor, maxMs }: RetrySchedule): number {
  const nth = Math.max(0, failures - 1)
  if (waitsMs !== undefined) return waitsMs[Math.min(nth, waitsMs.length - 1)] ?? 0
  return Math.min(maxMs, firstMs * factor ** nth)
}

/** What `given` changes. A list of waits says by its length how often, and is kept to as it stands. */
export function scheduleChanges(given: Retries): Partial<RetrySchedule> {
  const { waitsMs } = given
  if (waitsMs !== undefined)
    return { attempts: waitsMs.length + 1, jitter: 0, ...given, waitsMs, maxMs: Math.max(0, ...waitsMs) }
  const isAboutWaits = [given.firstMs, given.factor, given.maxMs].some((each) => each !== undefined)
  return isAboutWaits ? { ...given, waitsMs: undefined } : given
}

const KINDS: Readonly<Record<RetryKind, true>> = {
  "rate-limit": true,
  overloaded: true,
  "server-error": true,
  network: true,
  timeout: true,
  output: true,
  unexplained: true,
}

const CHECKS: Readonly<Record<keyof Retries, { readonly must: string; readonly is: (value: unknown) => boolean }>> = {
  attempts: {
    must: "a whole number from 1 to 100",
    is: (value) => Number.isInteger(value) && isWithin(value, 1, 100),
  },
  waitsMs: {
    must: "a list of milliseconds, such as [500, 2000, 10000]",
    is: (value) => Array.isArray(value) && value.length > 0 && value.every((each) => isWithin(each, 0, MAX_MS)),
  },
  firstMs: { must: "milliseconds, 0 or more", is: (value) => isWithin(value, 0, MAX_MS) },
  factor: { must: "a number from 1 to 100", is: (value) => isWithin(value, 1, 100) },
  maxMs: { must: "milliseconds, 0 or more", is: (value) => isWithin(value, 0, MAX_MS) },
  jitter: { must: "a share from 0 to 1", is: (value) => isWithin(value, 0, 1) },
  kinds: {
    must: `a list of ${Object.keys(KINDS).join(", ")}`,
    is: (value) => Array.isArray(value) && value.every((each) => Object.hasOwn(KINDS, each)),
  },
}

/** A week: longer waits are a mistake in the unit. */
const MAX_MS = 7 * 24 * 3_600_000

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && value >= least && value <= most
}

/** What to write instead, for each field that cannot be used. `where`: how the user calls the whole. */
export function retryProblems(where: string, given: unknown): readonly string[] {
  if (given === undefined) return []
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return [`${where}: an object, such as { attempts: 6, firstMs: 500 }`]
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  const problems = fields.flatMap(([name, value]) => {
    if (!Object.hasOwn(CHECKS, name)) return [`${where}.${name}: there is no such field; use ${NAMES}`]
    const { must, is } = CHECKS[name as keyof Retries]
    return is(value) ? [] : [`${where}.${name}: ${must}`]
  })
  const names = fields.map(([name]) => name)
  const isTwice = names.includes("waitsMs") && names.some((name) => ["firstMs", "factor", "maxMs"].includes(name))
  return isTwice ? [...problems, `${where}: either waitsMs, or firstMs with factor and maxMs`] : problems
}

const NAMES = Object.keys(CHECKS).join(", ")
