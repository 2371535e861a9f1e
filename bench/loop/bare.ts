// The baselines: minimal agent loops without events, limits and error handling. "floor" is undici's dispatch, "fetch" is fetch,
// and "durable" is the floor with a synced commit before the tool runs and before the model is asked, as Pawl has them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { Pool } from "undici"
import type { Prepared } from "./contender.ts"
import { LOOK, PROMPT, SYSTEM } from "./look.ts"

interface Message {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly object[]
  readonly tool_call_id?: string
}

interface Call {
  id: string
  name: string
  arguments: string
}

interface Reader {
  text: string
  rest: string
  readonly calls: Call[]
}

type Ask = (url: URL, body: string) => Promise<Reader>

/** Makes what is new in the conversation durable. */
type Commit = (news: readonly Message[]) => void

const { run: look, ...described } = LOOK
const tools = [{ type: "function", function: described }]

export function prepare(baseUrl: string, variant: string): Prepared {
  if (variant === "durable") return durable(baseUrl)
  const ask = variant === "fetch" ? fetchAsk : floorAsk
  return { session: () => bareSession(ask, baseUrl), close: () => undefined }
}

function durable(baseUrl: string): Prepared {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
  const db = new Database(join(folder, "bare.db"))
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  db.exec("create table messages (seq integer primary key, body text not null)")
  const insert = db.prepare("insert into messages (body) values (?)")
  return {
    session: () => bareSession(floorAsk, baseUrl, (news) => insert.run(JSON.stringify(news))),
    close: async () => {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function bareSession(ask: Ask, baseUrl: string, commit?: Commit): Promise<string> {
  const url = new URL(`${baseUrl}/chat/completions`)
  const messages: Message[] = [
    { role: "system", content: SYSTEM },
    { role: "user", content: PROMPT },
  ]
  for (;;) {
    const body = JSON.stringify({
      model: "bench",
      stream: true,
      stream_options: { include_usage: true },
      tools,
      messages,
    })
    const { text, calls } = await ask(url, body)
    const asked = calls.map(({ id, ...spelled }) => ({ id, type: "function", function: spelled }))
    const answer = { role: "assistant", content: text, ...(asked.length > 0 && { tool_calls: asked }) }
    commit?.([answer])
    messages.push(answer)
    if (calls.length === 0) return text
    const results = calls.map((call) => ({
      role: "tool",
      tool_call_id: call.id,
      content: look(JSON.parse(call.arguments)),
    }))
    commit?.(results)
    messages.push(...results)
  }
}

const pools = new Map<string, Pool>()

/** The floor: undici's dispatch, events split by hand, JSON.parse. */
const floorAsk: Ask = (url, body) => {
  let pool = pools.get(url.origin)
  if (pool === undefined) {
    pool = new Pool(url.origin)
    pools.set(url.origin, pool)
  }
  const reader: Reader = { text: "", rest: "", calls: [] }
  return new Promise((resolve, reject) => {
    pool.dispatch(
      { path: url.pathname, method: "POST", headers: { "content-type": "application/json" }, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_controller, bytes) => take(reader, bytes.toString()),
        onResponseEnd: () => resolve(reader),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}

const fetchAsk: Ask = async (url, body) => {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
  const reader: Reader = { text: "", rest: "", calls: [] }
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) take(reader, decoder.decode(bytes, { stream: true }))
  return reader
}

function take(reader: Reader, piece: string): void {
  const text = reader.rest + piece
  let from = 0
  for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", from)) {
    const data = text.slice(from + 6, end)
    from = end + 2
    if (data !== "[DONE]") takeEvent(reader, JSON.parse(data))
  }
  reader.rest = text.slice(from)
}

interface Event {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string
      readonly tool_calls?: readonly {
        readonly index: number
        readonly id?: string
        readonly function: { readonly name?: string; readonly arguments: string }
      }[]
    }
  }[]
}

function takeEvent(reader: Reader, event: Event): void {
  const delta = event.choices[0]?.delta
  if (delta?.content) reader.text += delta.content
  for (const { index, id, function: spelled } of delta?.tool_calls ?? []) {
    const call = reader.calls[index]
    if (call === undefined)
      reader.calls[index] = { id: id ?? "", name: spelled.name ?? "", arguments: spelled.arguments }
    else call.arguments += spelled.arguments
  }
}
