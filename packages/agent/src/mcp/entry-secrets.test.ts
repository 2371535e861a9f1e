import { expect, it } from "vitest"
import { servers } from "./__fixtures__/peers.ts"
import { entrySecrets } from "./entry-secrets.ts"

it.each([
  ["a variable with the name of a secret", { command: "x", env: { GITHUB_TOKEN: "abcdef" } }, ["abcdef"]],
  ["a variable in camel case", { command: "x", env: { dbPassword: "abcdef" } }, ["abcdef"]],
  [
    "a header, and the word after its scheme",
    { url: "http://x", headers: { Authorization: "Bearer ab" } },
    ["Bearer ab", "ab"],
  ],
  ["a client secret", { url: "http://x", oauth: { clientSecret: "abcdef" } }, ["abcdef"]],
  ["a password in an address", { command: "x", env: { DATABASE_URL: "postgres://app:hunter22@db/x" } }, ["hunter22"]],
  [
    "a key in place of a user name",
    { command: "x", env: { SENTRY_DSN: "https://0a1b2c3d4e5f@o1.example/2" } },
    ["0a1b2c3d4e5f"],
  ],
  ["what looks like a token", { command: "x", env: { ACCESS: "xoxp1234567890abcdefgh" } }, ["xoxp1234567890abcdefgh"]],
  ["not an address or a region", { command: "x", env: { URL: "https://db.example/x1", REGION: "eu-central-1" } }, []],
  ["not the path of a key", { command: "x", env: { SSH_KEY: "/home/me/.ssh/id" } }, []],
  ["not variables with other names", { command: "x", env: { MODE: "test", AUTHOR: "Ada", KEYBOARD: "de" } }, []],
])("entrySecrets finds %s", (_, entry, expected) => {
  expect(servers({ a: entry }).flatMap((server) => entrySecrets(server, {}))).toEqual(expected)
})

it("entrySecrets finds the password of a proxy, which programs get and HTTP servers do not", () => {
  const [program, page] = servers({ a: { command: "x" }, b: { url: "http://x" } })
  const passed = { HTTPS_PROXY: "http://ada:hunter22@proxy:8080", PATH: "/usr/bin" }
  expect([program, page].map((server) => server && entrySecrets(server, passed))).toEqual([["hunter22"], []])
})
