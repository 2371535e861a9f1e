import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { aCall, answered, asked, opened, said, stamp, toolFinished, toolStarted } from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { CRASH_LOOP, failCrashLoop } from "./fail-crash-loop.ts"

const crashLoop: Draft = { ...toolFinished("b", "unknown"), code: CRASH_LOOP } as Draft
const calls = [opened(), said("go"), asked(), answered({ calls: [aCall("a"), aCall("b", "risky")] })]
const thrice = [toolStarted("b"), toolStarted("b"), toolStarted("b")]
const decide = (drafts: readonly Draft[]) => failCrashLoop()(foldFacts(stamp(drafts)))

describe("failCrashLoop", () => {
  it("fails the turn whose call ended in a crash loop, and names the tool and the count", () => {
    const message = 'The process ended 3 times while "risky" ran. Check that tool before you try again.'
    expect(decide([...calls, ...thrice, crashLoop, toolFinished("a")])).toEqual([
      { kind: "finish", key: "finish:1", outcome: "failed", text: "", error: { code: "crash-loop", message } },
    ])
  })

  it.each<{ name: string; drafts: readonly Draft[] }>([
    { name: "there is no turn", drafts: [opened()] },
    { name: "the call is open, however often it was started", drafts: [...calls, ...thrice] },
    {
      name: "the call's outcome is unknown for another reason",
      drafts: [...calls, ...thrice, toolFinished("b", "unknown")],
    },
    { name: "the model was asked again since", drafts: [...calls, ...thrice, crashLoop, asked("1.2.1", 9)] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
