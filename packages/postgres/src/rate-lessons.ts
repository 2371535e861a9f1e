// What replies taught one process about a model's rate, told to the others. A lesson lies in a table while it holds, so that
// a process that comes later hears it too.
import type { RateLesson, RatesListener } from "@pawl/agent/types"
import type { Channel } from "./channel.ts"
import type { Database } from "./database.ts"
import { readLesson } from "./read-lesson.ts"
import { NOW } from "./schema/now.ts"

/** Lessons of this time are told together. */
const EVERY_MS = 50

/** Where the provider does not say how long it refuses. */
const SHORT_MS = 2000
const LONGEST_MS = 600_000

const TEACH = `
with lesson as (
  insert into rate_lessons (model, teacher, at, until, lesson)
  select l.model, $1, ${NOW}, ${NOW} + l.ms, l.lesson from unnest($2::text[], $3::bigint[], $4::text[]) as l (model, ms, lesson)
  on conflict (model, teacher) do update set at = excluded.at, until = excluded.until, lesson = excluded.lesson
  returning 1),
old as (delete from rate_lessons where until < ${NOW} - ${LONGEST_MS})
select pg_notify($5, 'lessons') where exists (select from lesson)`

const HEAR = `select model, teacher, at, ${NOW} - at as ago, lesson from rate_lessons where until > ${NOW} and teacher <> $1`

interface Told {
  readonly model: string
  readonly teacher: string
  readonly at: number
  readonly ago: number
  readonly lesson: string
}

export interface LessonPorts {
  readonly database: Database
  readonly channel: Channel
  /** This process. */
  readonly teacher: string
}

export class RateLessons {
  readonly #ports: LessonPorts
  readonly #listeners = new Set<RatesListener>()
  readonly #untold = new Map<string, RateLesson>()
  /** When the last lesson of each teacher was given that was heard. */
  readonly #heard = new Map<string, number>()
  #telling: NodeJS.Timeout | undefined
  #isHearing = false
  #isAgain = false

  constructor(ports: LessonPorts) {
    this.#ports = ports
  }

  teach(model: string, lesson: RateLesson): void {
    this.#untold.set(model, { ...this.#untold.get(model), ...lesson })
    this.#telling ??= setTimeout(() => void this.#tell(), EVERY_MS).unref()
  }

  listen(listener: RatesListener): () => void {
    this.#listeners.add(listener)
    const stop = this.#ports.channel.onLessons(() => void this.#hear())
    // Those that hold already.
    void this.#hear()
    return () => {
      this.#listeners.delete(listener)
      stop()
    }
  }

  async end(): Promise<void> {
    if (this.#telling !== undefined) await this.#tell()
  }

  async #tell(): Promise<void> {
    clearTimeout(this.#telling)
    this.#telling = undefined
    const told = [...this.#untold]
    this.#untold.clear()
    const models = told.map(([model]) => model)
    const holds = told.map(([, lesson]) => Math.min(LONGEST_MS, Math.ceil(holdsMs(lesson))))
    const lessons = told.map(([, lesson]) => JSON.stringify(lesson))
    const { database, channel, teacher } = this.#ports
    // Without a database nobody hears it: each learns by itself.
    await database.once(TEACH, [teacher, models, holds, lessons, channel.name], "teach").catch(() => {})
  }

  async #hear(): Promise<void> {
    this.#isAgain = true
    if (this.#isHearing) return
    this.#isHearing = true
    while (this.#isAgain) {
      this.#isAgain = false
      const { database, teacher } = this.#ports
      const told = await database.once<Told>(HEAR, [teacher], "hear").catch(() => [])
      for (const each of told) this.#pass(each)
      this.#forget(told)
    }
    this.#isHearing = false
  }

  #pass({ model, teacher, at, ago, lesson }: Told): void {
    const from = keyOf(model, teacher)
    if ((this.#heard.get(from) ?? 0) >= at) return
    this.#heard.set(from, at)
    const read = readLesson(lesson)
    if (read !== undefined) for (const listener of this.#listeners) listener.taught(model, read, ago)
  }

  /** Lessons that hold no longer are not read again. */
  #forget(told: readonly Told[]): void {
    const kept = new Set(told.map(({ model, teacher }) => keyOf(model, teacher)))
    for (const from of this.#heard.keys()) if (!kept.has(from)) this.#heard.delete(from)
  }
}

function keyOf(model: string, teacher: string): string {
  return `${teacher} ${model}`
}

function holdsMs({ refused, said }: RateLesson): number {
  const refusedMs = refused === undefined ? 0 : (refused.retryAfterMs ?? SHORT_MS)
  return Math.max(refusedMs, said?.requests?.resetMs ?? 0, said?.tokens?.resetMs ?? 0)
}
