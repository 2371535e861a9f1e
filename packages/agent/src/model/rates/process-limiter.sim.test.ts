// Many sessions against a provider that limits its rate, by a clock that takes no time: all are served, soon.
import { expect, it } from "vitest"
import type { Reply } from "../../contracts/answer.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { ProcessLimiter } from "./process-limiter.ts"

interface Provider {
  readonly requests: number
  readonly perMs: number
  readonly saysWhen: boolean
}

const ANSWER: Reply = { kind: "answer", text: "", reasoning: [], calls: [], problems: [], stop: "end" }

/** Each document is one request, made again a second after a refusal, as rules do. */
async function play(provider: Provider, documents: number, atOnce: number) {
  const clock = new FakeClock()
  const limiter = new ProcessLimiter(clock)
  const { signal } = new AbortController()
  const served: number[] = []
  let refused = 0
  let most = 0
  const ask = async (): Promise<Reply> => {
    const now = clock.monotonic()
    const oldest = served.at(-provider.requests) ?? Number.NEGATIVE_INFINITY
    if (now - oldest < provider.perMs) {
      refused++
      await clock.sleep(5)
      const wait = provider.saysWhen ? { retryAfterMs: oldest + provider.perMs - now } : {}
      return { kind: "failure", error: { class: "rate-limit", code: "429", message: "" }, ...wait }
    }
    served.push(now)
    await clock.sleep(200)
    return ANSWER
  }
  const read = async (name: string) => {
    for (let tries = 1; ; tries++) {
      for (let wait = await limiter.admit("m", name, 0, signal); wait > 0; ) {
        await clock.sleep(wait)
        wait = await limiter.admit("m", name, 0, signal)
      }
      const reply = await ask()
      limiter.settle("m", name, reply)
      if (reply.kind === "answer") return
      most = Math.max(most, tries)
      await clock.sleep(Math.max(reply.retryAfterMs ?? 0, 750))
    }
  }
  const left = Array.from({ length: documents }, (_, nth) => `d${nth}`)
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await read(next)
  }
  await clock.run(Promise.all(Array.from({ length: atOnce }, work)))
  return { ms: clock.monotonic(), refused, most, best: ((documents - 1) / provider.requests) * provider.perMs }
}

it.each<Provider & { documents: number; factor: number }>([
  { requests: 5, perMs: 1000, saysWhen: true, documents: 60, factor: 1.1 },
  { requests: 5, perMs: 1000, saysWhen: false, documents: 60, factor: 2 },
  { requests: 20, perMs: 10_000, saysWhen: true, documents: 60, factor: 1.1 },
  { requests: 20, perMs: 10_000, saysWhen: false, documents: 60, factor: 5 },
  { requests: 50, perMs: 60_000, saysWhen: true, documents: 200, factor: 1.1 },
  { requests: 50, perMs: 60_000, saysWhen: false, documents: 200, factor: 3 },
  { requests: 1, perMs: 1000, saysWhen: true, documents: 20, factor: 1.1 },
  { requests: 1, perMs: 1000, saysWhen: false, documents: 20, factor: 2 },
])(
  "$documents documents, 32 at once: $requests requests per $perMs ms, and the provider says when: $saysWhen",
  async ({ documents, factor, ...provider }) => {
    const { ms, refused, best, most } = await play(provider, documents, 32)
    expect(ms).toBeLessThan(best * factor)
    // The first burst has to be refused; where the provider says when, hardly any more is.
    expect(refused).toBeLessThan(provider.saysWhen ? 40 : documents * 4)
    expect(most).toBeLessThan(10)
  },
)
