// The rows of all sessions, for all who watch them: looked at once when the store changed, however many viewers there are.
import type { SessionQuery, SessionRow, Store } from "@pawl/agent"
import type { Principal } from "../access/principal.ts"
import { cursorAfter } from "../routes/cursor.ts"
import { recordOf } from "../schemas/session.ts"
import type { Workspaces } from "../workspaces.ts"
import { RowFrame } from "./row-frame.ts"
import { RowViewer } from "./row-viewer.ts"

/** So many rows are in a snapshot, and those that wait for a person, however old they are; the list has the others. */
const ROWS = 200
/** More requests than that no person counts. */
const ASKING_ROWS = 1000
/** Looks are so far apart at least: a store may change thousands of times a second. */
const LOOK_MS = 100
/** Clocks of other processes may be behind by so much. */
const CLOCK_MS = 5000
const PAGE = 100

interface Watching {
  readonly principal: Principal
  /** Whose sessions; all if it is left out. */
  readonly owner?: string
}

interface Known {
  /** Undefined while only a snapshot had it: other viewers may not know of it yet. */
  readonly json?: string
  readonly row: SessionRow
}

export class Overview {
  readonly #store: Store
  readonly #workspaces: Workspaces
  readonly #viewers = new Map<RowViewer, Watching>()
  /** The rows as viewers were told of them last. */
  readonly #known = new Map<string, Known>()
  /** Snapshots of the same rows are written once. */
  #snapshots = new WeakMap<readonly SessionRow[], RowFrame>()
  #stop: (() => void) | undefined
  #place = 0
  #since = 0
  #lookedAt = 0
  #timer: NodeJS.Timeout | undefined
  /** Looks and snapshots, one after the other: what is told later is never older. */
  #work: Promise<unknown> = Promise.resolve()

  constructor(store: Store, workspaces: Workspaces) {
    this.#store = store
    this.#workspaces = workspaces
  }

  get viewers(): number {
    return this.#viewers.size
  }

  /** The rows, then what changes, until the signal is aborted. */
  async *watch(watching: Watching, signal: AbortSignal): AsyncGenerator<readonly RowFrame[], void, void> {
    const viewer = new RowViewer()
    const end = () => viewer.end()
    signal.addEventListener("abort", end)
    if (signal.aborted) end()
    this.#viewers.set(viewer, watching)
    this.#begin()
    try {
      while (!viewer.isOver) {
        if (viewer.needsSnapshot) yield [await this.#inTurn(() => this.#snapshot(viewer, watching))]
        await viewer.changed()
        const frames = viewer.take()
        if (frames.length > 0) yield frames
      }
    } finally {
      signal.removeEventListener("abort", end)
      this.#viewers.delete(viewer)
      if (this.#viewers.size === 0) this.#end()
    }
  }

  #begin(): void {
    if (this.#stop !== undefined) return
    this.#stop = this.#store.watch(() => this.#soon())
    void this.#inTurn(async () => {
      this.#since = Date.now()
      this.#place = (await this.#store.sessions.changes()).place
    })
  }

  #end(): void {
    this.#stop?.()
    this.#stop = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#known.clear()
  }

  #soon(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#lookedAt + LOOK_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#lookedAt = performance.now()
      void this.#inTurn(() => this.#look())
    }, wait)
  }

  /** A failure is the next look's to meet: streams go on. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }

  async #snapshot(viewer: RowViewer, { principal, owner }: Watching): Promise<RowFrame> {
    const query: SessionQuery = { archived: false, limit: ROWS + 1, ...(owner !== undefined && { owner }) }
    const rows = await this.#store.sessions.list(query)
    const asking = rows.length > ROWS ? await this.#asking(query, rows) : []
    viewer.needsSnapshot = false
    for (const row of [...rows, ...asking]) if (!this.#known.has(row.id)) this.#known.set(row.id, { row })
    const isSameForAll = principal.allows.workspaces === undefined
    const frame = (isSameForAll && this.#snapshots.get(rows)) || this.#written(rows, asking, principal)
    if (isSameForAll) this.#snapshots.set(rows, frame)
    return frame
  }

  /** The rows behind the first ones that wait for a person. */
  async #asking(query: SessionQuery, rows: readonly SessionRow[]): Promise<readonly SessionRow[]> {
    const first = new Set(rows.slice(0, ROWS).map(({ id }) => id))
    const found = await this.#store.sessions.list({ ...query, asking: true, limit: ASKING_ROWS })
    return found.filter(({ id }) => !first.has(id))
  }

  #written(rows: readonly SessionRow[], asking: readonly SessionRow[], principal: Principal): RowFrame {
    const page = rows.slice(0, ROWS)
    const last = page.at(-1)
    const next = rows.length > ROWS && last !== undefined ? cursorAfter(last) : null
    const shown = [...page, ...asking].filter((row) => this.#workspaces.maySee(principal, row))
    return new RowFrame("snapshot", { sessions: shown.map((row) => recordOf(row, this.#workspaces)), next })
  }

  async #look(): Promise<void> {
    if (this.#viewers.size === 0) return
    const { place, ids, isComplete } = await this.#store.sessions.changes(this.#place)
    this.#place = place
    if (!isComplete) for (const viewer of this.#viewers.keys()) viewer.startAgain()
    for (const row of await this.#appended()) this.#changed(row)
    for (const id of ids) {
      const row = await this.#store.sessions.get(id)
      if (row === undefined) this.#removed(id)
      else this.#changed(row)
    }
  }

  /** The rows that were appended to since the last look, newest first. */
  async #appended(): Promise<readonly SessionRow[]> {
    const since = this.#since - CLOCK_MS
    this.#since = Date.now()
    const found: SessionRow[] = []
    for (;;) {
      const after = found.at(-1)
      const page = await this.#store.sessions.list({ limit: PAGE, ...(after !== undefined && { after }) })
      const isOld = page.findIndex(({ updatedAt }) => updatedAt < since)
      found.push(...(isOld < 0 ? page : page.slice(0, isOld)))
      if (isOld >= 0 || page.length < PAGE) return found
    }
  }

  /** Tells those who may see it, if it looks different now. */
  #changed(row: SessionRow): void {
    if (!this.#remember(row)) return
    const frame = new RowFrame("session", { session: recordOf(row, this.#workspaces) })
    for (const [viewer, watching] of this.#viewers) if (this.#concerns(row, watching)) viewer.tell(row.id, frame)
  }

  #removed(id: string): void {
    const known = this.#known.get(id)
    this.#known.delete(id)
    if (known === undefined) return
    const frame = new RowFrame("removed", { id })
    for (const [viewer, watching] of this.#viewers) if (this.#concerns(known.row, watching)) viewer.tell(id, frame)
  }

  /** Whether it is new or different. */
  #remember(row: SessionRow): boolean {
    const json = JSON.stringify(row)
    const isNews = this.#known.get(row.id)?.json !== json
    if (isNews) this.#known.set(row.id, { json, row })
    return isNews
  }

  #concerns(row: SessionRow, { principal, owner }: Watching): boolean {
    return (owner === undefined || row.owner === owner) && this.#workspaces.maySee(principal, row)
  }
}
