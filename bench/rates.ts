// npm run bench -- rates: sixty documents at once against a provider that takes five requests a second, with the limiter
// and without it: how many are read, how long it takes, how many requests are refused.
import { createAgent } from "../packages/agent/src/agent/create-agent.ts"
import type { RateTable } from "../packages/agent/src/contracts/rates.ts"
import { modelFrom } from "../packages/agent/src/model/providers.ts"
import { type Limit, limitedServer } from "../packages/agent/src/model/rates/__fixtures__/limited-server.ts"
import { round, table } from "./figures.ts"

const DOCUMENTS = 60
const CONCURRENCY = 32
const LIMIT: Limit = { requests: 5, perMs: 1000, answerMs: 200 }

const says = (waitMs: number) => ({ "retry-after": String(Math.ceil(waitMs / 1000)) })

const CASES: readonly (readonly [string, Limit, { readonly rates?: RateTable | false }])[] = [
  ["Retry-After, no limiter", { ...LIMIT, headers: says }, { rates: false }],
  ["Retry-After, learnt", { ...LIMIT, headers: says }, {}],
  ["429 only, no limiter", LIMIT, { rates: false }],
  ["429 only, learnt", LIMIT, {}],
]

export async function run(): Promise<void> {
  const rows: (readonly [string, number, number, number])[] = []
  for (const [name, limit, options] of CASES) rows.push([name, ...(await read(limit, options))])
  console.log(table(["provider", "failed", "refused", "seconds"], rows))
  console.log(`\n${JSON.stringify({ bench: "rates", failed: rows.map(([, failed]) => failed) })}`)
}

async function read(limit: Limit, options: { readonly rates?: RateTable | false }) {
  const server = await limitedServer(limit)
  const model = modelFrom("openai:bench", { apiKey: "key", baseUrl: server.url })
  const agent = await createAgent({ model, concurrency: CONCURRENCY, ...options })
  const began = performance.now()
  const outcomes = await Promise.all(
    Array.from({ length: DOCUMENTS }, async () => (await (await agent.open()).ask("Read it.")).outcome),
  )
  const seconds = round((performance.now() - began) / 1000, 1)
  await agent.close()
  await server.close()
  return [outcomes.filter((each) => each !== "completed").length, server.refused.length, seconds] as const
}
