// From a log to changes, and from changes to what putting them back would do.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
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
} from "../../testing/fact-builders.ts"
import { changesOf } from "./changes.ts"
import { checkpointsOf, effectsIn } from "./checkpoints.ts"
import { planRewind, planUndo } from "./undo-plan.ts"

type Hashes = Readonly<Record<string, string | null>>
const root = "/work"

/** A turn with one call that finds and leaves these files. */
function turn(number: number, call: string, files: Hashes, left?: Hashes, skipped?: Record<string, string>): Draft[] {
  const attempt = `${number}.1.1`
  const end = toolFinished(call, left === undefined ? "unknown" : "ok")
  return [
    said("go", number),
    asked(attempt),
    answered({ calls: [aCall(call)] }, attempt),
    { type: "checkpoint-made", checkpoint: call, files, root, ...(skipped && { skipped }) },
    toolStarted(call, "once", "write"),
    left === undefined ? end : ({ ...end, left } as Draft),
    finished("completed", number),
  ]
}

const changesAfter = (...drafts: readonly Draft[][]) => changesOf(stamp([opened(), ...drafts.flat()]))
const rewindAll = (...drafts: readonly Draft[][]) => planRewind(changesAfter(...drafts), { root })

describe("what is put back", () => {
  it.each([
    { name: "one change", log: [turn(1, "a", { f: "1" }, { f: "2" })], files: { f: "1" }, expect: { f: "2" } },
    {
      name: "the earliest bytes of two changes, if the second found what the first had left",
      log: [turn(1, "a", { f: "1" }, { f: "2" }), turn(2, "b", { f: "2" }, { f: null })],
      files: { f: "1" },
      expect: { f: null },
    },
    {
      name: "no file whose content is unchanged",
      log: [turn(1, "a", { f: "1", g: null }, { f: "1", g: null })],
      files: {},
    },
    {
      name: "no file that all changes together left unchanged",
      log: [turn(1, "a", { f: null }, { f: "1" }), turn(2, "b", { f: "1" }, { f: null })],
      files: {},
    },
    {
      name: "what a call of unknown outcome was to change, without knowing what it left",
      log: [turn(1, "a", { f: "1" })],
      files: { f: "1" },
      expect: {},
    },
    {
      name: "no file that was changed elsewhere in between",
      log: [turn(1, "a", { f: "1" }, { f: "2" }), turn(2, "b", { f: "3" }, { f: "4" })],
      files: {},
      skipped: ["f"],
    },
    {
      name: "no half of a change that was kept in part",
      log: [turn(1, "a", { to: null }, { from: null, to: "1" }, { from: "too large" })],
      files: {},
      skipped: ["from", "to"],
    },
  ])("is $name", ({ log, files, expect: left = {}, skipped = [] }) => {
    const plan = rewindAll(...log)
    expect(plan.files).toEqual(files)
    expect(plan.expect).toEqual(left)
    expect(Object.keys(plan.skipped).sort()).toEqual(skipped)
  })

  it("is forced over changes from elsewhere, and never for half of a change", () => {
    const between = [turn(1, "a", { f: "1" }, { f: "2" }), turn(2, "b", { f: "3" }, { f: "4" })]
    expect(planRewind(changesAfter(...between), { root, force: true })).toMatchObject({
      files: { f: "1" },
      skipped: {},
    })
    const half = changesAfter(turn(1, "a", { to: null }, { to: "1" }, { from: "too large" }))
    expect(planRewind(half, { root, force: true }).files).toEqual({})
  })

  it("is limited to this workspace, and to one change only if no later one builds on it", () => {
    const changes = changesAfter(turn(1, "a", { f: "1" }, { f: "2" }), turn(2, "b", { f: "2" }, { f: "3" }))
    expect(planRewind(changes, { root: "/other" }).skipped).toHaveProperty("/work/f")
    expect(planUndo(changes.slice(0, 1), changes, { root }).skipped.f).toContain("a later call")
    expect(planUndo(changes.slice(1), changes, { root })).toMatchObject({ files: { f: "2" }, undoes: ["b"] })
  })
})

describe("a change that was put back", () => {
  const change = turn(1, "a", { f: "1" }, { f: "2" })
  const put = (command: string, undoes: string, files: Hashes, before: Hashes): Draft[] => [
    {
      type: "restore-asked",
      command,
      turns: 1,
      stays: [],
      files: { root, files, expect: before, modes: {}, skipped: {}, together: [], undoes: [undoes] },
    },
    { type: "checkpoint-made", checkpoint: `restore:${command}`, files: before, root },
    {
      type: "files-restored",
      checkpoint: `restore:${command}`,
      command,
      undoes: [undoes],
      report: Object.fromEntries(Object.keys(files).map((path) => [path, "restored" as const])),
    },
  ]
  const undone = (...drafts: readonly Draft[][]) => changesAfter(...drafts).map(({ files }) => files.f?.undone)

  it("is marked with the command, and unmarked once that is undone in turn", () => {
    const once = put("u", "a", { f: "1" }, { f: "2" })
    const twice = put("v", "restore:u", { f: "2" }, { f: "1" })
    expect(undone(change)).toEqual([undefined])
    expect(undone(change, once)).toEqual(["u", undefined])
    expect(undone(change, once, twice)).toEqual([undefined, "v", undefined])
  })

  it("is not marked where a file was skipped, and a call that never ran is no change", () => {
    const [wish, kept] = put("u", "a", { f: "1" }, { f: "2" }) as [Draft, Draft]
    const skipped: Draft = {
      type: "files-restored",
      checkpoint: "restore:u",
      command: "u",
      undoes: ["a"],
      report: { f: "skipped" },
    }
    expect(undone(change, [wish, kept, skipped])).toEqual([undefined])
    const never = change.map((draft) => (draft.type === "tool-finished" ? toolFinished("a", "skipped") : draft))
    expect(changesAfter(never)).toEqual([])
  })
})

describe("checkpoints", () => {
  it("are one a turn, and those that the conversation no longer contains are marked", () => {
    const log = [turn(1, "a", { f: "1" }, { f: "2" }), turn(2, "b", { g: null }, { g: "1" })].flat()
    const facts = stamp([opened(), ...log, { type: "conversation-rewound", to: 8, command: "r" }, said("again", 3)])
    expect(checkpointsOf(facts, changesOf(facts))).toMatchObject([
      { turn: 1, to: 1, said: "go", files: ["f"], rewound: false },
      { turn: 2, to: 8, files: ["g"], rewound: true },
      { turn: 3, said: "again", files: [], rewound: false },
    ])
  })

  it("know which effects no file takes back: not those of calls that read, were kept whole, or never ran", () => {
    const calls = ["read", "kept", "sent", "part", "open", "never"]
    const facts = stamp([
      opened(),
      said("go"),
      asked(),
      answered({ calls: calls.map((id) => aCall(id)) }),
      { type: "checkpoint-made", checkpoint: "kept", files: { f: "1" } },
      { type: "checkpoint-made", checkpoint: "part", files: {}, skipped: { f: "too large" } },
      ...calls.map((id) => toolStarted(id, id === "read" ? "read" : "once")),
      ...["read", "kept", "sent", "part"].map((id) => toolFinished(id)),
      toolFinished("never", "skipped"),
    ])
    const found = effectsIn(facts, 1, Number.POSITIVE_INFINITY).map(({ call, outcome }) => `${call} ${outcome}`)
    expect(found).toEqual(["sent ok", "part ok", "open open"])
  })
})
