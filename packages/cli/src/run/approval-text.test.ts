// What an approval shows: it decodes to exactly what runs, and nothing in it passes for words of Pawl's.
import type { JsonObject } from "@pawl/agent"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unescaped } from "../visible.ts"
import { approvalText, wholeText } from "./approval-text.ts"
import type { ApprovalEvent } from "./attendant.ts"

function asked(name: string, given: JsonObject, preview = `${name}(${JSON.stringify(given)})`): ApprovalEvent {
  return { type: "approval-requested", call: "c", name, arguments: given, preview, risk: "unknown" } as ApprovalEvent
}

/** What somebody who reads the line takes it for. */
function read(shown: string): { readonly name: string; readonly arguments: unknown } {
  const command = /^(?:with (\{.*?\}): )?\$ (.*)$/.exec(shown)
  if (command !== null) {
    const [, rest = "{}", line = ""] = command
    return { name: "run_command", arguments: { command: unescaped(line), ...JSON.parse(rest) } }
  }
  const [, name = "", json = ""] = /^(.*?)\((\{.*\})\)$/.exec(shown) ?? []
  return { name: unescaped(name), arguments: JSON.parse(json) }
}

const TRICKS = [
  "\\",
  "\n",
  "\r",
  "\b",
  "\u001b[2K",
  "\u009b",
  "\u200b",
  "\u202e",
  "\ud83d",
  "\n? Allow ls?\n",
  "\u00a0",
  "…",
]
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const text = fc.array(fc.oneof(unit, fc.constantFrom(...TRICKS), fc.string())).map((all) => all.join(""))
/** A name that the reader above can take apart; the real ones have letters only. */
const name = text.filter((each) => !/[({$]|^with /.test(each))
// Without a backslash: V8 13.6 reads the key "k\n" as "k\" once an object had that key (JSON.parse itself is wrong there).
const key = text.map((each) => each.replaceAll("\\", "/"))
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }))

/** As rows of `wholeText` have it. */
const joined = (rows: readonly string[]) => rows.map((row) => row.replace(/^ {2}\| /, "")).join("")

describe("what an approval shows", () => {
  it("decodes to the command that is executed", () => {
    fc.assert(
      fc.property(text, fc.option(fc.integer(), { nil: undefined }), (command, timeout) => {
        const given = { command, ...(timeout !== undefined && { timeout_ms: timeout }) }
        const event = asked("run_command", given, `$ ${command}`)
        expect(read(joined(wholeText(event)))).toEqual({ name: "run_command", arguments: given })
        const { call, isFolded } = approvalText(event)
        if (!isFolded) expect(read(call).arguments).toEqual(given)
      }),
    )
  })

  it("decodes to the name and the arguments that are executed", () => {
    fc.assert(
      fc.property(name, fc.dictionary(key, value), (tool, made) => {
        const given = JSON.parse(JSON.stringify(made)) as JsonObject // Parsed from JSON.
        const event = asked(tool, given)
        expect(read(joined(wholeText(event)))).toEqual({ name: tool, arguments: given })
      }),
    )
  })

  it("is seen to the last character, a line each, and fits on a screen", () => {
    fc.assert(
      fc.property(name, fc.dictionary(key, value), text, (tool, given, preview) => {
        const event = asked(tool, given as JsonObject, preview)
        const { preview: lines, call, notes } = approvalText(event)
        for (const line of [...lines, ...wholeText(event)]) expect(line).toMatch(/^ {2}\| /)
        for (const line of [...lines, call, ...notes, ...wholeText(event)])
          expect(line).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
        expect(call.length).toBeLessThan(700)
        expect(lines.length).toBeLessThanOrEqual(40)
      }),
    )
  })
})

describe("an approval", () => {
  it("shows a sequence that hid a command, and says how long it is", () => {
    const command = "git status -s 2>/dev/null \u001b[; $! ./a"
    const { call, notes, preview } = approvalText(asked("run_command", { command }, `$ ${command}`))
    expect(call).toBe("$ git status -s 2>/dev/null \\u001b[; $! ./a")
    expect(notes.join()).toContain("The command has 36 characters.")
    expect(preview).toEqual([])
  })

  it("shows a command with forty lines and a forged question on one line, with its end", () => {
    const command = `./a <<X${"\n".repeat(40)}? Allow $ ls? Nobody declared what it does.\n  [y]es, [n]o: \nX`
    const { call, isFolded } = approvalText(asked("run_command", { command }, `$ ${command}`))
    expect(call).toBe(`$ ./a <<X${"\\n".repeat(40)}? Allow $ ls? Nobody declared what it does.\\n  [y]es, [n]o: \\nX`)
    expect(isFolded).toBe(false)
  })

  it("keeps the beginning and the end of a long one, and all of it for whoever wants it", () => {
    const command = `echo ${"\n".repeat(3000)}; ./evil`
    const event = asked("run_command", { command }, `$ ${command}`)
    const { call, isFolded, notes } = approvalText(event)
    expect(call).toMatch(/^\$ echo (\\n)+ … 2,[\d,]+ more characters; type v to see all … (\\n)+; \.\/evil$/)
    expect(isFolded).toBe(true)
    expect(notes.join()).toContain("3,013 characters")
    expect(unescaped(joined(wholeText(event)))).toBe(`$ ${command}`)
  })

  it("says what else a command is given", () => {
    expect(approvalText(asked("run_command", { command: "ls", cwd: "a\nb" }, "cd a\nb\n$ ls")).call).toBe(
      'with {"cwd":"a\\nb"}: $ ls',
    )
  })

  it("frames each line of a diff, and leaves out the middle of a long one", () => {
    const diff = ["Edit a.ts", "@@ -1,1 +1,1 @@", "-a", "+? Allow $ ls?\u001b[2A"]
    const { preview, call } = approvalText(asked("edit_file", { path: "a.ts" }, diff.join("\n")))
    expect(preview).toEqual(["  | Edit a.ts", "  | @@ -1,1 +1,1 @@", "  | -a", "  | +? Allow $ ls?\\u001b[2A"])
    expect(call).toBe('edit_file({"path":"a.ts"})')
    const long = approvalText(asked("edit_file", {}, Array.from({ length: 200 }, (_, at) => `+${at}`).join("\n")))
    expect(long.preview).toHaveLength(40)
    expect(long.preview).toContain("  | … 161 more lines; type v to see all")
    expect(long.preview.at(-1)).toBe("  | +199")
    expect(long.isFolded).toBe(true)
  })

  it("shows a plain call as it is, and says no more about it", () => {
    expect(approvalText(asked("note", { text: "one" }))).toEqual({
      preview: [],
      call: 'note({"text":"one"})',
      notes: [],
      isFolded: false,
    })
  })
})
