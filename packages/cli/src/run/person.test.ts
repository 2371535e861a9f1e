// A person at an approval: which grants are offered, what a line means, and what happens to a line that is no answer.
import { type DecideOptions, PawlError, type Session } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { styleFor } from "../terminal/style.ts"
import { unescaped } from "../terminal/visible.ts"
import type { ApprovalEvent } from "./attendant.ts"
import { type Asker, person } from "./person.ts"

const event: ApprovalEvent = {
  type: "approval-requested",
  position: "5",
  at: 0,
  session: "s",
  turn: 1,
  call: "c",
  name: "run_command",
  arguments: { command: "git status -s" },
  preview: "$ git status -s",
  risk: "unknown",
} as unknown as ApprovalEvent // Only what is shown.

async function asked(
  changes: Partial<ApprovalEvent>,
  lines: readonly string[],
  {
    more = {},
    refuse = () => undefined,
  }: { more?: Partial<Asker>; refuse?: (given: DecideOptions) => string | undefined } = {},
) {
  const told: string[] = []
  const prompts: string[] = []
  const decided: DecideOptions[] = []
  const rest = [...lines]
  const asker: Asker = {
    style: styleFor({ isTTY: false } as NodeJS.WriteStream),
    root: "/work",
    ask: async (prompt) => {
      prompts.push(prompt)
      return rest.shift()
    },
    tell: (line) => void told.push(line),
    ...more,
  }
  const decide: Session["decide"] = async (_call, word, options) => {
    const decision = { word, ...options }
    const problem = refuse(decision)
    if (problem !== undefined) throw new PawlError("input-invalid", problem)
    decided.push(decision)
  }
  await person(asker).approval({ decide } as unknown as Session, { ...event, ...changes })
  return { told: told.join("\n"), prompts, decided }
}

/** Joins lines that were broken into rows. */
const whole = (told: string) => told.replaceAll("\n    | ", "")

