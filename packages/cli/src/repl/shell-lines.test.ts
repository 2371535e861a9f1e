// Commands of the shell at the prompt.
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"
import { shellIn } from "./shell-lines.ts"
import { Tail } from "./shell-process.ts"

it.each<[line: string, command: string | undefined, isSent: boolean]>([
  ["!ls", "ls", false],
  ["! ls -l", "ls -l", false],
  ["!!git diff", "git diff", true],
  ["!", "", false],
  ["!! ", "", true],
  ["!!!", "", true],
  ["!!! this is urgent", undefined, false],
  ["wait!", undefined, false],
])("%j", (line, command, isSent) => {
  expect(shellIn(line)).toEqual(command === undefined ? undefined : { command, isSent })
})

it("counts every line of an output of which the end is kept", () => {
  const tail = new Tail(100)
  for (let at = 1; at <= 5000; at++) for (const piece of [`${at}`, "\n"]) tail.add(piece)
  const { text, linesBefore } = tail.written()
  expect(text).toMatch(/\n5000\n$/)
  expect(text).toHaveLength(100)
  expect(linesBefore + text.split("\n").length - 1).toBe(5000)
})

/** Whether a process with these words runs. */
const runs = (words: string) => spawnSync("pgrep", ["-f", words]).stdout.toString() !== ""

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
    await expect.poll(() => runs("sleep 987654")).toBe(false)
  })

  it("! alone says how it is used, and nothing is sent", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!", "! runs a command of your shell, as in !ls.", "> ")
    await pawl.say("! !", "! runs a command of your shell, as in !ls.", "> ")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
    expect(pawl.screen()).not.toContain("You said")
  })

  it("says how many lines came before the shown ones, however much was written", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!seq 1 200000", "\u2026 199,960 lines before\n  199961\n", "  200000", "> ")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
  })

  it("shows what a command writes while it runs", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    const goOn = join(place.work, "go-on")
    await pawl.say(`!echo half of it; until [ -e '${goOn}' ]; do sleep 0.05; done; echo all of it`, "  half of it")
    expect(pawl.screen()).not.toContain("  all of it")
    writeFileSync(goOn, "")
    await pawl.see("  half of it\n  all of it\n")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
  })

  it("the second Ctrl-C kills a command that will not end", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!trap 'echo not yet' TERM; while :; do sleep 0.05; done", "Ctrl-C stops it")
    pawl.type("\u0003")
    await pawl.see("  not yet")
    pawl.type("\u0003")
    await pawl.see("the signal SIGKILL")
    await pawl.say("hello", "You said: hello")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
  })

  it("a command that will not end is killed a moment after it was stopped, with what it started", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!(trap '' TERM; sleep 987655) & wait", "Ctrl-C stops it")
    pawl.type("\u0003")
    await pawl.see("the signal SIG")
    await expect.poll(() => runs("sleep 987655")).toBe(false)
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
  })

  it("leaving the program ends a command, whatever it does about it, and sends nothing of it", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    await pawl.say("!!trap '' TERM; sleep 987656", "Ctrl-C stops it")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
    await expect.poll(() => runs("sleep 987656")).toBe(false)
    expect(pawl.screen()).not.toContain("It ended with")
  })

  it("says that the folder is gone, and what to do", async () => {
    const pawl = startInside(place)
    await pawl.see("> ")
    rmSync(place.work, { recursive: true })
    await pawl.say("!ls", /The folder ".*work" is gone, .*Make it again, or start pawl in another folder\./)
    mkdirSync(place.work)
    await pawl.say("!echo back again", "  back again")
    pawl.type("\u0004")
    expect(await pawl.ended).toBe(0)
  })
})
