import { describe, expect, it } from "vitest"
import { redact } from "./redact.ts"

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"

describe("redact", () => {
  it.each([
    { name: "a bearer token", text: "sent Bearer abcdef.123-456 on", clean: "sent Bearer [redacted] on" },
    { name: "a basic credential", text: "Basic dXNlcjpwYXNz", clean: "Basic [redacted]" },
    { name: "whatever the case", text: "BEARER abcdefgh12", clean: "BEARER [redacted]" },
    { name: "an OpenAI key", text: "key sk-proj-abcDEF123456 is wrong", clean: "key [redacted] is wrong" },
    { name: "a Stripe key", text: "rk_live_abcdefgh", clean: "[redacted]" },
    { name: "a GitHub token", text: "ghp_abcdefgh12345678", clean: "[redacted]" },
    { name: "a Slack token", text: "xoxb-123456789-abc", clean: "[redacted]" },
    { name: "an AWS key id", text: "AKIAIOSFODNN7EXAMPLE", clean: "[redacted]" },
    { name: "a JSON web token", text: `got ${jwt}.`, clean: /^got \[redacted\]\.?$/ },
    { name: "a key in JSON", text: '{"apiKey":"abcd1234","n":1}', clean: '{"apiKey":"[redacted]","n":1}' },
    { name: "a key in a query", text: "?api_key=abcd1234&page=2", clean: "?api_key=[redacted]&page=2" },
    { name: "a key in the environment", text: "OPENAI_API_KEY=abcd1234", clean: "OPENAI_API_KEY=[redacted]" },
    { name: "an access key", text: "AWS_SECRET_ACCESS_KEY=abcd/1234", clean: "AWS_SECRET_ACCESS_KEY=[redacted]" },
    { name: "a password in the environment", text: "DB_PASSWORD=hunter22", clean: "DB_PASSWORD=[redacted]" },
    { name: "a client secret", text: "client_secret=abcd1234", clean: "client_secret=[redacted]" },
    { name: "a token in JSON", text: '{"token": "abcd1234"}', clean: '{"token": "[redacted]"}' },
    { name: "a fine-grained GitHub token", text: "github_pat_11ABCDEF_abcdef", clean: "[redacted]" },
    { name: "a password", text: "password: hunter22", clean: "password: [redacted]" },
    { name: "a quoted secret", text: "secret = 'hunter22'", clean: "secret = '[redacted]'" },
    {
      name: "a header",
      text: "Authorization: Bearer abcdefgh12",
      clean: /^Authorization: \[redacted\]( \[redacted\])?$/,
    },
    {
      name: "credentials in an address",
      text: "postgres://ada:hunter2@db:5432/x",
      clean: "postgres://[redacted]@db:5432/x",
    },
    { name: "a home path", text: "/home/ada/notes.md", clean: "~/notes.md" },
    { name: "no folder that is only called home", text: "/srv/home/config.json", clean: "/srv/home/config.json" },
    { name: "a Mac home path", text: '"/Users/ada/a b.md"', clean: '"~/a b.md"' },
    { name: "a Windows home path", text: "C:\\Users\\ada\\notes.md", clean: "~\\notes.md" },
    {
      name: "several at once",
      text: "/home/ada and sk-abcdefghij, sk-abcdefghij",
      clean: "~ and [redacted], [redacted]",
    },
  ])("hides $name", ({ text, clean }) => {
    expect(redact(text)).toEqual(typeof clean === "string" ? clean : expect.stringMatching(clean))
  })

  it.each([
    "",
    "The tool failed: no such file",
    "a token of appreciation",
    "see https://example.com/a?b=c and ada@example.com",
    "/etc/passwd is not readable",
    "the basic idea",
    "3 passwords",
    '{"inputTokens":1200,"max_tokens":4096}',
  ])("leaves %j alone", (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each(["Bearer abcdef.123-456", "password: hunter22", "/home/ada/x", `${jwt}`])(
    "changes nothing twice: %s",
    (text) => {
      expect(redact(redact(text))).toBe(redact(text))
    },
  )

  it.each(["a.", "a-", "-eyJ", "sk-", "/home/", "secret ", "x://a:"])(
    "takes no longer than the text is long: %j over and over",
    (piece) => {
      // Many seconds when it grows with the square of the length; the limit only has to tell the two apart.
      const began = performance.now()
      redact(piece.repeat(100_000 / piece.length))
      expect(performance.now() - began).toBeLessThan(1000)
    },
  )
})
