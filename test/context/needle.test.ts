// The user's goals, remarks and answers stand in the last request of a long session, whatever the window, the policy
// and the summariser. `npm run bench -- context` runs the whole matrix.
import { describe, expect, it } from "vitest"
import { findNeedles, type Scribe } from "./needles.ts"
import { policies } from "./policies.ts"

const SCRIBES: readonly Scribe[] = ["good", "lazy", "empty", "lying"]
const WINDOWS = [4096, 8192]
const cells = policies.flatMap((way, place) =>
  WINDOWS.map((window, at) => ({
    way,
    window,
    scribe: SCRIBES[(place + at) % SCRIBES.length] ?? "good",
    name: way.name,
  })),
)

describe("a session of 100 steps", () => {
  it.each(cells)(
    "keeps goal, constraints and open items: $name, $window tokens, a summariser that is $scribe",
    async (cell) => {
      const found = await findNeedles({ ...cell, steps: 100 })
      expect(found.missing).toEqual([])
      expect(found.compactions).toBeGreaterThan(0)
      expect(found.requests).toBe(100)
    },
  )

  it("announces what it loses where the user's messages exceed their share", async () => {
    const [way] = policies
    if (way === undefined) throw new Error("There are no policies.")
    const found = await findNeedles({ way, window: 1536, scribe: "empty", steps: 60 })
    expect(found.missing.length).toBeGreaterThan(0)
    expect(found.announced).toBe(true)
  })
})
