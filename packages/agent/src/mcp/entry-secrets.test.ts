import { expect, it } from "vitest"
import { servers } from "./__fixtures__/peers.ts"
import { entrySecrets } from "./entry-secrets.ts"

it.each([
  ["a variable that is named like one", { command: "x", env: { GITHUB_TOKEN: "abcdef" } }, ["abcdef"]],
  ["one in another spelling", { command: "x", env: { dbPassword: "abcdef" } }, ["abcdef"]],
  [
    "a header, and the word after its scheme",
    { url: "http://x", headers: { Authorization: "Bearer ab" } },
    ["Bearer ab", "ab"],
  ],
  ["a client's", { url: "http://x", oauth: { clientSecret: "abcdef" } }, ["abcdef"]],
  ["a password in an address", { command: "x", env: { DATABASE_URL: "postgres://app:hunter22@db/x" } }, ["hunter22"]],
  [
    "a key in the place of a name",
    { command: "x", env: { SENTRY_DSN: "https://0a1b2c3d4e5f@o1.example/2" } },
    ["0a1b2c3d4e5f"],
  ],
  ["what looks like a token", { command: "x", env: { ACCESS: "xoxp1234567890abcdefgh" } }, ["xoxp1234567890abcdefgh"]],
  ["not an address or a place", { command: "x", env: { URL: "https://db.example/x1", REGION: "eu-central-1" } }, []],
  ["not where a key lies", { command: "x", env: { SSH_KEY: "/home/me/.ssh/id" } }, []],
  ["not what has another name", { command: "x", env: { MODE: "test", AUTHOR: "Ada", KEYBOARD: "de" } }, []],
])("secrets of an entry: %s", (_, entry, expected) => {
  expect(servers({ a: entry }).flatMap(entrySecrets)).toEqual(expected)
})
