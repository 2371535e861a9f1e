// Reads a session's inbox for its run each time it is poked, one read at a time, and remembers how far it has read.
import type { Store } from "../contracts/store.ts"
import type { Run } from "../kernel/run.ts"

export class InboxReader {
  readonly #session: string
  readonly #inbox: Store["inbox"]
  #run: Pick<Run, "receive" | "fail"> | undefined
  #seen = 0
  #again = false
  #isReading = false
  #reading: Promise<void> | undefined

  constructor(session: string, inbox: Store["inbox"]) {
    this.#session = session
    this.#inbox = inbox
  }

  /** The place of the last command that the run received. */
  get seen(): number {
    return this.#seen
  }

  /** Sets the run that receives the commands. Set late, because the run's performers need this reader. */
  startFor(run: Pick<Run, "receive" | "fail">): void {
    this.#run = run
  }

  read(): void {
    if (this.#isReading) {
      this.#again = true
      return
    }
    this.#isReading = true
    this.#reading = this.#readAll().catch((error: unknown) => this.#run?.fail(error))
  }

  /** Resolves once every command accepted so far was passed to the run. */
  async drain(): Promise<void> {
    this.read()
    await this.#reading
  }

  async #readAll(): Promise<void> {
    try {
      do {
        this.#again = false
        const queued = await this.#inbox.read(this.#session, this.#seen)
        if (this.#run?.receive(queued) === true) this.#seen = queued.at(-1)?.place ?? this.#seen
      } while (this.#again)
    } finally {
      // In the step that found nothing more to do: a poke after it begins another read.
      this.#isReading = false
    }
  }
}
