// Commands of the shell at the prompt.
import { spawnSync } from "node:child_process"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"
import { shellIn } from "./shell-lines.ts"

it.each<[line: string, command: string | undefined, isSent: boolean]>([
  ["!ls", "ls", false],
  ["! ls -l", "ls -l", false],
  ["!!git diff", "git diff", true],
  ["!", undefined, false],
  ["!!!", undefined, false],
  ["wait!", undefined, false],
])("%j", (line, command, isSent) => {
  expect(shellIn(line)).toEqual(command === undefined ? undefined : { command, isSent })
})

describe("at the prompt", () => {
  let place: Place
  beforeEach(() => {
    place = makePlace()
  })
  afterEach(() => place.remove())

  it("! shows the output and how it ended, and !! sends it to the model", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!echo o-k; exit 3", "o-k", "exit code 3", "> ")
    await pawl.say("!!echo for the model", "It ended with exit code 0 and wrote:", "for the model")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
  })

  it("Ctrl-C stops a command with what it started, and the conversation goes on", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!sleep 987654 & wait", "Ctrl-C stops it")
    pawl.type("\u0003")
    await pawl.see("the signal SIGTERM")
    await pawl.say("hello", "You said: hello")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
    expect(spawnSync("pgrep", ["-f", "sleep 987654"]).stdout.toString()).toBe("")
  })
})
