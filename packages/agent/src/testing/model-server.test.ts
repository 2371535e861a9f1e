// The model server itself: what it records, how it answers, and that it stops.
import { describe, expect, it } from "vitest"
import { modelServer } from "./model-server.ts"

const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "Hi" }] })

async function post(url: string): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const response = await fetch(url, { method: "POST", body })
  return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() }
}

describe("the model server", () => {
  it("serves either format, by path, and records its requests", async () => {
    await using server = await modelServer({ script: ({ said }) => `You said ${said}` })
    expect((await post(`${server.openai}/chat/completions`)).text).toMatch(/"content":"said ".*data: \[DONE\]\n\n$/s)
    expect((await post(`${server.anthropic}/messages`)).text).toMatch(/event: message_start.*event: message_stop\n.*$/s)
    expect(server.requests.map(({ format, raw }) => [format, raw])).toEqual([
      ["openai", body],
      ["anthropic", body],
    ])
  })

  it("answers in one piece when it cannot stream", async () => {
    await using server = await modelServer({ script: () => "Hello", stream: false })
    const { type, text } = await post(`${server.openai}/chat/completions`)
    expect(type).toBe("application/json")
    expect(JSON.parse(text)).toMatchObject({ choices: [{ message: { content: "Hello" } }] })
  })

  it("produces the queued faults one by one, then those of the option", async () => {
    await using server = await modelServer({
      script: () => "Hello",
      fault: (_request, index) => (index === 2 ? { kind: "status", status: 529 } : undefined),
    })
    server.misbehave({ kind: "status", status: 429, headers: { "retry-after": "1" } })
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await post(`${server.openai}/chat/completions`)).status)
    expect(statuses).toEqual([429, 200, 529, 200])
  })

  it("answers a failing script with the provider's error, and a broken script with a 500 and its message", async () => {
    const error = { class: "rate-limit", code: "slow-down", message: "Slow down" } as const
    await using server = await modelServer({
      script: ({ said }) => {
        if (server.requests.length > 1) throw new Error(`I know nothing of ${said}`)
        return { error, retryAfterMs: 50 }
      },
    })
    expect(await post(`${server.anthropic}/messages`)).toMatchObject({ status: 429 })
    const broken = await post(`${server.anthropic}/messages`)
    expect(broken.status).toBe(500)
    expect(broken.text).toContain("I know nothing of Hi")
  })
})
