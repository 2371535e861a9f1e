// Coming back in a real terminal: choosing a session, and a turn that another process runs.
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

/** A folder with a session for each of these. */
async function folderWith(name: string, ...said: readonly string[]): Promise<string> {
  const folder = join(place.work, name)
  mkdirSync(folder)
  for (const words of said) expect((await place.run(["-p", words, "--approve", "auto"], folder)).exit).toBe(0)
  return folder
}

describe.runIf(hasTmux)("-r without a name", () => {
  it("lists the sessions with a preview, searches in what was said, and goes on with the chosen one", async () => {
    const cwd = await folderWith("several", "about apples", "about pears", "write it")
    const pawl = await place.start("-r", { cwd, shows: /session: _/ })
    const list = await pawl.see(/▸ 1\. write it[\s\S]*2\. about pears[\s\S]*3\. about apples/)
    expect(list).toMatch(/ {2}\| tool write_file/)
    await pawl.type("apples")
    await pawl.see(/session: apples_ \(1 of 1\)\n▸ +about apples[\s\S]*\| You said: about apples/)
    await pawl.press("Enter")
    await pawl.see(/session \w{26}, 1 turns, begun with: about apples/)
    await pawl.see(/> about apples\n\nYou said: about apples/)
    await pawl.type("more")
    await pawl.press("Enter")
    await pawl.see("You said: more")
  })

  it("goes on in a new session after Esc", async () => {
    const cwd = await folderWith("left", "something")
    const pawl = await place.start("-r", { cwd, shows: /session: _/ })
    await pawl.press("Escape")
    await pawl.unsee("session: _")
    await pawl.type("fresh")
    await pawl.press("Enter")
    const screen = await pawl.see("You said: fresh")
    expect(screen).not.toContain("something")
  })

  it("lets a number choose with --plain", async () => {
    const cwd = await folderWith("plain", "about apples", "about pears")
    const pawl = await place.start("-r --plain", { cwd, shows: /session \(a number/ })
    await pawl.see(/1\. {2}about pears[\s\S]*2\. {2}about apples/)
    await pawl.type("2")
    await pawl.press("Enter")
    await pawl.see(/> about apples\s+You said: about apples/)
  })

  it("is refused without a terminal, with a sentence", async () => {
    for (const words of [["-r"], ["-r", "-p", "go on"]]) {
      const { exit, stderr } = await place.run(words, place.work)
      expect(stderr).toMatch(/Which session\? .*-r ID\|NAME.*pawl sessions list/)
      expect(exit).toBe(2)
    }
  })
})

describe.runIf(hasTmux)("-c", () => {
  it("shows the figures of the whole session, not of the turns that are shown again", async () => {
    const cwd = await folderWith("figures", "one")
    for (const words of ["two", "three", "four", "five"])
      expect((await place.run(["-c", "-p", words], cwd)).exit).toBe(0)
    const pawl = await place.start("-c", { cwd, columns: 110 })
    await pawl.type("/cost")
    await pawl.press("Enter")
    const [, given = "", got = ""] =
      /This session: ([\d,]+) \+ ([\d,]+) tokens/.exec(await pawl.see("This session:")) ?? []
    const tokens = [given, got].map((each) => Number(each.replaceAll(",", ""))).reduce((a, b) => a + b)
    expect(tokens).toBeGreaterThan(1000)
    await pawl.see(`${(tokens / 1000).toFixed(1)}k tokens`)
  })

  it("shows what a person was asked and answered", async () => {
    const cwd = join(place.work, "answered")
    mkdirSync(cwd)
    const pawl = await place.start('"ask me"', { cwd, shows: /a number, or your own words/ })
    await pawl.press("1")
    await pawl.see(/\? Which colour\? red\n/)
    await pawl.see("The tool said: red")
    await pawl.close()
    const again = await place.start("-c", { cwd })
    await again.see(/> ask me[\s\S]*\? Which colour\? red[\s\S]*The tool said: red/)
    // A prompt of the command line is among those that were typed.
    await again.press("Up")
    await again.see(/\u2500\n *ask me *\n\u2500/)
  })
})

/** Another process says something in the last session of the folder. Resolves when its answer has begun. */
async function otherProcess(cwd: string, words: string) {
  const given = ["-c", "-p", words, "--output-format", "stream-json"]
  const child = spawn(process.execPath, [place.bin, ...given], {
    cwd,
    env: place.env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const begun = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (lines: string) => lines.includes("text-delta") && resolve())
  })
  await begun
  return { ended, isRunning: () => child.exitCode === null }
}

describe.runIf(hasTmux)("-c", () => {
  it.each([
    ["the screen", "-c", /mode ask/],
    ["lines", "-c --plain", /so far/],
  ])("on %s streams a turn that another process runs, after the turns before it", async (what, words, shows) => {
    const cwd = await folderWith(`other-${what.replace(" ", "-")}`, "write it")
    const other = await otherProcess(cwd, "wait for me")
    const pawl = await place.start(words, { cwd, shows })
    await pawl.see(/write_file[\s\S]*The tool said[\s\S]*> wait for me\s+The first half\./)
    expect(other.isRunning()).toBe(true)
    expect(await pawl.screen()).not.toContain("The second half.")
    place.release()
    await pawl.see("The second half.")
    expect(await other.ended).toBe(0)
    await pawl.type("and now?")
    await pawl.press("Enter")
    await pawl.see("You said: and now?")
  })
})
