// The CLI's own tests, a second time: each command works with a server that has the same data.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { servedCommands, throughServer } from "../__fixtures__/through-server.ts"

/** Files, and the tests or groups of tests in them that make no sense with a server. */
const FILES: readonly (readonly [string, readonly string[]])[] = [
  [
    "../run/prompt.test.ts",
    [
      // The words of a refusal are those of the policy here, and of the absent person there.
      "shows tools on stderr, and without a terminal refuses calls that need an approval, with a reason for the model",
      // It waits for seconds, and the events that it shows are the same.
      "shows no short wait, and no wait that does not happen",
      "a data folder",
    ],
  ],
  // About this machine.
  ["../sessions/admin.test.ts", ["pawl config", "pawl mcp", "a real MCP server", "pawl doctor"]],
  [
    "../sessions/undo.test.ts",
    // A server without a model has no agent.
    ["L23, X18: pawl undo lists, tries out and undoes file changes, and names what stays; it needs no model"],
  ],
  // Steps are printed where they are carried out.
  ["../observe/observe.test.ts", ["the log file (M26)"]],
]

describe.each(FILES)("with --server: %s", async (file, without) => {
  beforeAll(() => throughServer(true))
  beforeEach(({ task, skip }) => {
    if (without.includes(task.name) || without.includes(task.suite?.name ?? "")) skip()
  })
  afterAll(() => throughServer(false))

  await import(`${file}?again`)

  it("has asked a server", () => {
    expect(servedCommands()).toBeGreaterThan(5)
  })
})
