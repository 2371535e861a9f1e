import { describe, expect, it } from "vitest"
import { type Covered, grantLines } from "./grant-words.ts"

describe("grantLines", () => {
  it.each<[covered: Covered, lines: readonly string[]]>([
    [{ tool: "pay" }, ["pay", "whatever it is given"]],
    [{ tool: "pay", where: {}, exact: true }, ["pay", "without any argument"]],
    [
      { tool: "pay", where: { cents: "500", to: '"ann"' }, exact: true },
      ["pay", "cents is exactly 500", 'to is exactly "ann"', "and nothing else is given"],
    ],
    [{ tool: "pay", where: { to: "a*" } }, ["pay", "to is like a*", "and nothing else is given"]],
    [
      { tool: "run_command", where: { command: "git status" } },
      ["run_command", "the command “git status”, also with words after it that only change what it shows"],
    ],
    [
      { tool: "run_command", where: { command: "make x; ls $", cwd: "sub" } },
      ["run_command", "exactly the command “make x; ls”", "in the folder sub"],
    ],
    [
      { tool: "write_file", where: { path: "**" } },
      ["write_file", "any file of the workspace, except files that decide what runs later", "whatever it writes"],
    ],
    [{ tool: "edit_file", where: { path: "docs/*" } }, ["edit_file", "files directly in docs/", "whatever it writes"]],
    [
      { tool: "move_file", where: { from: "*", to: "**" } },
      [
        "move_file",
        "from: files at the top of the workspace",
        "to: any file of the workspace, except files that decide what runs later",
      ],
    ],
    [
      { tool: "fetch_url", where: { url: "https://example.com/**" } },
      ["fetch_url", "all pages of https://example.com"],
    ],
  ])("says of %j", (covered, lines) => {
    const [first, ...rest] = grantLines(covered)
    expect(first).toContain(lines[0])
    expect(rest).toEqual(lines.slice(1))
  })
})