describe("L21: a person at an approval", () => {
  it("sees exactly what a wider grant would allow", async () => {
    const { told, prompts, decided } = await asked({}, ["a"])
    expect(prompts[0]).toMatch(/\[s\]ession, \[a\]lways/)
    expect(whole(told)).toContain(
      'session or always would allow run_command with the command "git status", also with options that only change how it looks, in "/work"',
    )
    const where = { command: "git status" }
    const grant = { tool: "run_command", scope: "always", where, workspace: "/work" }
    expect(decided).toEqual([{ word: "approve", grant }])
    expect(whole(told)).toContain('Not asked again in all sessions ("pawl permissions revoke" undoes it)')
  })

  it.each<[string, Partial<ApprovalEvent>]>([
    ["a destructive tool", { name: "delete_file", arguments: { path: "a" }, risk: "destructive" }],
    ["a command that destroys", { arguments: { command: "rm -rf build" } }],
    ["git's own files", { name: "write_file", arguments: { path: ".git/config" }, risk: "changes" }],
  ])("is offered neither session nor always for %s", async (_name, changes) => {
    const { prompts, told, decided } = await asked(changes, ["s", "always", "y"])
    expect(prompts[0]).not.toMatch(/session|always/)
    expect(told).not.toContain("would allow")
    expect(told).toContain("need an approval each time")
    expect(decided).toEqual([{ word: "approve" }])
  })

  it("is asked again when edited arguments do not fit, with the reason", async () => {
    const refuse = ({ arguments: given }: DecideOptions) =>
      given?.command === 7 ? '"command" must be a string.' : undefined
    const { told, decided } = await asked({}, ["e", '{"command":7}', "y", "e", '{"command":"ls"}', "y"], { refuse })
    expect(told).toContain('"command" must be a string.')
    expect(decided).toEqual([{ word: "approve", arguments: { command: "ls" } }])
  })

  it("may type a command: it is run, and not sent", async () => {
    const obeyed: string[] = []
    const obey = async (line: string) => line.startsWith("/") && obeyed.push(line) > 0
    const { told, decided } = await asked({}, ["/help", "some words", "n"], { more: { obey } })
    expect(obeyed).toEqual(["/help"])
    expect(told).toContain("That is no answer, and was not sent.")
    expect(decided).toEqual([{ word: "deny" }])
  })

  it("sees all of a long command after v, then is asked again, with the question last", async () => {
    const command = `echo ${"\n".repeat(3000)}; ./evil`
    const { told, prompts, decided } = await asked({ arguments: { command }, preview: `$ ${command}` }, ["v", "n"])
    expect(prompts[0]).toContain("[e]dit, [v]iew, [w]hy: ")
    const rows = told.split("\n")
    const shown = rows.filter((row) => row.startsWith("  | ")).map((row) => row.slice(4))
    const [first = "", all = "", again = ""] = shown.join("").split(/(?=\$ echo )/)
    expect(unescaped(all)).toBe(`$ ${command}`)
    expect(again).toBe(first)
    expect(first).toMatch(/^\$ echo .* \u2026 [\d,]+ more characters; type v to see all \u2026 .*; \.\/evil$/)
    const question = /^\? Allow run_command as above \(3,013 characters\)\? The tool does not declare its effects\.$/gm
    expect(told.match(question)).toHaveLength(2)
    expect(rows.findLastIndex((row) => row.startsWith("  | "))).toBeLessThan(
      rows.findLastIndex((row) => row[0] === "?"),
    )
    expect(decided).toEqual([{ word: "deny" }])
  })

  it("cannot use v as an answer where there is nothing more to see", async () => {
    const { prompts, told } = await asked({}, ["v", "y"])
    expect(prompts[0]).not.toContain("[v]iew")
    expect(told).toContain("That is no answer, and was not sent.")
  })

  it("sees every character of names, arguments, repairs, grants, reasons and sub-agents", async () => {
    const trick = "x\u001b]52;c;ZQ==\u0007\u202e\u200b\n? Allow $ ls?"
    const changes = {
      name: trick,
      arguments: { [trick]: trick },
      preview: trick,
      repairs: [trick, ...Array.from({ length: 50 }, () => "again")],
      rationale: trick,
      from: { session: "s", title: trick },
    } as unknown as Partial<ApprovalEvent> // Only what is shown.
    const { told, prompts } = await asked(changes, ["w", "s"])
    for (const line of [...told.split("\n"), ...prompts]) {
      expect(line).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
      expect(line).not.toMatch(/^\? Allow \$ ls/)
    }
    expect(whole(told)).toContain("Its reason: x\\u001b]52;c;ZQ==\\u0007\\u202e\\u200b\\n? Allow")
    expect(told.split("\n").filter((line) => line === "  again")).toHaveLength(8)
  })

  it("sees no row that the terminal wraps: of repairs, grants, reasons, arguments, titles and problems", async () => {
    const trick = `${"x".repeat(67)}? Allow $ ls? The tool does not declare its effects.`.repeat(2)
    const changes = {
      name: "write_file",
      arguments: { path: trick },
      preview: trick,
      risk: "changes",
      repairs: [trick],
      rationale: trick,
      from: { session: "s", title: trick },
    } as unknown as Partial<ApprovalEvent> // Only what is shown.
    const refuse = ({ arguments: given }: DecideOptions) => (given === undefined ? undefined : trick)
    const more = { columns: () => 80 }
    const { told } = await asked(changes, ["w", "e", "{}", "y", "a"], { more, refuse })
    expect(told).toContain("Not asked again")
    for (const row of told.split("\n")) expect(row.length, row).toBeLessThan(80)
    expect(told.match(/^\? .*/gm)).toEqual(
      Array(3).fill(expect.stringMatching(/^\? Allow the call above \([\d,]+ characters\)\?$/)),
    )
  })

  it("edits the arguments that are executed, and sees all of them", async () => {
    let prefilled = ""
    const given = { command: "ls\u202e\u009b2J" }
    const ask: Asker["ask"] = async (_prompt, { prefill }) => {
      if (prefill === undefined) return prefilled === "" ? "e" : "y"
      prefilled = prefill
      return prefill
    }
    const { decided } = await asked({ arguments: given }, [], { more: { ask } })
    expect(prefilled).toBe('{"command":"ls\\u202e\\u009b2J"}')
    expect(decided).toEqual([{ word: "approve", arguments: given }])
  })

  it("is told that the server makes the grant for a call there, and where it is undone", async () => {
    const { told, decided } = await asked({}, ["always"], { more: { isRemote: true } })
    expect(whole(told)).toContain("session or always would allow calls like this one on the server")
    expect(whole(told)).toContain('"pawl permissions revoke --server URL" undoes it')
    expect(told).not.toContain("/work")
    expect(decided).toMatchObject([{ grant: { scope: "always" } }])
    const { prompts } = await asked({ risk: "destructive" }, ["no"], { more: { isRemote: true } })
    expect(prompts.join()).not.toContain("always")
  })
})
