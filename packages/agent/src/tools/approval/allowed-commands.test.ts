import { describe, expect, it } from "vitest"
import { HARMLESS_COMMANDS, isAllowedCommand } from "./allowed-commands.ts"

const allowed = ["git status", "ls", "pwd $"]

describe("F18: a command on the list", () => {
  it.each(["git status", "git status -s", "ls -la src", "pwd", "ls && git status", "ls | ls", "ls 'a; b'"])(
    "%j runs without asking",
    (line) => expect(isAllowedCommand(line, allowed)).toBe(true),
  )

  it.each([
    "ls; rm x",
    "ls && rm x",
    "ls | sh",
    "ls\nrm x",
    "ls $(rm x)",
    "ls > x",
    "ls & rm x",
    "git statusx",
    "git",
    "gitstatus",
    "lsof",
    "pwd -P",
    "git push",
    "GIT_DIR=x git status",
    "git -c alias.status='!rm x' status",
    "git status --output=x",
    "",
  ])("%j asks", (line) => expect(isAllowedCommand(line, allowed)).toBe(false))

  it("is allowed by nothing when the list is empty", () => {
    expect(isAllowedCommand("ls", [])).toBe(false)
    expect(isAllowedCommand("ls", [""])).toBe(false)
    expect(isAllowedCommand("ls", HARMLESS_COMMANDS)).toBe(true)
  })
})
