import { describe, expect, it } from "vitest"
import { assistant, entriesOf, note, result, textOf, tokens, user, words } from "../../context/__fixtures__/shapes.ts"
import type { Contract } from "../../contracts/compaction.ts"
import type { Message } from "../../contracts/message.ts"
import { contractOf } from "./contract.ts"

const limits = { said: 200, list: 100 }
const made = (messages: readonly Message[], drops: number, before: Contract = {}, room = limits) =>
  contractOf(before, entriesOf(messages), drops, { tokens, textOf }, room)

describe("a contract", () => {
  it("has what the user said word for word, and the first message as the goal", () => {
    const contract = made([user("Tidy my notes."), assistant("Yes."), user("Leave drafts alone.")], 3)
    expect(contract).toEqual({
      goal: "Tidy my notes.",
      said: [
        { at: 0, parts: [{ type: "text", text: "Tidy my notes." }] },
        { at: 2, parts: [{ type: "text", text: "Leave drafts alone." }] },
      ],
    })
  })

  it("names attachments only: they are not what the user said, and may fill the user's whole share", () => {
    const file = { type: "blob", hash: "h", mime: "text/plain", size: 4800, name: "f1.txt" } as const
    const message: Message = { role: "user", parts: [{ type: "text", text: "Mind @f1.txt" }, file] }
    const note = "[Attached: f1.txt (text/plain, 4800 bytes), shown earlier and not here]"
    expect(made([message], 1).said?.[0]?.parts).toEqual([
      { type: "text", text: "Mind @f1.txt" },
      { type: "text", text: note },
    ])
    // Pasted text has no name: it is what the user said.
    const { name: _none, ...paste } = file
    expect(made([{ role: "user", parts: [paste] }], 1).said?.[0]?.parts).toEqual([paste])
  })

  it("has only what is dropped, not what is still shown", () => {
    expect(made([user("one"), assistant("x"), user("two")], 2).said?.map(({ at }) => at)).toEqual([0])
  })

  it("does not have what rules said in the user's place", () => {
    expect(made([user("one"), note("Your last answer was empty.")], 2).said).toHaveLength(1)
  })

  it("keeps what an earlier one carried, and never changes the goal", () => {
    const before: Contract = {
      goal: "first of all",
      said: [{ at: 0, parts: [{ type: "text", text: "first of all, tidy" }] }],
      constraints: ["only on Mondays"],
      decisions: ["yes to blue"],
      files: ["a.md"],
      effects: ["send {}"],
      approvals: ["approved: send {}"],
      lost: ["something"],
    }
    expect(made([user("next")], 1, before)).toEqual({
      ...before,
      said: [...(before.said ?? []), { at: 0, parts: [{ type: "text", text: "next" }] }],
    })
  })

  it.each<{ name: string; message: Message; field: keyof Contract; item: string }>([
    {
      name: "an approval",
      message: result("a", "sent", { name: "send", decided: { approved: true } }),
      field: "approvals",
      item: 'approved: send {"to":"ada"}',
    },
    {
      name: "a denial and its reason",
      message: result("a", "no", { name: "send", failed: true, decided: { approved: false, reason: "too early" } }),
      field: "approvals",
      item: 'denied: send {"to":"ada"} because "too early"',
    },
    {
      name: "an answer to a question",
      message: result("a", "blue", { name: "ask", decided: { answer: "blue" } }),
      field: "decisions",
      item: 'the user answered "blue"',
    },
    {
      name: "a call of unknown outcome",
      message: result("a", "?", { name: "send", failed: true, outcome: "unknown" }),
      field: "effects",
      item: 'send {"to":"ada"}',
    },
  ])("carries $name", ({ message, field, item }) => {
    expect(made([user("go"), assistant("", ["a", "send", { to: "ada" }]), message], 3)[field]).toEqual([item])
  })

  it("quotes the question of an answer", () => {
    const asked = [
      assistant("", ["a", "ask", { question: "Which colour?" }]),
      result("a", "x", { decided: { answer: "blue" } }),
    ]
    expect(made(asked, 2).decisions).toEqual(['asked "Which colour?", the user answered "blue"'])
  })

  it.each([
    { args: { path: "src/a.ts" }, files: ["src/a.ts"] },
    { args: { source: "a.txt", destination: "done/b.txt" }, files: ["a.txt", "done/b.txt"] },
    { args: { paths: ["x/y.md", "z.md"] }, files: ["x/y.md", "z.md"] },
    { args: { path: "C:\\notes\\a.md" }, files: undefined },
    { args: { text: "src/a.ts" }, files: undefined },
    { args: { path: "no file\nat all" }, files: undefined },
  ])("lists the files of $args", ({ args, files }) => {
    expect(made([user("go"), assistant("", ["a", "tool", args])], 2).files).toEqual(files)
  })

  it("keeps the newest of a list that is too long, and says how many are gone", () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      assistant("", [`c${index}`, "read", { path: `f/${index}.md` }]),
    )
    const { files = [], lost } = made([user("go"), ...calls], 61, {}, { said: 200, list: 30 })
    expect(files.at(-1)).toBe("f/59.md")
    expect(files).toHaveLength(10)
    expect(lost).toEqual(["50 older files"])
  })

  it("announces losses as long as there is room, the newest by name, and counts the others", () => {
    const before = { lost: Array.from({ length: 400 }, (_, index) => `loss ${index}`) }
    const { lost = [] } = made([user("go")], 1, before)
    expect(lost.at(0)).toMatch(/^\d+ earlier losses: the log has them$/)
    expect(lost.at(-1)).toBe("loss 399")
    const counted = Number(/^\d+/.exec(lost[0] ?? "")?.[0])
    expect(counted + lost.length - 1).toBe(400)
  })

  it("announces messages of the user that had no room", () => {
    const { said = [], lost = [] } = made(
      [user("the goal"), user(words(300)), user("the latest")],
      3,
      {},
      { said: 100, list: 50 },
    )
    expect(said.map(({ at }) => at)).toEqual(expect.arrayContaining([0, 2]))
    expect(lost.join()).toMatch(/user's message 2/)
  })
})
