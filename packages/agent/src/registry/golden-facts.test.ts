// Facts as version 1 wrote them. They must stay readable forever: add lines, never change one.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import { parseFact } from "../store/parse-fact.ts"
import { FACTS } from "./facts.ts"

const lines = readFileSync(new URL("./__fixtures__/facts-v1.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
const facts = lines.map((line) => parseFact(line, "s-golden"))

/** Every path of keys in the value; items of arrays share one path. */
function pathsOf(value: unknown, path = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, `${path}[]`))
  if (typeof value !== "object" || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, `${path}.${key}`))]
}

function refusal(body: string): unknown {
  try {
    return parseFact(body, "s-golden")
  } catch (error) {
    return error
  }
}

describe("version-1 facts", () => {
  it.each(lines.map((line, index) => ({ line, number: index + 1 })))(
    "line $number is unchanged when written again",
    ({ line, number }) => {
      const fact = parseFact(line, "s-golden")
      expect(JSON.parse(JSON.stringify(fact))).toEqual(JSON.parse(line))
      expect(fact.seq).toBe(number)
    },
  )

  it("cover every type", () => {
    expect([...new Set(facts.map((fact) => fact.type))].sort()).toEqual(Object.keys(FACTS).sort())
  })

  it("use every optional field", () => {
    const used = new Set(facts.flatMap((fact) => pathsOf(fact, fact.type)))
    const optional = [
      "session-opened.owner",
      "session-opened.parent.seq",
      "session-opened.parent.call",
      "turn-started.by",
      "turn-started.takesUp[]",
      "tool-finished.pending",
      "tool-finished.json",
      "tool-finished.structured.key",
      "tool-finished.structured.isText",
      "turn-finished.attempt",
      "turn-finished.budget.remaining",
      "turn-started.checks[]",
      "turn-started.down.0.times",
      "turn-started.input[].name",
      "input-added.by",
      "model-asked.why",
      "model-answered.written.wanted",
      "model-answered.usage.cacheReadTokens",
      "model-answered.usage.cacheWriteTokens",
      "model-answered.usage.costUsd",
      "model-answered.reasoning[].signature",
      "model-answered.calls[].unreadable",
      "approval-requested.rationale",
      "approval-requested.repairs[]",
      "approval-requested.expiresAt",
      "question-asked.expiresAt",
      "model-answered.calls[].touches[]",
      "catalogue-changed.catalogue",
      "model-asked.offers[]",
      "model-asked.budget.toolsAll",
      "tool-finished.loads[]",
      "tool-finished.category",
      "tool-finished.usage.costUsd",
      "tool-finished.tasks[].after[]",
      "tool-finished.notes[].scratched",
      "tool-started.child",
      "approval-requested.from.title",
      "approval-requested.base.a.txt",
      "question-asked.from.title",
      "session-opened.delegated.title",
      "session-opened.delegated.maxIterations",
      "session-opened.delegated.maxTokens",
      "session-opened.grants[].scope",
      "model-asked.chain",
      "nudged.withholds.until",
      "nudged.ends.error.code",
      "tool-finished.ends.suggestions[]",
      "turn-finished.suggestions[]",
      "model-failed.retryAt",
      "model-failed.text",
      "model-failed.usage.estimated",
      "nudged.attempt",
      "approval-settled.arguments.path",
      "approval-settled.reason",
      "approval-settled.by",
      "question-answered.by",
      "question-asked.otherwise",
      "tool-finished.code",
      "tool-started.again",
      "turn-cancelled.by",
      "turn-finished.error.message",
      "checkpoint-made.root",
      "checkpoint-made.modes.notes.md",
      "checkpoint-made.skipped.big.bin",
      "checkpoint-made.bytes",
      "checkpoint-made.folders[]",
      "session-opened.workspace",
      "turn-started.workspace",
      "restore-asked.files.folders[]",
      "restore-asked.files.never[]",
      "tool-finished.left.notes.md",
      "restore-asked.by",
      "restore-asked.to",
      "restore-asked.turn",
      "restore-asked.changed[]",
      "restore-asked.files.force",
      "files-restored.by",
      "files-restored.why.big.bin",
      "files-restored.undoes[]",
      "files-restored.refused",
      "files-restored.note",
      "conversation-rewound.turn",
      "conversation-rewound.stays[].outcome",
      "conversation-rewound.note",
      "conversation-rewound.by",
      "compaction-asked.by",
      "compaction-asked.focus",
      "history-compacted.why",
      "history-compacted.clipped[]",
      "history-compacted.masks[].args",
      "history-compacted.masks[].full.part.hash",
      "history-compacted.tokens.before",
      "history-compacted.contract.said[].cut",
      "history-compacted.contract.lost[]",
      "model-asked.purpose",
      "model-asked.beside",
      "model-asked.phase",
      "model-asked.step.time",
      "model-answered.phase",
      "plan-step-finished.calls[]",
      "model-asked.budget.window",
      "model-asked.counts.words",
    ]
    expect(optional.filter((path) => !used.has(path))).toEqual([])
  })

  it("fold to the expected conversation", () => {
    const state = foldFacts(facts)
    const rolesOf = (folded: typeof state) =>
      messagesOf(folded)
        .map((message) => message.role)
        .join(" ")
    // Turn 1: five calls, then the steered input, then the nudge.
    expect(rolesOf(foldFacts(facts.slice(0, 35)))).toBe("user assistant tool tool tool tool tool user user assistant")
    expect(state).toMatchObject({ seq: lines.length, turns: 18, session: { id: "s-golden", owner: "ada" } })
    expect(rolesOf(state)).toBe(
      [
        "user", // The digest of two compactions, joined with the note that ends turn 2.
        "user assistant tool tool", // Turn 3 failed.
        "user assistant tool tool tool user user", // Turn 4 was cancelled: later input, and a note.
        "user assistant assistant tool user assistant user assistant tool", // Turn 5: nudges that stay, and some that do not.
        "user assistant", // Turn 6.
        "user assistant tool", // Turn 7: run again after a crash, and failed by a clean-up.
        "user user", // Turn 8 was taken back: the effects that stay, and a refused restore.
        "user", // The tools changed.
        "user assistant tool", // Turn 9: its tool asked a person, and the model.
        "user assistant tool tool", // Turn 10: no answer in time.
        "user assistant tool assistant", // Turn 11: by a plan, of which only calls and the answer are shown.
        "user user assistant", // Turn 12: its plan failed, and the turn went on without it.
        "user assistant tool tool assistant", // Turn 13: of many tools some were offered, and others found.
        "user assistant tool tool tool assistant", // Turn 14: lists, and a child that asked.
        "user", // Turn 15: in another folder, after an import.
        "user assistant tool assistant", // Turn 16: a call written as text was taken back, and is gone with its turn.
        "user assistant tool tool user assistant", // Turn 17 was failed by a clean-up, and turn 18 took up its calls.
      ].join(" "),
    )
  })
})

describe("a fact this version cannot read", () => {
  const [first = ""] = lines
  it.each([
    {
      name: "of an unknown type",
      body: first.replace('"session-opened"', '"session-teleported"'),
      says: "session-teleported",
    },
    {
      name: "of a type named like a property of every object",
      body: first.replace('"session-opened"', '"toString"'),
      says: "toString",
    },
    { name: "of a newer version", body: first.replace('"v":1', '"v":2'), says: "version 2" },
    { name: "without a version", body: first.replace('"v":1,', ""), says: "version undefined" },
    { name: "with a version of another kind", body: first.replace('"v":1', '"v":"1"'), says: "version" },
    { name: "cut off", body: first.slice(0, -5), says: "damaged" },
    { name: "that is no object", body: "null", says: "not an object" },
    { name: "that is a number", body: "1", says: "not an object" },
    { name: "that is empty", body: "", says: "damaged" },
  ])("$name is refused with the name of its session", ({ body, says }) => {
    const error = refusal(body)
    expect(isPawlError(error, "fact-unreadable")).toBe(true)
    expect(String(error)).toContain(says)
    expect(String(error)).toContain("s-golden")
  })
})
