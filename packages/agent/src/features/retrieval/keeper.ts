// Keeps the index up to date while it answers queries: a slice of the walk before each answer, the rest in the
// background.
import { mkdirSync, realpathSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { defined } from "../../base/defined.ts"
import { messageOf } from "../../contracts/error.ts"
import { FileIndex } from "./file-index.ts"
import { find } from "./find.ts"
import { isDamage, type OpenedIndex, openIndex, rebuildIndex } from "./index-file.ts"
import { Pass, type Slice } from "./pass.ts"
import { type IndexJob, type RefreshReport, sharedNow } from "./protocol.ts"
import type { Query } from "./query.ts"
import type { Found } from "./quote.ts"

/** In milliseconds. An answer waits so long for the walk, and at most PATIENCE_MS after the query was sent. */
const FOREGROUND_MS = 60
const PATIENCE_MS = 100
const BACKGROUND_MS = 25
const BUSY_PAUSE_MS = 20

interface Waiting {
  readonly sentAt: number
  readonly notify: (report: RefreshReport) => void
}

export class Keeper {
  readonly #job: IndexJob
  readonly #ownFile: string | undefined
  #opened: OpenedIndex
  #index: FileIndex
  #pass: Pass | undefined
  /** When the last finished walk began: all changes up to then are in the index. */
  #seenAt = Number.NEGATIVE_INFINITY
  #waiting: Waiting[] = []
  #isScheduled = false
  #isClosed = false

  constructor(job: IndexJob) {
    this.#job = job
    this.#opened = openIndex({ path: job.index, root: job.root })
    this.#index = new FileIndex(this.#opened.db)
    this.#ownFile = job.index === undefined ? undefined : within(job.root, job.index)
    this.#start()
  }

  find(query: Query, sentAt: number): readonly Found[] {
    const until = Math.min(sharedNow() + FOREGROUND_MS, sentAt + PATIENCE_MS)
    do {
      if (this.#seenAt >= sentAt) break
      this.#start()
      if (this.#advance({ until, mayOverrun: false }) !== "done") break
    } while (sharedNow() < until)
    if (this.#seenAt < sentAt) this.#start()
    return this.#guarded(() => find(this.#index, query, this.#job)) ?? []
  }

  /** Reports when a walk is finished that began after this call. */
  refresh(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#start()
  }

  /** Pending calls are settled by the main thread's client. */
  close(): void {
    this.#isClosed = true
    this.#pass = undefined
    this.#index.close()
  }

  #start(): void {
    const { root, maxFileBytes, maxFiles } = this.#job
    const ownFile = this.#ownFile
    this.#guarded(() => {
      this.#pass ??= new Pass(this.#index, {
        root,
        maxFileBytes,
        maxFiles,
        now: sharedNow,
        ...defined({ ownFile }),
      })
    })
    this.#schedule(0)
  }

  #schedule(pauseMs: number): void {
    if (this.#isScheduled || this.#isClosed) return
    this.#isScheduled = true
    const continueWalk = () => {
      this.#isScheduled = false
      if (this.#isClosed || this.#pass === undefined) return
      const state = this.#advance({ until: sharedNow() + BACKGROUND_MS, mayOverrun: true })
      this.#schedule(state === "busy" ? BUSY_PAUSE_MS : 0)
    }
    // In both cases messages are handled in between.
    if (pauseMs > 0) setTimeout(continueWalk, pauseMs)
    else setImmediate(continueWalk)
  }

  #advance(slice: Slice): "done" | "more" | "busy" | "failed" {
    const pass = this.#pass
    if (pass === undefined) return "failed"
    const state = this.#guarded(() => pass.run(slice)) ?? "failed"
    if (state === "done") this.#finish(pass, { isComplete: true })
    return state
  }

  #finish(pass: Pass, how: Ending): void {
    this.#pass = undefined
    if (how.isComplete) this.#seenAt = pass.began
    this.#notify(pass.began, how, pass)
    if (this.#waiting.length > 0) this.#start()
  }

  #fail(pass: Pass | undefined, problem: string): void {
    if (pass !== undefined) this.#finish(pass, { isComplete: false, problem })
    else this.#notify(Number.POSITIVE_INFINITY, { isComplete: false, problem })
  }

  /** Reports to the callers who asked before the walk began. */
  #notify(began: number, how: Ending, pass = this.#pass): void {
    const ready = this.#waiting.filter(({ sentAt }) => sentAt <= began)
    if (ready.length === 0) return
    this.#waiting = this.#waiting.filter(({ sentAt }) => sentAt > began)
    const report = this.#report(how, pass)
    for (const { notify } of ready) notify(report)
  }

  #report({ isComplete, problem = this.#opened.problem }: Ending, pass: Pass | undefined): RefreshReport {
    const { indexed = 0, removed = 0, ...skipped } = pass?.counted ?? {}
    const { rebuilt } = this.#opened
    return {
      isComplete,
      ...this.#counts(),
      indexed,
      removed,
      skipped: { binary: 0, large: 0, unreadable: 0, ...skipped },
      isOverLimit: pass?.isOverLimit ?? false,
      ...defined({ rebuilt, problem }),
      ms: Math.round(sharedNow() - (pass?.began ?? sharedNow())),
    }
  }

  #counts(): { readonly files: number; readonly passages: number } {
    try {
      return this.#index.counts()
    } catch {
      return { files: 0, passages: 0 }
    }
  }

  /**
   * A damaged index is rebuilt, and the walk begins again. Any other error ends the walk; the next query tries again.
   */
  #guarded<T>(act: () => T): T | undefined {
    try {
      return act()
    } catch (error) {
      const pass = this.#pass
      this.#pass = undefined
      if (isDamage(error)) this.#rebuild(`it was damaged: ${messageOf(error)}`)
      else this.#fail(pass, messageOf(error))
      return undefined
    }
  }

  #rebuild(why: string): void {
    try {
      this.#index.close()
    } catch {
      // It is discarded in any case.
    }
    this.#opened = rebuildIndex({ path: this.#job.index, root: this.#job.root }, this.#opened, why)
    this.#index = new FileIndex(this.#opened.db)
    this.#seenAt = Number.NEGATIVE_INFINITY
    this.#start()
  }
}

interface Ending {
  readonly isComplete: boolean
  readonly problem?: string
}

/** The path relative to the folder, if it is inside. */
function within(root: string, file: string): string | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const path = relative(root, join(realpathSync.native(dirname(file)), basename(file)))
    return path.startsWith("..") ? undefined : path.split(sep).join("/")
  } catch {
    return undefined
  }
}
