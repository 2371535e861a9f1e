// What the benchmark loads into a process of its own: one way to run sessions, and how it is asked to.

/** A module that runs sessions: a bare loop, Pawl, or another library. Its URL may carry a variant: "pawl.ts?sqlite". */
export interface Contender {
  readonly name: string
  readonly url: string
}

/** What such a module exports. */
export interface ContenderModule {
  prepare(baseUrl: string, variant: string): Promise<Prepared> | Prepared
}

export interface Prepared {
  /** One session with one turn, from its opening to its end. It rejects when the turn does not complete. */
  session(): Promise<unknown>
  close(): Promise<unknown> | undefined
}

export interface Task {
  readonly baseUrl: string
  readonly sessions: number
  /** How often each session uses its tool. */
  readonly looks: number
  /** Run the sessions one after another, or all at once. */
  readonly atOnce: boolean
}

export interface Cost {
  readonly cpuMs: number
  readonly wallMs: number
  /** How much memory the sessions took at their peak. */
  readonly kb: number
}

export function contender(name: string, file: string): Contender {
  return { name, url: new URL(file, import.meta.url).href }
}
