// The connections to the database: queries and transactions that survive its restart.
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import type { Connecting } from "./connecting.ts"
import { closed, type Doing, explain, isConflict, isLost, isStarting } from "./explain.ts"
import { migrate } from "./schema/migrate.ts"

/** A query; with a name it is prepared once by each connection. */
export type Query = <Row = unknown>(text: string, values?: readonly unknown[], name?: string) => Promise<readonly Row[]>

/**
 * In a transaction. `last` sends a statement and the commit in one message: what the statement locks is then held by the server
 * alone, and never by a process that is slow, or stands still, between the two. Nothing may follow it.
 */
export interface TransactionQuery extends Query {
  readonly last: Query
}

/** `mayHaveRun`: the connection was lost in an earlier attempt, whose writes may have been kept. */
export type Attempt<T, Q = Query> = (query: Q, mayHaveRun: boolean) => Promise<T>

const MOST_CONFLICTS = 20

export class Database {
  readonly name: string
  readonly #pool: pg.Pool
  readonly #reconnectMs: number
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #ending = new AbortController()
  #isClosed = false

  private constructor({ name, config, connections, reconnectMs }: Connecting) {
    this.name = name
    this.#reconnectMs = reconnectMs
    this.#pool = new pg.Pool({ ...config, max: connections, allowExitOnIdle: true, idleTimeoutMillis: 30_000 })
    // A connection that breaks is noticed by the query that uses it, or is replaced by the next one.
    const ignore = () => {}
    this.#pool.on("error", ignore)
    this.#pool.on("connect", (client) => client.on("error", ignore))
  }

  /** Resolves when the database can be reached and has the tables. */
  static async open(connecting: Connecting): Promise<Database> {
    const database = new Database(connecting)
    try {
      await database.#prepared(connecting)
      return database
    } catch (error) {
      await database.close()
      throw explain(connecting.name, error, "open")
    }
  }

  /** A wrong address is reported at once; a server that is starting is waited for. */
  async #prepared({ name, schema }: Connecting): Promise<void> {
    const end = performance.now() + this.#reconnectMs
    for (;;) {
      try {
        const transaction = (work: (query: Query) => Promise<void>) => this.#inTransaction(work)
        return await migrate({ name, schema, query: (text, values) => this.#ask(text, values), transaction })
      } catch (error) {
        if (!isStarting(error) || performance.now() > end) throw error
        await pause(100)
      }
    }
  }

  /** One statement that changes nothing. */
  read<Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<readonly Row[]> {
    return this.#noted(() => this.#ask<Row>(text, values, name), "read")
  }

  /** One statement that may run twice. */
  write<Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<readonly Row[]> {
    return this.#noted(() => this.#ask<Row>(text, values, name))
  }

  /** One statement that is not tried again: for what is of no use later. */
  once<Row>(text: string, values: readonly unknown[], name: string): Promise<readonly Row[]> {
    if (this.#isClosed) return Promise.reject(closed(this.name))
    return this.#underWayWith(
      this.#ask<Row>(text, values, name).catch((error: unknown) => {
        throw explain(this.name, error, "write")
      }),
    )
  }

  /** Statements that each commit on their own. Runs again when the connection is lost, until `reconnectMs` have passed. */
  attempt<T>(work: Attempt<T>): Promise<T> {
    return this.#noted((mayHaveRun) => work((text, values, name) => this.#ask(text, values, name), mayHaveRun))
  }

  /** All or nothing. Runs again when the connection is lost, or when another transaction was in the way. */
  transaction<T>(work: Attempt<T, TransactionQuery>): Promise<T> {
    return this.#noted((mayHaveRun) => this.#inTransaction((query) => work(query, mayHaveRun)))
  }

  refuseWhenClosed(): void {
    if (this.#isClosed) throw closed(this.name)
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    // A database that is gone must not keep a process from ending.
    if (this.#underWay.size > 0) setTimeout(() => this.#ending.abort(), CLOSE_MS).unref()
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
    await this.#pool.end()
  }

  #noted<T>(work: (mayHaveRun: boolean) => Promise<T>, doing: Doing = "write"): Promise<T> {
    if (this.#isClosed) return Promise.reject(closed(this.name))
    return this.#underWayWith(this.#tried(work, doing))
  }

  #underWayWith<T>(done: Promise<T>): Promise<T> {
    this.#underWay.add(done)
    const forget = () => void this.#underWay.delete(done)
    done.then(forget, forget)
    return done
  }

  async #tried<T>(work: (mayHaveRun: boolean) => Promise<T>, doing: Doing): Promise<T> {
    const end = performance.now() + this.#reconnectMs
    let mayHaveRun = false
    for (let times = 1; ; times++) {
      try {
        return await work(mayHaveRun)
      } catch (error) {
        if (isConflict(error) && times < MOST_CONFLICTS) continue
        if (!isLost(error) || performance.now() > end) throw explain(this.name, error, doing)
        mayHaveRun = true
        if (!(await this.#hasWaited(times))) throw explain(this.name, error, doing)
      }
    }
  }

  /** False: the store was closed meanwhile, and waits no longer. */
  #hasWaited(times: number): Promise<boolean> {
    return pause(Math.min(1000, 25 * 2 ** times), undefined, { signal: this.#ending.signal }).then(
      () => true,
      () => false,
    )
  }

  async #ask<Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<readonly Row[]> {
    const { rows } = await this.#pool.query({ text, values: [...values], ...(name !== undefined && { name }) })
    return rows as readonly Row[]
  }

  async #inTransaction<T>(work: (query: TransactionQuery) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let isSound = false
    let isCommitted = false
    const query: Query = async (text, values = [], name) => {
      // Without values a text may hold several statements.
      if (values.length === 0) return (await client.query(text)).rows
      return (await client.query({ text, values: [...values], ...(name !== undefined && { name }) })).rows
    }
    const last: Query = async <Row>(text: string, values: readonly unknown[] = []) => {
      const rows = firstRows<Row>(await client.query(`${withLiterals(text, values)}; commit`))
      isCommitted = true
      return rows
    }
    try {
      await client.query("begin")
      const result = await work(Object.assign(query, { last }))
      if (!isCommitted) await client.query("commit")
      isSound = true
      return result
    } catch (error) {
      if (!isLost(error))
        isSound = await client.query("rollback").then(
          () => true,
          () => false,
        )
      throw error
    } finally {
      client.release(!isSound)
    }
  }
}

const CLOSE_MS = 5000

/** Several statements in one message have no parameters. */
function withLiterals(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, place) => {
    const value = values[Number(place) - 1]
    return value === null || value === undefined ? "null" : pg.escapeLiteral(String(value))
  })
}

/** The types of pg know one result only; several statements have a list of them. */
function firstRows<Row>(result: unknown): readonly Row[] {
  const [first] = Array.isArray(result) ? (result as readonly pg.QueryResult[]) : [result as pg.QueryResult]
  return (first?.rows ?? []) as readonly Row[]
}
