import { describe, expect, it } from "vitest"
import { redact } from "./redact.ts"

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"

function pem(kind: string, headers = ""): string {
  return `-----BEGIN ${kind}PRIVATE KEY-----\n${headers}${"MIIEow+/12".repeat(6)}\nabc=\n-----END ${kind}PRIVATE KEY-----`
}

describe("redact", () => {
  it.each([
    { name: "a bearer token", text: "sent Bearer abcdef.123-456 on", clean: "sent Bearer [redacted] on" },
    { name: "a basic credential", text: "Basic dXNlcjpwYXNz", clean: "Basic [redacted]" },
    { name: "a token in any case", text: "BEARER abcdefgh12", clean: "BEARER [redacted]" },
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
      name: "credentials in a URL",
      text: "postgres://ada:hunter2@db:5432/x",
      clean: "postgres://[redacted]@db:5432/x",
    },
    { name: "a home path", text: "/home/ada/notes.md", clean: "~/notes.md" },
    {
      name: "nothing in a folder that is only named home",
      text: "/srv/home/config.json",
      clean: "/srv/home/config.json",
    },
    { name: "a Mac home path", text: '"/Users/ada/a b.md"', clean: '"~/a b.md"' },
    { name: "a Windows home path", text: "C:\\Users\\ada\\notes.md", clean: "~\\notes.md" },
    { name: "a Groq key", text: "key gsk_abcDEF0123456789xyz!", clean: "key [redacted]!" },
    { name: "an xAI key", text: "xai-abcdefghij0123456789ABCD", clean: "[redacted]" },
    { name: "a Google key", text: "AIzaSyA1234567890abcdefghijklmnopqrstuv", clean: "[redacted]" },
    { name: "a Hugging Face token", text: "hf_abcdefghijklmnopqrstuvwxyz", clean: "[redacted]" },
    { name: "a GitLab token", text: "glpat-abcdefghij0123456789", clean: "[redacted]" },
    { name: "an npm token", text: "npm_abcdefghijklmnopqrstuvwxyz0123456789", clean: "[redacted]" },
    { name: "a GitHub OAuth token", text: "gho_abcdefghijklmnopqrstuvwxyz0123456789", clean: "[redacted]" },
    { name: "a Slack user token", text: "xoxp-1234-5678-abcdef", clean: "[redacted]" },
    { name: "a key after an underscore", text: "OLD_sk-abcdefgh1234", clean: "OLD_[redacted]" },
    { name: "a Mailgun key", text: "key-0123456789abcdef", clean: "[redacted]" },
    { name: "a Stripe test key", text: "pk_test_abcdefgh", clean: "[redacted]" },
    {
      name: "a token as the user",
      text: "https://abc123def@github.com/x.git",
      clean: "https://[redacted]@github.com/x.git",
    },
    { name: "a password with a slash", text: "https://user:pa/ss@host/x", clean: "https://[redacted]@host/x" },
    { name: "a password with a question mark", text: "amqp://user:pa?s#s@host", clean: "amqp://[redacted]@host" },
    { name: "a password with an @", text: "https://user:p@ss@host/x", clean: "https://[redacted]@host/x" },
    { name: "a password without a user", text: "redis://:hunter2@cache:6379", clean: "redis://[redacted]@cache:6379" },
    { name: "?key=", text: "https://h/x?key=abcd1234&x=1", clean: "https://h/x?key=[redacted]&x=1" },
    { name: "?sig=", text: "https://h/x?se=1&sig=ab%2Fcd&x=1", clean: "https://h/x?se=1&sig=[redacted]&x=1" },
    { name: "?token=", text: "wss://h?token=abcd1234#top", clean: /^wss:\/\/h\?token=\[redacted\]/ },
    { name: "a signed URL", text: "h?X-Amz-Signature=abcd1234&a=b", clean: "h?X-Amz-Signature=[redacted]&a=b" },
    { name: "a key in a header", text: "x-api-key: abcdefgh1234", clean: "x-api-key: [redacted]" },
    { name: "a cookie", text: "Set-Cookie: session=abcdef01; Path=/", clean: "Set-Cookie: [redacted]" },
    {
      name: "a password in JSON in JSON",
      text: '{\\"password\\":\\"hunter22\\"}',
      clean: '{\\"password\\":\\"[redacted]\\"}',
    },
    { name: "a private key", text: `${pem("RSA ")} is wrong`, clean: "[redacted] is wrong" },
    { name: "an encrypted private key", text: pem("ENCRYPTED ", "DEK-Info: AES-128-CBC,1F\n\n"), clean: "[redacted]" },
    { name: "a private key in JSON", text: JSON.stringify(pem("")), clean: '"[redacted]"' },
    { name: "a private key that was cut off", text: pem("EC ").slice(0, 90), clean: /^\[redacted\]\w{0,23}$/ },
    { name: "root's home path", text: "open '/root/.ssh/id_rsa'", clean: "open '~/.ssh/id_rsa'" },
    { name: "a file URL", text: "file:///home/ada/x", clean: "file://~/x" },
    { name: "a Windows home path in JSON", text: '"C:\\\\Users\\\\ada\\\\x"', clean: '"~\\\\x"' },
    { name: "a Windows home path with slashes", text: "c:/users/ada/x", clean: "~/x" },
    { name: "a Windows home path with a space", text: "C:\\Users\\Ada Byron\\x", clean: "~\\x" },
    { name: "a Windows home path from Linux", text: "/mnt/c/Users/ada/x", clean: "~/x" },
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
    "keynote",
    "task-1234",
    "a task-list of 12345678 things",
    "risk-assessment-2026",
    "desk-12345678",
    "key-value pairs",
    "a token-bucket-limiter",
    "primary key-constraint_users",
    'violates unique constraint "pk_order_items"',
    "monkey_business1234",
    "token_count_per_minute",
    "Basic authentication is required",
    "a basic understanding of things",
    "Bearer authentication failed",
    "https://example.com/@user",
    "https://example.com:8080/@user",
    "http://[::1]:3000/@user",
    "http://registry:4873/@babel/core",
    "https://unpkg.com/react@18.2.0/index.js",
    "ssh://git@github.com/a/b.git",
    "git@github.com:a/b.git",
    "mailto:ada@example.com",
    "ada.byron+x@example.com, grace@example.org",
    "https://example.com/search?q=key&sort=token",
    "https://example.com/?monkey=banana&turkey=roast",
    "npm_config_registry and npm_lifecycle_event",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "index 83db48f..bf269f4 100644",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP==",
    "123e4567-e89b-12d3-a456-426614174000",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "/usr/home.config, /homely/x, /var/lib/root/x and /rooted/x",
    "https://example.com/home/ada and https://example.com/Users/1",
    "D:\\Work\\Users.txt",
    "file://C:/work/a@b",
    "at run (src/loop/run.ts:12:34)",
    "The cookie: it crumbles",
    "eyJust. a. word",
    "2026-11-15T10:27:42.000Z",
  ])("leaves %j unchanged", (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each(["Bearer abcdef.123-456", "password: hunter22", "/home/ada/x", `${jwt}`])(
    "does not change redacted text: %s",
    (text) => {
      expect(redact(redact(text))).toBe(redact(text))
    },
  )

  it.each([
    ...["a", " ", "a.", "a-", "--", "-eyJ", "eyJaaaaaaaa.", "sk-", "key-", "secret ", "token=", "cookie: a", "basic a"],
    ...["/home/", "C:\\Users\\a b ", "x://a:", "://a:b/", "https://a", "?x-token", "\\"],
    ...["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----a-b", "-----BEGIN PRIVATE KEY-----\n"],
  ])("takes linear time for a megabyte of %j", (piece) => {
    // With quadratic time it would take minutes, and the test's own time limit would end it.
    expect(redact(piece.repeat(1_000_000 / piece.length))).toBeTypeOf("string")
  })
})
