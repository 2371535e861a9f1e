// An approval covers exactly what the approver was shown: a file that changed meanwhile is not overwritten.
import { describe, expect, it } from "vitest"
import type { Event } from "../../contracts/event.ts"
import { profileNamed } from "../../profiles/profiles.ts"
import { replaySession } from "../../replay/replay-session.ts"
import { settleAs } from "../../session/__fixtures__/settle-as.ts"
import { aFolder, working } from "../../session/__fixtures__/undoing.ts"
import type { Decision } from "../../session/handle.ts"

const WRITE = JSON.stringify([["write_file", { path: "t.txt", content: "ours" }]])
type Asked = Extract<Event, { type: "approval-requested" }>

async function decided(folder: string, meanwhile: () => void, decision: Decision = { decision: "approved" }) {
  await using work = await working(folder, { approve: "ask" })
  const { session } = work
  let asked: Asked | undefined
  for await (const event of session.send(WRITE)) {
    if (event.type !== "approval-requested") continue
    asked = event
    meanwhile()
    await settleAs(session, event.call, decision)
  }
  const facts = await session.facts()
  const end = facts.find((fact) => fact.type === "tool-finished")
  return { asked, facts, end }
}

describe("F17: an approval", () => {
  it.each<[string, string | undefined, string]>([
    ["a file that was not there", undefined, "theirs"],
    ["a file that held something else", "before", "theirs"],
  ])("does not cover a file that changed after the preview: %s", async (_name, before, after) => {
    const { folder, put, read } = aFolder()
    if (before !== undefined) put("t.txt", before)
    const { end, facts } = await decided(folder, () => put("t.txt", after))
    expect(read("t.txt")).toBe(after)
    expect(end).toMatchObject({ outcome: "refused", code: "changed-since-approval" })
    expect(JSON.stringify(end)).toMatch(/Look at the file again/)
    expect(facts.some(({ type }) => type === "tool-started" || type === "checkpoint-made")).toBe(false)
    expect(replaySession({ facts, rules: profileNamed("default")().rules })).toMatchObject({ exact: true })
  })

  it("covers the file as it was shown, whatever happens to other files", async () => {
    const { folder, put, read } = aFolder()
    put("t.txt", "before")
    const { asked, end } = await decided(folder, () => put("other.txt", "x"))
    expect(asked?.preview).toMatch(/^Replace t\.txt/)
    expect(end).toMatchObject({ outcome: "ok" })
    expect(read("t.txt")).toBe("ours")
  })

  it("with edited arguments also covers only the file as it was shown", async () => {
    const { folder, put, read } = aFolder()
    const mine = { decision: "approved", arguments: { path: "t.txt", content: "mine" } } as const
    const { end } = await decided(folder, () => put("t.txt", "theirs"), mine)
    expect(end).toMatchObject({ outcome: "refused", code: "changed-since-approval" })
    expect(read("t.txt")).toBe("theirs")
  })
})
