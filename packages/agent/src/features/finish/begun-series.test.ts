import { describe, expect, it } from "vitest"
import type { AnsweredCall } from "../../contracts/finish-check.ts"
import { answered, changed, failed, looked } from "./__fixtures__/turns.ts"
import { begunSeries } from "./begun-series.ts"

const SHOTS = [1, 2, 3, 4, 5, 6, 7].map((number) => `Screenshot 2026-02-11 at 09.0${number}.15.png`)
const list = (lines: readonly string[]) => looked("list_directory", { path: "Desktop" }, lines.join("\n"))
const moved = (name: string) => changed("move_file", { source: `/home/u/Desktop/${name}`, destination: "x.png" })
const read = (name: string) => looked("ocr", { path: `/home/u/Desktop/${name}` }, "Meeting notes")

describe("begunSeries", () => {
  it.each<{ name: string; calls: readonly AnsweredCall[]; finds: RegExp | undefined }>([
    {
      name: "three of seven screenshots, as the seed lists them",
      calls: [list(SHOTS.map((shot) => `📄 ${shot} (275 KB)`)), ...SHOTS.slice(0, 3).map(moved)],
      finds: /not: Screenshot 2026-02-11 at 09\.04\.15\.png and 3 more$/,
    },
    {
      name: "as the built-in tool lists them, beside a folder and a note",
      calls: [
        list([...SHOTS.map((shot) => `${shot} (275.1 kB)`), "notes.txt (12 bytes)", "old/"]),
        moved(SHOTS[0] ?? ""),
      ],
      finds: /and 5 more$/,
    },
    {
      name: "all were read, three were renamed",
      calls: [list(SHOTS), ...SHOTS.map(read), ...SHOTS.slice(0, 3).map(moved)],
      finds: /and 3 more$/,
    },
    {
      name: "all were read and all renamed",
      calls: [list(SHOTS), ...SHOTS.map(read), ...SHOTS.map(moved)],
      finds: undefined,
    },
    {
      name: "all pictures were renamed, and a note was left",
      calls: [list([...SHOTS, "notes.txt"]), ...SHOTS.map(moved)],
      finds: undefined,
    },
    {
      name: "nothing was worked on",
      calls: [list(SHOTS), looked("read_file", { path: "todo.md" }, "x")],
      finds: undefined,
    },
    {
      name: "what was tried failed",
      calls: [list(SHOTS), failed(moved(SHOTS[0] ?? ""))],
      finds: undefined,
    },
    {
      name: "a list in one line",
      calls: [looked("ls", { path: "src" }, "a.tsx b.tsx c.tsx"), changed("edit", { path: "src/a.tsx" })],
      finds: /not: b\.tsx and 1 more$/,
    },
    {
      name: "a list with commas behind a title",
      calls: [looked("drive", {}, "Orion/: contracts, payroll, source"), changed("share", { folder: "payroll" })],
      finds: /not: contracts and 1 more$/,
    },
  ])("in the case `$name` finds $finds", ({ calls, finds }) => {
    const found = begunSeries.check(answered("Done.", { calls }))
    if (finds === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject({ kind: "ask", evidence: expect.stringMatching(finds) })
  })

  it("finds nothing where no tools are offered", () => {
    const calls = [list(SHOTS), moved(SHOTS[0] ?? "")]
    expect(begunSeries.check(answered("Done.", { calls, offersTools: false }))).toBeUndefined()
  })
})
