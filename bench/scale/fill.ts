// Fills a store with many sessions that rest, by SQL alone: as many rows as a busy year leaves, in a minute.
import pg from "pg"
import { postgres } from "../../packages/postgres/src/postgres.ts"

const USAGE = JSON.stringify({ inputTokens: 120, outputTokens: 40 })
const FACTS = 4

/** Every session has an owner, words to show, and facts; some are archived, and some wait for a time that is far away. */
export async function fill(url: string, schema: string, sessions: number): Promise<void> {
  const store = await postgres(url, { schema })
  await store.close()
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`set search_path to ${schema}`)
    await client.query("set synchronous_commit to off")
    await client.query(
      `insert into sessions (id, profile, owner, created_at, seq, epoch, status, due_at, open_requests, turns, messages, usage,
         preview, updated_at, updated_second, archived)
       select 'stored' || lpad(n::text, 9, '0'), 'default', 'owner' || n % 5000, n * 1000, ${FACTS}, 1, 'idle',
         case when n % 1000 = 0 then 4000000000000 + n end, '[]', 1, 2, $2, 'What stands in file ' || n || '?', n * 1000, n,
         n % 3 = 0
       from generate_series(1, $1::bigint) as n`,
      [sessions, USAGE],
    )
    await client.query(
      `insert into facts (session, seq, type, command, body)
       select s.key, f.n, 'input-added', case when f.n = 2 then 'command-' || s.key end,
         '{"type":"input-added","seq":' || f.n || ',"text":"' || repeat('some words of a person ', 5) || '"}'
       from sessions s cross join generate_series(1, ${FACTS}) as f (n)`,
    )
    await client.query("vacuum analyze")
  } finally {
    await client.end()
  }
}
