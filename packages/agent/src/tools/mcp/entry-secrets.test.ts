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
  ["not where a key lies", { command: "x", env: { SSH_KEY: "/home/me/.ssh/id" } }, []],
  ["not what has another name", { command: "x", env: { MODE: "test", AUTHOR: "Ada", KEYBOARD: "de" } }, []],
])("secrets of an entry: %s", (_, entry, expected) => {
  expect(servers({ a: entry }).flatMap(entrySecrets)).toEqual(expected)
})
