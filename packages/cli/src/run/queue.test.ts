// --priority, and a store where too many sessions wait.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { sqlite } from "@pawl/agent"
import { afterEach, beforeEach, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

it("--priority says how soon a message is to run, and the configuration says it for all", async () => {
  writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ priority: "low" }))
  const usual = (await place.pawl(["send", "new", "Sort the inbox"])).stdout.trim()
  const urgent = (await place.pawl(["send", "new", "Stop the press", "--priority", "high"])).stdout.trim()
  const store = await sqlite(join(place.home, "pawl.db"))
  try {
    const due = await store.sessions.due({ before: Number.MAX_SAFE_INTEGER })
    expect(due.map(({ id, standing }) => [id, standing.priority])).toEqual([
      [urgent, "high"],
      [usual, "low"],
    ])
  } finally {
    await store.close()
  }
})

it("--priority takes no other word", async () => {
  const { code, stderr } = await place.pawl(["-p", "hi", "--priority", "urgent"])
  expect([code, stderr]).toEqual([2, expect.stringContaining("low, normal, high")])
  const wrong = await place.pawl(["-p", "hi"], { env: { PAWL_PRIORITY: "urgent", PAWL_MODEL: "openai:m" } })
  expect([wrong.code, wrong.stderr]).toEqual([52, expect.stringContaining("PAWL_PRIORITY")])
})

it.each([[["send", "new", "two"]], [["-p", "two"]]])(
  "%j exits 75 and says when to come back while too many sessions wait",
  async (words) => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ limits: { waiting: { sessions: 1 } } }))
    expect((await place.pawl(["send", "new", "one"])).code).toBe(0)
    const { code, stderr } = await place.pawl(words)
    expect([code, stderr]).toEqual([75, expect.stringMatching(/limits\.waiting.*Nothing was sent.*again in \d+ s/)])
    expect(JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)).toHaveLength(1)
  },
)
