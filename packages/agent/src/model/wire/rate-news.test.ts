import { expect, it } from "vitest"
import type { RateNews } from "../../contracts/rates.ts"
import type { Headers } from "./classify.ts"
import { rateNews } from "./rate-news.ts"

const NOW = Date.parse("2026-01-01T00:00:00Z")

it.each<{ from: string; headers: Headers; news: RateNews | undefined }>([
  { from: "a provider that says nothing", headers: { "content-type": "text/event-stream" }, news: undefined },
  {
    from: "OpenAI",
    headers: {
      "x-ratelimit-limit-requests": "60",
      "x-ratelimit-remaining-requests": "59",
      "x-ratelimit-reset-requests": "1s",
      "x-ratelimit-limit-tokens": "150000",
      "x-ratelimit-remaining-tokens": "149984",
      "x-ratelimit-reset-tokens": "6m0s",
    },
    news: {
      requests: { limit: 60, remaining: 59, resetMs: 1000 },
      tokens: { limit: 150_000, remaining: 149_984, resetMs: 360_000 },
    },
  },
  {
    from: "a provider with fractions",
    headers: { "x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "120ms" },
    news: { requests: { remaining: 3, resetMs: 120 } },
  },
  {
    from: "Groq",
    headers: { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "7.66s" },
    news: { tokens: { remaining: 0, resetMs: 7660 } },
  },
  {
    from: "Anthropic",
    headers: {
      "anthropic-ratelimit-requests-limit": "50",
      "anthropic-ratelimit-requests-remaining": "49",
      "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:10Z",
      "anthropic-ratelimit-tokens-limit": "80000",
      "anthropic-ratelimit-tokens-remaining": "0",
      "anthropic-ratelimit-tokens-reset": "2025-12-31T23:59:00Z",
    },
    news: {
      requests: { limit: 50, remaining: 49, resetMs: 10_000 },
      tokens: { limit: 80_000, remaining: 0, resetMs: 0 },
    },
  },
  {
    from: "a provider that writes something else",
    headers: { "x-ratelimit-remaining-requests": "many", "x-ratelimit-reset-requests": "soon" },
    news: undefined,
  },
])("reads what $from says about its limits", ({ headers, news }) => {
  expect(rateNews(headers, NOW)).toEqual(news)
})
