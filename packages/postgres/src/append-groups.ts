// Appends that wait at the same time go to the database together: one round trip and one commit for all of them.
import type { Append, Appended, Blob } from "@pawl/agent/types"
import { appendDue, staysDue } from "./append-due.ts"
import { type Appending, valuesOfAll } from "./append-values.ts"
import type { Database, Query } from "./database.ts"

/** Groups that run at once: while the database commits one, the next is put together. */
const AT_ONCE = 2
/** Fewer are not shared out: a statement more costs more than it gains. */
const WORTH_SHARING = 16
const MOST_APPENDS = 500
const MOST_CHARS = 4_000_000

export class AppendGroups {
  readonly #database: Database
  #waiting: Waiting[] = []
  #running = 0
  #isScheduled = false

  constructor(database: Database) {
    this.#database = database
  }

  /** One append of a session at a time: the caller waits for the result before it adds the next. */
  add(append: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const bodies = append.facts.map((fact) => JSON.stringify(fact))
      this.#waiting.push({ append, bodies, blobs: copied(append.blobs), resolve, reject })
      this.#schedule()
    })
  }

  /** After everything that is ready to run has run: sessions that were notified of one commit join the next one together. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= AT_ONCE || this.#waiting.length === 0) return
    this.#isScheduled = true
    queueMicrotask(() => process.nextTick(() => this.#start()))
  }

  #start(): void {
    this.#isScheduled = false
    const group = this.#nextGroup()
    this.#running += 1
    void this.#run(group).finally(() => {
      this.#running -= 1
      this.#schedule()
    })
    this.#schedule()
  }

  /** Shared out among the groups that may run: sessions that wait for one commit would all wait for the next one, too. */
  #nextGroup(): readonly Waiting[] {
    const share = Math.ceil(this.#waiting.length / (AT_ONCE - this.#running))
    const most = Math.min(MOST_APPENDS, Math.max(WORTH_SHARING, share))
    let chars = 0
    const fits = ({ bodies }: Waiting, at: number) => {
      for (const body of bodies) chars += body.length
      return at === 0 || (at < most && chars <= MOST_CHARS)
    }
    const firstLeft = this.#waiting.findIndex((waiting, at) => !fits(waiting, at))
    return this.#waiting.splice(0, firstLeft < 0 ? this.#waiting.length : firstLeft)
  }

  async #run(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#database.attempt((query, mayHaveRun) => appendGroup(query, group, mayHaveRun))
      for (const [at, { resolve }] of group.entries()) resolve(results[at] ?? { ok: false, reason: "missing" })
    } catch (error) {
      // One by one, so that only the bad one fails.
      if (group.length > 1) await Promise.all(group.map((each) => this.#run([each])))
      else group[0]?.reject(error)
    }
  }
}

interface Waiting extends Appending {
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}

/** The sender may change its buffer before the group is sent. */
function copied(blobs: readonly Blob[] = []): readonly Blob[] {
  return blobs.map(({ hash, bytes }) => ({ hash, bytes: Buffer.from(bytes) }))
}

interface Judged {
  readonly place: number
  readonly refusal: "fenced" | "stale" | "missing" | "changed" | null
}

const APPEND_ALL = "select place, refusal from append_all($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"

async function appendGroup(query: Query, group: readonly Waiting[], mayHaveRun: boolean): Promise<readonly Appended[]> {
  const results = await (group.every(staysDue) ? appendDue(query, group) : appendAll(query, group))
  if (!mayHaveRun) return results
  return Promise.all(results.map((result, at) => ifNotThere(query, group[at] as Waiting, result)))
}

/** For what `appendDue` does not do: sessions that come to rest, commands to consume, blobs. */
async function appendAll(query: Query, group: readonly Appending[]): Promise<readonly Appended[]> {
  const results: Appended[] = group.map(() => ({ ok: false, reason: "missing" }))
  for (const { place, refusal } of await query<Judged>(APPEND_ALL, valuesOfAll(group), "append-all"))
    results[place] = refusal === null ? DONE : { ok: false, reason: refusal }
  return results
}

const DONE: Appended = { ok: true }

/** An earlier attempt, whose answer was lost, may have written the same facts: only the holder of the epoch can have. */
async function ifNotThere(query: Query, { append, bodies }: Waiting, result: Appended): Promise<Appended> {
  if (result.ok || result.reason !== "stale" || bodies.length === 0) return result
  const rows = await query<{ readonly body: string }>(
    `select f.body from facts f join sessions s on s.key = f.session
     where s.id = $1 and s.epoch = $2 and f.seq > $3 order by f.seq limit $4`,
    [append.session, append.epoch, append.expectedSeq, bodies.length],
  )
  return rows.length === bodies.length && rows.every(({ body }, at) => body === bodies[at]) ? DONE : result
}
