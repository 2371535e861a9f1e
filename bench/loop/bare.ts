// The baselines: minimal agent loops without store, events, limits and error handling.
import { Pool } from "undici"

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

export type Ask = (url: URL, body: string) => Promise<Reader>

const tools = [
  {
    type: "function",
    function: {
      name: "look",
      description: "Looks at a file.",
      parameters: { type: "object", properties: { path: { type: "string" } } },
    },
  },
]

export async function bareSession(ask: Ask, baseUrl: string): Promise<string> {
  const url = new URL(`${baseUrl}/chat/completions`)
  const messages: Message[] = [
    { role: "system", content: "You are a careful assistant." },
    { role: "user", content: "Go" },
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
    messages.push({ role: "assistant", content: text, ...(asked.length > 0 && { tool_calls: asked }) })
    if (calls.length === 0) return text
    for (const call of calls) {
      messages.push({ role: "tool", tool_call_id: call.id, content: look(JSON.parse(call.arguments)) })
    }
  }
}

export function look({ path }: { readonly path?: unknown }): string {
  return `${String(path)}: ${"what stands in the file, again and again; ".repeat(5)}`
}

const pools = new Map<string, Pool>()

/** (a) The floor: undici's dispatch, events split by hand, JSON.parse. */
export const floorAsk: Ask = (url, body) => {
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

/** (b) A bare fetch loop. */
export const fetchAsk: Ask = async (url, body) => {
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
