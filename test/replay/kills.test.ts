// What a killed process began and another one finished replays exactly: orphans and interrupted calls are part of a log.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"
import { recordedRules } from "../../packages/agent/src/replay/recorded-rules.ts"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import { stories } from "../kill/stories.ts"
import { resume, runVictim } from "../kill/victims.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-replay-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("a session whose process was killed", () => {
  it.each(Object.keys(stories).flatMap((name) => [6, 8].map((write) => [name, write] as const)))(
    "replays exactly: %s, at write %i",
    async (name, write) => {
      await runVictim(folder, name, { PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: "after", PAWL_COMMIT_ON: "thread" })
      const { facts } = await resume(folder, name)
      const rules = recordedRules(facts, profileNamed("default"))
      expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
    },
  )
})
