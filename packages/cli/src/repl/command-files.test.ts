// Markdown files as commands: what they send, and which files are none.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { commandFilesIn, contentOf, filledIn } from "./command-files.ts"

/** Files by their paths below `config` and `work`. */
function place(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), "pawl-commands-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries({ "work/.pawl/x": "", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const folders = { config: join(root, "config"), data: root, state: root }
  return { root, read: () => commandFilesIn({ folders, workspace: join(root, "work") }, ["/help"]) }
}

describe("a command file", () => {
  it("is found in the folder of the user and of the workspace, with its description and its hint", () => {
    const { read } = place({
      "config/commands/review.md": "---\ndescription: Review it\nargument-hint: [FILE]\n---\nReview $1.",
      "work/.pawl/commands/Ship-It.md": "# Ship it\n\nNow.",
      "work/.pawl/commands/notes.txt": "no command",
    })
    const { commands, problems } = read()
    expect(problems).toEqual([])
    expect(commands).toMatchObject([
      { name: "/review", from: "yours", description: "Review it", hint: "[FILE]", body: "Review $1." },
      { name: "/ship-it", from: "workspace", description: "Ship it", hint: "", body: "# Ship it\n\nNow." },
    ])
  })

  it.each<[what: string, files: Readonly<Record<string, string>>, names: readonly string[], problem: RegExp]>([
    [
      "the name of Pawl's own command",
      { "config/commands/help.md": "x" },
      [],
      /help\.md" is not used: \/help is a command of Pawl\. Rename it/,
    ],
    ["a name that cannot be typed", { "config/commands/a b.md": "x" }, [], /letters, digits, - and _ only/],
    [
      "the name of a file of the user, in a workspace",
      { "config/commands/ship.md": "mine", "work/.pawl/commands/ship.md": "theirs" },
      ["yours"],
      /work\/\.pawl\/commands\/ship\.md" is not used: ".*config\/commands\/ship\.md" has the same name/,
    ],
    ["too many bytes", { "config/commands/a.md": "x".repeat(100_001) }, [], /more than 100,000 bytes/],
  ])("with %s is refused with a sentence", (_, files, from, problem) => {
    const { commands, problems } = place(files).read()
    expect(commands.map((each) => each.from)).toEqual(from)
    expect(problems).toEqual([expect.stringMatching(problem)])
  })

  it("of a workspace is no link, and lies in no linked folder", () => {
    const { root, read } = place({ "secret.md": "my diary", "elsewhere/b.md": "x", "work/.pawl/commands/c.md": "x" })
    symlinkSync(join(root, "secret.md"), join(root, "work/.pawl/commands/a.md"))
    expect(read()).toMatchObject({ commands: [{ name: "/c" }], problems: [expect.stringContaining("no plain file")] })
    rmSync(join(root, "work/.pawl/commands"), { recursive: true })
    symlinkSync(join(root, "elsewhere"), join(root, "work/.pawl/commands"))
    expect(read()).toEqual({ commands: [], problems: [] })
  })
})

it.each<[text: string, content: ReturnType<typeof contentOf>]>([
  ["Just text", { description: "Just text", hint: "", body: "Just text" }],
  ["---\r\ndescription: 'Quoted'\r\n---\r\nText", { description: "Quoted", hint: "", body: "Text" }],
  ["---\nmodel: x\nallowed-tools: Bash\n---\n## Head\nText", { description: "Head", hint: "", body: "## Head\nText" }],
  ["---\n---\nText", { description: "Text", hint: "", body: "Text" }],
  ["--- no front matter", { description: "--- no front matter", hint: "", body: "--- no front matter" }],
])("%j is read as a command file", (text, content) => {
  expect(contentOf(text)).toEqual(content)
})

it.each<[body: string, typed: string, sent: string]>([
  ["Fix $ARGUMENTS now.", " issue 7 ", "Fix issue 7 now."],
  ["Move $1 to $2.", `"a b.txt" c`, "Move a b.txt to c."],
  ["Move $1 to $2.", "a", "Move a to ."],
  ["$1 and $ARGUMENTS", "$2 $ARGUMENTS", "$2 and $2 $ARGUMENTS"],
  ["Costs $10 or $ARGUMENTSX", "a", "Costs $10 or $ARGUMENTSX\n\na"],
  ["No place", "for this", "No place\n\nfor this"],
  ["No place", "", "No place"],
])("%j with %j sends %j", (body, typed, sent) => {
  expect(filledIn(body, typed)).toBe(sent)
})
