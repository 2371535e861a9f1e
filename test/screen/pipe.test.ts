// The same story as on the screen, with --plain through a pipe: lines in, lines out, one after the other.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

function folder(name: string): string {
  const path = join(place.work, name)
  mkdirSync(path)
  return path
}

async function talk(cwd: string, lines: readonly string[], words: readonly string[] = []): Promise<string> {
  const { stdout, stderr, exit } = await place.run(["--plain", ...words], cwd, `${lines.join("\n")}\n`)
  expect({ stderr, exit }).toEqual({ stderr: "", exit: 0 })
  return stdout
}

/** What was written between this line and the next one. */
function replyTo(said: string, output: string): string {
  const [, rest = ""] = output.split(`\n> ${said}\n`)
  return rest.split("\n> ")[0] ?? ""
}

describe("--plain through a pipe", () => {
  it("answers, asks, obeys commands, and takes lists by number or word", async () => {
    const cwd = folder("story")
    const output = await talk(cwd, [
      "hello",
      "/approve",
      "plan",
      "count",
      "/approve ask",
      "write",
      "y",
      "/undo",
      "/model",
      "2",
      "/cost",
      "/rewind",
      "1",
      "conversation",
      "/nonsense",
    ])
    expect(replyTo("hello", output)).toBe("You said: hello")
    expect(replyTo("/approve", output)).toContain("The approval mode is plan from the next turn on.")
    expect(replyTo("count", output)).toContain("refused: Not run: in this turn you may only look")
    expect(replyTo("write", output)).toMatch(
      /\? Allow write_file[\s\S]*\[w\]hy: y\n[\s\S]*The tool said: Created a\.txt/,
    )
    expect(replyTo("/undo", output)).toContain("removed   a.txt")
    expect(existsSync(join(cwd, "a.txt"))).toBe(false)
    expect(replyTo("/model", output)).toMatch(/2\. {2}openai:story-small[\s\S]*The model is openai:story-small now\./)
    expect(replyTo("/cost", output)).toMatch(/^This session: [\d,]+ \+ [\d,]+ tokens/)
    expect(replyTo("/rewind", output)).toContain("The conversation is as it was before turn 3.")
    expect(output).toMatch(
      /> \/nonsense\nThere is no command "\/nonsense"\.[^\n]*\nGo on with pawl -c, or pawl -r \w{26}\n$/,
    )
    // No escape sequence reaches a pipe.
    expect(output).not.toContain("\u001b")
  })

  it("leaves a question open at the end of the input, and answers it the next time", async () => {
    const cwd = folder("question")
    expect(await talk(cwd, ["count"])).toContain("The turn is not finished. Continue it with: pawl -r")
    const output = await talk(cwd, ["n not today", "and now?"], ["-c"])
    expect(output).toMatch(/> count\n\? Allow \$ seq 1 40[\s\S]*\[w\]hy: n not today\n[\s\S]*not today/)
    expect(replyTo("and now?", output)).toContain("You said: and now?")
  })

  it("sends a file that is a command, with what follows its name", async () => {
    const cwd = folder("files")
    mkdirSync(join(cwd, ".pawl", "commands"), { recursive: true })
    writeFileSync(join(cwd, ".pawl", "commands", "greet.md"), "Greet $1 and @b, and $ARGUMENTS.")
    writeFileSync(join(cwd, "b"), "a secret")
    const output = await talk(cwd, ["/greet Ann Bob", "/help greet"])
    expect(output).toContain("You said: Greet Ann and @b, and Ann Bob.\n")
    expect(output).not.toContain("attached")
    expect(replyTo("/help greet", output)).toContain("[file of this workspace]")
  })
})

describe("a program that reads the output and ends, as head does", () => {
  it("ends the command too; the turn is stored, and pawl resume finishes it", async () => {
    const cwd = folder("head")
    const given = ["-p", "slow", "--output-format", "stream-json"]
    const child = spawn(process.execPath, [place.bin, ...given], {
      cwd,
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const said = text(child.stderr)
    child.stdout.once("data", () => child.stdout.destroy())
    const exit = await new Promise((resolve) => child.on("exit", resolve))
    expect([exit, await said]).toEqual([141, expect.stringMatching(/The turn is stored; finish it with "pawl resume/)])
    const { stdout } = await place.run(["resume"], cwd)
    expect(stdout).toContain("Line 79.")
  })
})
