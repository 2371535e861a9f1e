// Undo and rewind over HTTP: with the right to the tools that changed the files.
import { readFileSync, realpathSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { call } from "@pawl/agent/testing"
import { expect, it, onTestFinished } from "vitest"
import { person, running } from "../__fixtures__/ops-server.ts"

it.each([
  ["undo", {}],
  ["undo", { turn: 1, dryRun: true }],
  ["rewind", { turn: 1, what: "files" }],
  ["rewind", { turn: 1, what: "both" }],
])("%s with %j needs the right to the tool that changed the file, at the time of the undo", async (way, body) => {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), "pawl-files-")))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, "a.txt")
  writeFileSync(file, "one")
  const people = { ann: person("ann", "user") }
  const { call: ask, stop } = await running({
    people,
    script: ({ results }) =>
      results.length === 0 ? { calls: [call("write_file", { path: "a.txt", content: "two" })] } : "Done.",
    agent: { workspace: folder, approve: "auto" },
    workspace: { folder },
  })
  onTestFinished(stop)
  await ask("POST", "as ann /v1/sessions", { id: "s" })
  await ask("POST", "as ann /v1/sessions/s/ask", { input: "Write." })
  people.ann = person("ann", "user", { tools: ["read_file"] })
  const refused = await ask("POST", `as ann /v1/sessions/s/${way}`, body)
  expect(refused).toMatchObject({ status: 403, body: { error: { code: "not-allowed" } } })
  expect(readFileSync(file, "utf8")).toBe("two")
  people.ann = person("ann", "user", { tools: ["write_*"] })
  expect(await ask("POST", `as ann /v1/sessions/s/${way}`, body)).toMatchObject({
    status: 200,
    body: { files: [{ path: "a.txt", outcome: "restored" }] },
  })
})
