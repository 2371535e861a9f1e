// A process whose turn waits for a person that it does not listen for says so on stderr, once. All others say nothing.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bundled } from "../bundled.ts"

const PROGRAM = join(import.meta.dirname, "unheard-program.ts")

/** What the program prints to stderr. It ends by itself: at the warning, or when it would have come. */
async function told(how: string): Promise<readonly string[]> {
  const program = await bundled(PROGRAM)
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    execFile(process.execPath, [program, how], { timeout: 30_000 }, (error, out, errors) =>
      error === null ? resolve({ stdout: out, stderr: errors }) : reject(error),
    )
  })
  expect(stdout, "The program has to come to the wait.").toContain("waiting")
  return stderr.split("\n").filter((line) => line.includes("PawlWarning"))
}

describe.concurrent("a turn that waits for a person", { timeout: 60_000 }, () => {
  it.each([
    ["approval", 'waits for an approval of "pay"', "session.decide(", "approve:", "approvals: { timeoutMs }"],
    ["question", 'waits for an answer to a question of "ask_user"', "session.answer(", "approvals: { timeoutMs }"],
    ["resumed", 'waits for an approval of "pay"', "session.decide("],
    ["twice", 'Session first waits for an approval of "pay"'],
  ])("is told once where the process only awaits its result: %s", async (how, ...parts) => {
    const lines = await told(how)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain("[request-unheard] PawlWarning: Session ")
    for (const part of parts) expect(lines[0]).toContain(part)
  })

  it.each(["listens", "inbox", "info", "decides", "time-limit", "no-limit", "child-heard"])(
    "is not told where the process takes care of it: %s",
    async (how) => {
      expect(await told(how)).toEqual([])
    },
  )
})
