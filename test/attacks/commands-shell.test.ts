// What was judged is what runs: the words of a line that runs without
// approval are, one by one, those that bash passes to programs.
import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { isKnownLine } from "../../packages/agent/src/features/approval/policy/harmless-lines.ts"
import { KNOWN_PROGRAMS } from "../../packages/agent/src/features/approval/policy/known-programs.ts"
import { readShellLine } from "../../packages/agent/src/features/approval/policy/shell-words.ts"

const CHARACTERS = [..."~=:'\"\\#!^@-,%+{}()[]*?$`<>&|;/. \t\nabHOME_1ſ\u00a0\u200bé"]

/** Deterministic: the same sequence for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

it("a line that runs without approval has the words that bash sees, for random lines of all characters special to a shell", () => {
  const pick = randomFrom(8199)
  const names = Object.keys(KNOWN_PROGRAMS)
  const lines = new Set<string>()
  for (let tries = 0; lines.size < 1500 && tries < 2_000_000; tries++) {
    const name = names[pick(names.length)] ?? "ls"
    const rest = Array.from({ length: 1 + pick(12) }, () => CHARACTERS[pick(CHARACTERS.length)]).join("")
    const line = `${name} ${rest}${pick(8) === 0 ? `|${names[pick(names.length)]}` : ""}`
    if (isKnownLine(line)) lines.add(line)
  }
  expect(lines.size).toBe(1500)
  const programs = [...new Set(names.map((name) => name.split(" ")[0] ?? ""))]
  // Each stand-in prints its arguments, on a stream that no pipe redirects.
  const tells = programs.map((name) => `${name}() { printf '%s\\0' ${name} "$@" $'\\x01' >&9; }`)
  const all = [...lines].map((line) => `( eval ${quoted(line)} ) 9>&1 >/dev/null; printf '\\x02'`)
  const script = ["HOME=/expanded", ...tells, ...all].join("\n")
  const told = execFileSync("bash", ["--norc", "--noprofile"], { input: script, encoding: "utf8", stdio: "pipe" })
  const found = told.split("\u0002").slice(0, -1)
  expect(found).toHaveLength(lines.size)
  let ran = 0
  for (const [place, line] of [...lines].entries()) {
    const read = readShellLine(line)
    const words = (read.kind === "commands" ? read.commands : []).map((each) => each.join("\0"))
    const given = (found[place] ?? "").split("\0\u0001\0").slice(0, -1)
    // A line that bash rejects, or a part after "||", runs less; it never runs anything else.
    for (const each of given) expect(words, line).toContain(each)
    ran += given.length === words.length ? 1 : 0
  }
  expect(ran).toBeGreaterThan(1300)
})

function quoted(line: string): string {
  return `'${line.replaceAll("'", "'\\''")}'`
}
