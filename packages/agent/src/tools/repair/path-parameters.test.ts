import { describe, expect, it } from "vitest"
import { isPathParameter } from "./path-parameters.ts"

describe("isPathParameter", () => {
  it.each([
    ["path", "read", true],
    ["filePath", "read", true],
    ["working_directory", "run", true],
    ["paths", "read_many", true],
    ["cwd", "run_command", true],
    ["to", "move_file", true],
    ["destination", "files__move_file", true],
    ["to", "send_mail", false],
    ["source", "translate", false],
    ["content", "write_file", false],
    ["pattern", "search_files", false],
    ["profile", "open", false],
  ])("says that %s of %s holds a path: %s", (name, tool, isPath) => {
    expect(isPathParameter(name, tool)).toBe(isPath)
  })
})
