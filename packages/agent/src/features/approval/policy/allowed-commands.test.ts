import { describe, expect, it } from "vitest"
import { commandRuleProblem, isAllowedCommand, wholeRule } from "./allowed-commands.ts"

const allowed = ["git status", "ls", "pwd $"]

describe("F18: isAllowedCommand with a list of rules", () => {
  it.each(["git status", "git status -s", "ls -la src", "pwd", "ls && git status", "ls | ls", "ls 'a; b'"])(
    "allows %j",
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
    "git status --outp=x",
    'git status "--out\\\nput=x"',
    "git status *put*",
    "git status --ext-diff",
    "ls /etc",
    "ls ../other",
    "ls ~",
    "",
  ])("does not allow %j", (line) => expect(isAllowedCommand(line, allowed)).toBe(false))

  it("allows nothing when the list is empty", () => {
    expect(isAllowedCommand("ls", [])).toBe(false)
    expect(isAllowedCommand("ls", [""])).toBe(false)
  })
})

describe("F18: a rule for commands", () => {
  it.each([
    ["npm test", "npm test", true],
    ["npm test", "npm test unit", false],
    ["make test", "make test", true],
    ["make test", "make test deploy", false],
    ["make test", "make test && make deploy", false],
    ["pytest", "pytest /tmp/x.py", false],
    ["cargo test", "cargo test --config x", false],
    ["git diff", "git diff --stat src", true],
    ["git diff", "git diff --no-index /dev/null /etc/shadow", false],
    ["git log", "git log -O/etc/shadow", false],
    ["git push", "git push origin", false],
    ["cat", "cat src/a.ts", true],
    ["cat", "cat /etc/shadow", false],
    ["npm test", "npm test --script-shell=./x", false],
    ["npm test", "npm test --prefix other", false],
    ["make build", "make build SHELL=./x", false],
    ["make build", "make build -f other.mk", false],
    ["find", "find . -name x", false],
    ["find . -name x", "find . -name x", true],
    ["find", "find . -name x -delete", false],
    ["find", "find . -exec rm x", false],
    ["git log --output=x", "git log --output=x", true],
    ["FOO=1 make $", "FOO=1 make", true],
    ["FOO=1 make $", "FOO=2 make", false],
    ["cd sub && make $", "cd sub && make", true],
    ["cd sub && make $", "cd sub && make clean", false],
    ["echo hi > a $", " echo hi > a ", true],
    ["echo hi > a $", "echo hi > b", false],
  ])("%j allows %j: %s", (rule, line, expected) => expect(isAllowedCommand(line, [rule])).toBe(expected))

  it.each([
    ["git status", true],
    [wholeRule("ls; rm x"), true],
    ["ls; rm x", false],
    ["ls *", false],
    ["*", false],
    ["", false],
    ["$", false],
    ["FOO=1 make", false],
  ])("commandRuleProblem finds no problem in %j: %s", (rule, expected) =>
    expect(commandRuleProblem(rule) === undefined).toBe(expected),
  )
})
