// Appends of many sessions at once over both stores, and single inserts over as many connections as the store has.
import { join } from "node:path"
import pg from "pg"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { median } from "../figures.ts"
import { appendAll, fact, openWriters } from "../log/appends.ts"

const CONNECTIONS = 10

export interface Comparison {
  readonly folder: string
  readonly url: string
  readonly sessions: number
  readonly rounds: number
}

export async function compareStores({ folder, url, sessions, rounds }: Comparison) {
  const stores = {
    postgres: await postgres(url, { schema: `bench_${sessions}`, connections: CONNECTIONS }),
    sqlite: await sqlite(join(folder, `${sessions}.db`)),
  }
  const bare = await openBare(url, sessions)
  const writers = {
    postgres: await openWriters(stores.postgres, sessions),
    sqlite: await openWriters(stores.sqlite, sessions),
  }
  const each = Math.max(10, Math.round(Math.min(500 * sessions, 5000) / sessions))
  const ways = {
    bare: () => bare.insertAll(each),
    postgres: () => appendAll(stores.postgres, writers.postgres, each),
    sqlite: () => appendAll(stores.sqlite, writers.sqlite, each),
  }
  // A warm-up run: code gets compiled, statements are prepared, connections are open.
  for (const way of Object.values(ways)) await way()
  const rates: { readonly bare: number; readonly postgres: number; readonly sqlite: number }[] = []
  for (let done = 0; done < rounds; done++) {
    const rateOf = async (way: () => Promise<number>) => ((sessions * each) / (await way())) * 1000
    const bareRate = await rateOf(ways.bare)
    rates.push({ bare: bareRate, postgres: await rateOf(ways.postgres), sqlite: await rateOf(ways.sqlite) })
  }
  await Promise.all([bare.close(), stores.postgres.close(), stores.sqlite.close()])
  return {
    sessions,
    bare: median(rates.map((rate) => rate.bare)),
    postgres: median(rates.map((rate) => rate.postgres)),
    sqlite: median(rates.map((rate) => rate.sqlite)),
    vsBare: rates.map((rate) => rate.postgres / rate.bare),
    vsSqlite: rates.map((rate) => rate.postgres / rate.sqlite),
  }
}

/** What a program without a store would write: one prepared insert a fact, each its own commit. */
async function openBare(url: string, sessions: number) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  const table = `bare_${sessions}`
  await pool.query(
    `create table ${table} (session integer, seq integer, body text not null, primary key (session, seq))`,
  )
  const text = `insert into ${table} (session, seq, body) values ($1, $2, $3)`
  const heads = Array.from({ length: sessions }, () => 0)
  const insert = async (session: number, count: number) => {
    for (let done = 0; done < count; done++) {
      const seq = (heads[session] ?? 0) + 1
      heads[session] = seq
      await pool.query({ name: "insert", text, values: [session, seq, JSON.stringify(fact(seq))] })
    }
  }
  return {
    insertAll: async (each: number) => {
      const since = performance.now()
      await Promise.all(heads.map((_, session) => insert(session, each)))
      return performance.now() - since
    },
    close: () => pool.end(),
  }
}
