import { describe, expect, it } from "vitest"
import { readShellLine } from "./shell-words.ts"

describe("a command line", () => {
  it.each([
    ["git status -s", [["git", "status", "-s"]]],
    ["  ls   -la  ", [["ls", "-la"]]],
    ["echo 'a b' \"c d\" e\\ f", [["echo", "a b", "c d", "e f"]]],
    ["echo 'it'\"'\"'s'", [["echo", "it's"]]],
    ['echo "say \\"hi\\" \\n"', [["echo", 'say "hi" \\n']]],
    ["ls; rm x", [["ls"], ["rm", "x"]]],
    ["a && b || c | d", [["a"], ["b"], ["c"], ["d"]]],
    ["ls\nrm x", [["ls"], ["rm", "x"]]],
    ["ls # a remark; rm x", [["ls"]]],
    ["echo a#b", [["echo", "a#b"]]],
    ["echo 'a;b' \"&&\"", [["echo", "a;b", "&&"]]],
    ["ls \\\n-l", [["ls", "-l"]]],
    ['ls "a\\\nb"', [["ls", "ab"]]],
    ['git log -p "--out\\\nput=x"', [["git", "log", "-p", "--output=x"]]],
    ["ls '*' \"?\" \\[", [["ls", "*", "?", "["]]],
    ["echo ''", [["echo", ""]]],
    ["ls 谢谢.txt", [["ls", "谢谢.txt"]]],
  ])("%j is read as its words", (line, commands) => {
    expect(readShellLine(line)).toEqual({ kind: "commands", commands })
  })

  it.each([
    ["echo $(rm x)"],
    ["echo `rm x`"],
    ['echo "$(rm x)"'],
    ["echo $HOME"],
    ["echo $" + "{x:-y}"],
    ["ls > out"],
    ["ls >> out"],
    ["cat < in"],
    ["ls & rm x"],
    ["ls |& tee out"],
    ["(rm x)"],
    ["{ rm x; }"],
    ["echo {a,b}"],
    ["PATH=/tmp ls"],
    ["env ls"],
    ["sudo ls"],
    ["sh -c 'rm x'"],
    ["xargs rm"],
    ["/bin/sh -c 'rm x'"],
    ["/usr/bin/env rm x"],
    ["watch rm x"],
    ["timeout 5 rm x"],
    ["nice rm x"],
    ["setsid rm x"],
    ["ssh host rm x"],
    ["export PATH=/tmp"],
    ["ls *"],
    ["git log -p *put*"],
    ["ls ?x"],
    ["ls [ab]"],
    ["eval ls"],
    ["if true; then rm x; fi"],
    ["! rm x"],
    ["echo 'open"],
    ['echo "open'],
    ["ls \\"],
    ["ls\u0000rm"],
    [""],
    ["   "],
    ["# only a remark"],
  ])("%j is not read: it could run something else", (line) => {
    expect(readShellLine(line)).toMatchObject({ kind: "unclear", why: expect.stringMatching(/\w/) })
  })
})
