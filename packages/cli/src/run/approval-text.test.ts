// The text of an approval decodes to exactly what runs, and nothing in it looks like a line of Pawl's.
import type { JsonObject } from "@pawl/agent"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { columnsOf, unescaped } from "../terminal/visible.ts"
import { type ApprovalText, approvalText, brokenLine, wholeText } from "./approval-text.ts"
import type { ApprovalEvent } from "./attendant.ts"

function asked(name: string, given: JsonObject, preview = `${name}(${JSON.stringify(given)})`): ApprovalEvent {
  return { type: "approval-requested", call: "c", name, arguments: given, preview, risk: "unknown" } as ApprovalEvent
}

/** Parses the line as a reader would. */
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
/** A name that the parser above can separate; real ones have letters only. */
const name = text.filter((each) => !/[({$]|^with /.test(each))
// Without a backslash: V8 13.6 reads the key "k\n" as "k\" once an object had that key (JSON.parse itself is wrong there).
const key = text.map((each) => each.replaceAll("\\", "/"))
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }))

/** The text inside framed rows. */
const joined = (rows: readonly string[]) => rows.map((row) => row.replace(/^ {2}\| /, "")).join("")

/** The call: in the question, or above it where it is too wide and nothing else is there. */
const shownCall = ({ above, call }: ApprovalText) => (above.length === 0 ? call : joined(above))

describe("approvalText", () => {
  it("decodes to the command that is executed", () => {
    fc.assert(
      fc.property(text, fc.option(fc.integer(), { nil: undefined }), (command, timeout) => {
        const given = { command, ...(timeout !== undefined && { timeout_ms: timeout }) }
        const event = asked("run_command", given, `$ ${command}`)
        expect(read(joined([...wholeText(event)]))).toEqual({ name: "run_command", arguments: given })
        const shown = approvalText(event)
        if (!shown.isFolded) expect(read(shownCall(shown)).arguments).toEqual(given)
      }),
    )
  })

  it("decodes to the name and the arguments that are executed", () => {
    fc.assert(
      fc.property(name, fc.dictionary(key, value), (tool, made) => {
        const given = JSON.parse(JSON.stringify(made)) as JsonObject // Parsed from JSON.
        const event = asked(tool, given)
        expect(read(joined([...wholeText(event)]))).toEqual({ name: tool, arguments: given })
      }),
    )
  })

  it("shows every character, in rows that no terminal wraps, and fits on a screen", () => {
    const columns = fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined })
    const title = fc.option(text, { nil: undefined })
    fc.assert(
      fc.property(name, fc.dictionary(key, value), text, title, columns, (tool, given, preview, title, columns) => {
        const from = title === undefined ? undefined : { session: "s", title }
        const event = { ...asked(tool, given as JsonObject, preview), ...(from && { from }) } as ApprovalEvent
        const { above, who, call, notes } = approvalText(event, columns)
        const whole = [...wholeText(event, columns)]
        const most = Math.max(columns ?? 72, 40) - 1
        for (const line of [...above, ...whole]) {
          expect(line).toMatch(/^ {2}\| /)
          // Pawl's own text says how much is left out.
          if (!line.includes("\u2026")) expect(columnsOf(line)).toBeLessThanOrEqual(most)
        }
        for (const line of [...above, who, call, ...notes, ...whole])
          expect(line).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
        const theirs = call.replace(/(?: as|^the call) above \([\d,]+ characters\)$/, "")
        expect(columnsOf(`? ${who}Allow ${theirs}?`)).toBeLessThanOrEqual(most)
        // The limits of preview, call and sub-agent, in the narrowest rows with the widest characters.
        expect(above.length).toBeLessThanOrEqual(40 + 700 / 17 + 150 / 17)
      }),
    )
  })
})

