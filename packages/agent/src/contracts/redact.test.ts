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
  ])("leaves %j alone", (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each(["Bearer abcdef.123-456", "password: hunter22", "/home/ada/x", `${jwt}`])(
    "changes nothing twice: %s",
    (text) => {
      expect(redact(redact(text))).toBe(redact(text))
    },
  )
})
