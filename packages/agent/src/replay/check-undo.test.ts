// Replay and import both find undo facts that no session could have written.
import { describe, expect, it } from "vitest"
import type { Draft } from "../contracts/fact.ts"
import { profileNamed } from "../profiles/profiles.ts"
import {
  aCall,
  answered,
  asked,
  finished,
  opened,
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { checkLog } from "./check-log.ts"
import { replaySession } from "./replay-session.ts"

const turn: readonly Draft[] = [said("go"), asked(), answered({ calls: [aCall("a")] })]
const kept: Draft = { type: "checkpoint-made", checkpoint: "a", files: { "a.txt": null } }
const done: readonly Draft[] = [...turn, kept, toolStarted("a"), toolFinished("a"), finished()]
const wish: Draft = { type: "restore-asked", command: "u", turns: 1, stays: [], to: 1, turn: 1 }
const present: Draft = { type: "checkpoint-made", checkpoint: "restore:u", files: {} }
const restored: Draft = { type: "files-restored", checkpoint: "restore:u", report: {}, command: "u" }
const rewound: Draft = { type: "conversation-rewound", to: 1, command: "u" }

describe("a log with undo facts", () => {
  it.each([
    ["in which files were restored and the conversation was rewound", [...done, wish, present, restored, rewound]],
    ["that ends with the request", [...done, wish]],
    ["that continues afterwards", [...done, wish, present, restored, rewound, said("again", 2)]],
  ])("%s is valid", (_name, drafts) => {
    expect(checkLog(stamp([opened(), ...drafts]))).toBeUndefined()
  })

  it.each([
    ["a checkpoint of a call that does not exist", [said("go"), kept]],
    ["a checkpoint of a finished call", [...turn, toolStarted("a"), toolFinished("a"), kept]],
    ["a restore in the middle of a turn", [...turn, wish]],
    ["a second restore before the first is done", [...done, wish, wish]],
    ["restored files without a request", [...done, restored]],
    ["a rewound conversation while a turn runs", [...turn, rewound]],
    ["a rewind to a later fact", [...done, { ...rewound, to: 99 } as Draft]],
  ])("is invalid with %s", (_name, drafts) => {
    const facts = stamp([opened(), ...drafts])
    expect(checkLog(facts)).toMatchObject({ exact: false, at: facts.length, kind: "log-invalid" })
    const { rules } = profileNamed("default")()
    expect(replaySession({ facts: facts.slice(0, -1), rules }).exact && replaySession({ facts, rules }).exact).toBe(
      false,
    )
  })
})

describe("a checkpoint", () => {
  const hash = "a".repeat(64)
  const log = (held: string) =>
    stamp([opened(), ...turn, { type: "checkpoint-made", checkpoint: "a", files: { "a.txt": held } }, toolStarted("a")])
  const { rules } = profileNamed("default")()
  const at = log(hash).findIndex(({ type }) => type === "checkpoint-made") + 1

  it("whose bytes are missing is found", () => {
    expect(replaySession({ facts: log(hash), rules })).toMatchObject({ exact: true })
    const missing = new Set([hash])
    expect(replaySession({ facts: log(hash), rules, missing })).toMatchObject({ at, kind: "fact-changed" })
    expect(replaySession({ facts: log("none"), rules })).toMatchObject({ at, kind: "fact-changed" })
  })
})