describe("an approval question", () => {
  it("shows an escape sequence that would hide a command, and the command's length", () => {
    const command = "git status -s 2>/dev/null \u001b[; $! ./a"
    const { call, notes, above } = approvalText(asked("run_command", { command }, `$ ${command}`))
    expect(call).toBe("$ git status -s 2>/dev/null \\u001b[; $! ./a")
    expect(notes.join()).toContain("The command has 36 characters.")
    expect(above).toEqual([])
  })

  it("shows a command with forty lines and a fake question in framed rows, with its end", () => {
    const command = `./a <<X${"\n".repeat(40)}? Allow $ ls? The tool does not declare its effects.\n  [y]es, [n]o: \nX`
    const shown = approvalText(asked("run_command", { command }, `$ ${command}`))
    expect(shown.call).toBe(`run_command as above (${command.length} characters)`)
    expect(shownCall(shown)).toBe(
      `$ ./a <<X${"\\n".repeat(40)}? Allow $ ls? The tool does not declare its effects.\\n  [y]es, [n]o: \\nX`,
    )
    expect(shown.isFolded).toBe(false)
  })

  it("shows the beginning and the end of a long command, and all of it on request", () => {
    const command = `echo ${"\n".repeat(3000)}; ./evil`
    const event = asked("run_command", { command }, `$ ${command}`)
    const shown = approvalText(event)
    const { call, isFolded, notes } = shown
    expect(call).toBe("run_command as above (3,013 characters)")
    expect(shownCall(shown)).toMatch(
      /^\$ echo (\\n)+ … 2,[\d,]+ more characters; type v to see all … (\\n)+; \.\/evil$/,
    )
    expect(isFolded).toBe(true)
    expect(notes.join()).toContain("3,013 characters")
    expect(unescaped(joined([...wholeText(event)]))).toBe(`$ ${command}`)
  })

  it("shows the other arguments of a command", () => {
    expect(approvalText(asked("run_command", { command: "ls", cwd: "a\nb" }, "cd a\nb\n$ ls")).call).toBe(
      'with {"cwd":"a\\nb"}: $ ls',
    )
  })

  it("frames each line of a diff, and omits the middle of a long one", () => {
    const diff = ["Edit a.ts", "@@ -1,1 +1,1 @@", "-a", "+? Allow $ ls?\u001b[2A"]
    const { above, call } = approvalText(asked("edit_file", { path: "a.ts" }, diff.join("\n")))
    expect(above).toEqual(["  | Edit a.ts", "  | @@ -1,1 +1,1 @@", "  | -a", "  | +? Allow $ ls?\\u001b[2A"])
    expect(call).toBe('edit_file({"path":"a.ts"})')
    const long = approvalText(asked("edit_file", {}, Array.from({ length: 200 }, (_, at) => `+${at}`).join("\n")))
    expect(long.above).toHaveLength(40)
    expect(long.above).toContain("  | … 161 more lines; type v to see all")
    expect(long.above.at(-1)).toBe("  | +199")
    expect(long.isFolded).toBe(true)
  })

  it("shows a plain call as it is, without notes", () => {
    expect(approvalText(asked("note", { text: "one" }))).toEqual({
      above: [],
      who: "",
      call: 'note({"text":"one"})',
      notes: [],
      isFolded: false,
    })
  })

  it.each([
    [80, 68, "in the question", "$ "],
    [80, 69, "above it", "run_command as above (69 characters)"],
    [undefined, 60, "in the question", "$ "],
    [undefined, 61, "above it", "run_command as above (61 characters)"],
    [10, 28, "in the question", "$ "],
    [10, 29, "above it", "run_command as above (29 characters)"],
  ])("of %s columns shows a command of %i characters %s", (columns, length, _where, begins) => {
    const { call, above } = approvalText(asked("run_command", { command: "x".repeat(length) }), columns)
    expect(call.startsWith(begins)).toBe(true)
    expect(above.length > 0).toBe(call.includes("as above"))
    if (above.length > 0) expect(joined(above)).toBe(`$ ${"x".repeat(length)}`)
  })

  it.each<[what: string, columns: number, pad: (columns: number) => string]>([
    ["narrow letters", 80, (columns) => "-".repeat(columns)],
    ["wide letters", 80, (columns) => "\u6f22".repeat(columns / 2)],
    ["wide pictures", 120, (columns) => "\u{1f600}".repeat(columns / 2)],
  ])("gives a fake question no separate row, however it is padded: %s", (_what, columns, pad) => {
    const forged = "? Allow $ git status? The tool does not declare its effects."
    for (let shift = 0; shift < 30; shift++) {
      const command = `./evil.sh #${[...pad(columns)].slice(shift).join("")}${forged}`
      const { above, call } = approvalText(asked("run_command", { command }), columns)
      expect(call).toMatch(/^run_command as above/)
      expect(joined(above)).toBe(`$ ${command}`)
      for (const row of above) expect(columnsOf(row)).toBeLessThan(columns)
    }
  })

  it("breaks a line of a preview into rows, and omits the middle of many", () => {
    const { above, isFolded } = approvalText(asked("edit_file", {}, `+${"x".repeat(100)}? Allow $ ls?`), 80)
    expect(above).toEqual([`  | +${"x".repeat(74)}`, `  | ${"x".repeat(26)}? Allow $ ls?`])
    expect(isFolded).toBe(false)
    const long = approvalText(asked("edit_file", {}, Array.from({ length: 30 }, () => "x".repeat(100)).join("\n")), 80)
    expect(long.above).toHaveLength(40)
    expect(long.above).toContain("  | \u2026 11 more lines; type v to see all")
    expect(long.isFolded).toBe(true)
  })

  it("puts a name or a title above the question if it would fill its row", () => {
    const from = { session: "s", title: `${"x".repeat(60)}? Allow $ ls?` }
    const titled = { ...asked("run_command", { command: "./evil" }), from } as ApprovalEvent
    const { above, who, call } = approvalText(titled, 80)
    expect([who, call]).toEqual(["", "the call above (6 characters)"])
    expect(above).toEqual([`  | [sub-agent ${"x".repeat(60)}? Al`, "  | low $ ls?]", "  | $ ./evil"])
    const name = `${"x".repeat(73)}? Allow $ ls?`
    expect(approvalText(asked(name, {}), 80)).toMatchObject({ call: "the call above (2 characters)" })
  })
})

it("brokenLine continues a line in framed rows where untrusted text fills it", () => {
  expect(brokenLine(`  Its reason: ${"x".repeat(58)} ? Allow $ ls?`, 80)).toEqual([
    `  Its reason: ${"x".repeat(58)} `,
    "    | ? Allow $ ls?",
  ])
  expect(brokenLine(`  Its reason: ${"x".repeat(100)}`, 80)).toEqual([
    `  Its reason: ${"x".repeat(59)}`,
    `    | ${"x".repeat(41)}`,
  ])
  expect(brokenLine("  short", 80)).toEqual(["  short"])
})
