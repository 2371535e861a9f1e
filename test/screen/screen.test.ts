// The screen of `pawl` in a real terminal: what is shown while people type, wait, decide, stop and come back.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

describe.runIf(hasTmux)("output", () => {
  it("streams above the input, and a draft stays as it is typed", async () => {
    const pawl = await place.start()
    await pawl.type("slow please")
    await pawl.press("Enter")
    await pawl.see("Line 2.")
    await pawl.type("my draft")
    await pawl.see("my draft")
    const screen = await pawl.see("Line 12.")
    const rows = screen.split("\n")
    const draft = rows.findIndex((row) => row.startsWith("my draft"))
    expect(draft).toBeGreaterThan(rows.findLastIndex((row) => row.startsWith("Line ")))
    expect(rows.slice(draft + 1).join("\n")).toMatch(/answering \d+ s, Esc stops/)
  })

  it("shows Markdown: headings, code in colours, tables and lists", async () => {
    const pawl = await place.start("", { rows: 40 })
    await pawl.type("markdown")
    await pawl.press("Enter")
    const screen = await pawl.see("The end.")
    expect(screen).toContain("│ apple │ 1    │")
    expect(screen).toContain("- first")
    expect(screen).not.toContain("**bold**")
    // Broken between words: the terminal itself would have done it anywhere.
    expect(screen).toMatch(
      /^Some bold words and code in a line that is long enough to be wrapped between two\nwords of it\.$/m,
    )
    const coloured = await pawl.screen({ isColoured: true })
    expect(coloured).toContain("\u001b[35mconst")
    expect(coloured).toContain("\u001b[2m// a comment")
  })

  it("has no colours with NO_COLOR", async () => {
    const pawl = await place.start("", { env: { NO_COLOR: "1" } })
    await pawl.type("markdown")
    await pawl.press("Enter")
    await pawl.see("The end.")
    expect(await pawl.screen({ isColoured: true })).not.toMatch(/\[(?:1;)?3[0-8]m/)
  })

  it("has only the terminal's own sixteen colours, which fit light and dark", async () => {
    const pawl = await place.start()
    await pawl.type("markdown")
    await pawl.press("Enter")
    await pawl.see("The end.")
    expect(pawl.written()).toContain("\u001b[35mconst")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these would be colours of its own, or a background.
    expect(pawl.written()).not.toMatch(/\u001b\[(?:\d+;)*(?:[34]8|4[0-7]|10[0-7])[;m]/)
  })

  it("folds long output of a command, and Ctrl-O shows all of it", async () => {
    const pawl = await place.start("--approve auto", { rows: 60 })
    await pawl.type("count")
    await pawl.press("Enter")
    const folded = await pawl.see("The tool said")
    expect(folded).toMatch(/● run_command command="seq 1 40" → 41 lines \d+ ms/)
    expect(folded).toContain("… 31 more lines (Ctrl-O shows them)")
    await pawl.press("C-o")
    await pawl.see(/^ {2}40$/m)
    await pawl.press("C-o")
    await pawl.unsee(/^ {2}40$/m)
  })

  it("paints no more of 200,000 lines than its fold, also while they come", async () => {
    const pawl = await place.start("--approve auto", { rows: 40 })
    await pawl.type("flood")
    await pawl.press("Enter")
    await pawl.see("The tool said")
    const painted = (await pawl.all()).split("\n").filter((row) => /^ {2}\d+$/.test(row))
    expect(painted.length).toBeLessThanOrEqual(10)
    expect(pawl.written().length).toBeLessThan(200_000)
  })

  it("shows the task list while the turn runs, and where it ended", async () => {
    const pawl = await place.start("--approve auto")
    await pawl.type("tasks please")
    await pawl.press("Enter")
    const during = await pawl.see(/tasks: 1 of 3 done\n {2}● read the letter\n {2}◐ write an answer\n {2}○ send it\n─/)
    expect(during).toMatch(/Esc stops/)
    await pawl.unsee("Esc stops")
    expect(await pawl.screen()).toMatch(/○ send it\n[\d.]+ s \(model/)
  })

  it("shows what an edit changed that nobody was asked about", async () => {
    const pawl = await place.start("--approve edits")
    await pawl.type("write")
    await pawl.press("Enter")
    const screen = await pawl.see("The tool said")
    expect(screen).toMatch(/● write_file .*\n {2}\+ one\n {2}\+ two/)
  })
})

describe.runIf(hasTmux)("lines in place of a screen", () => {
  it.each([
    ["--plain", "--plain", {}],
    ["TERM=dumb", "", { TERM: "dumb" }],
    ["PAWL_SCREEN=0", "", { PAWL_SCREEN: "0" }],
    ["a setting for screen readers", "", { ACCESSIBLE: "1" }],
  ])("are used with %s", async (_, words, more) => {
    const line = Object.entries(more).map(([name, value]) => `${name}=${value}`)
    const pawl = await place.start(words, { before: line.join(" "), shows: /^> ?$/m })
    await pawl.type("hello")
    await pawl.press("Enter")
    const screen = await pawl.see("You said: hello")
    expect(screen).not.toContain("mode ask")
    expect(screen).not.toContain("\u2500\u2500")
  })
})

describe.runIf(hasTmux)("sizes", () => {
  it("keeps all of a long conversation in the terminal's history, once, also after a resize", async () => {
    const pawl = await place.start()
    const paragraphs = async () => (await pawl.all()).match(/^Paragraph\d+$/gm)
    const all = Array.from({ length: 700 }, (_, at) => `Paragraph${at}`)
    await pawl.type("long")
    await pawl.press("Enter")
    await pawl.see("Paragraph699")
    await pawl.type("slow")
    await pawl.press("Enter")
    await pawl.see("Line 30.")
    expect(await paragraphs()).toEqual(all)
    await pawl.resize(60, 20)
    await pawl.see(/Line \d+\.[\s\S]*mode ask/)
    await expect.poll(paragraphs, { timeout: 20_000 }).toEqual(all)
  })

  it("fits 40 columns and wide characters, and follows a resize", async () => {
    const pawl = await place.start("", { columns: 40 })
    await pawl.type("日本語のテキスト e\u0301 👩‍👩‍👧 and more words than fit")
    await pawl.press("Enter")
    await pawl.see(/You said: 日本語のテキスト/)
    await pawl.resize(100, 24)
    const wide = await pawl.see(/You said: 日本語のテキスト .* and more words than fit/)
    expect(wide).toContain("mode ask")
    await pawl.resize(40, 12)
    await pawl.see(/^openai:story \| mode ask/m)
    await pawl.type("still here")
    await pawl.see("still here")
  })
})

describe.runIf(hasTmux)("coming back", () => {
  it("after a kill has the draft that was not sent", async () => {
    const pawl = await place.start("", { cwd: place.work })
    await pawl.type("a long thought")
    await pawl.see("a long thought")
    await expect.poll(() => place.drafts(), { timeout: 20_000 }).toContain("a long thought")
    await pawl.press("C-z")
    await pawl.see("Stopped")
    await pawl.type("kill -9 %1; clear")
    await pawl.press("Enter")
    await pawl.unsee("mode")
    const again = await place.start("", { cwd: place.work })
    await again.see(/^a long thought$/m)
    await again.press("C-c")
    await again.unsee("a long thought")
  })

  it("after a kill shows the turn and goes on with it", async () => {
    const pawl = await place.start("", { cwd: place.work })
    await pawl.type("slow")
    await pawl.press("Enter")
    await pawl.see("Line 1.")
    await pawl.press("C-z")
    await pawl.see("Stopped")
    await pawl.type("kill -9 %1; clear")
    await pawl.press("Enter")
    await pawl.unsee("Line")
    const again = await place.start("-c", { cwd: place.work })
    await again.see("Line 3.")
    await again.press("Escape")
    await again.see("cancelled")
  })
})
