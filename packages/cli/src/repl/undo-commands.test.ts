// /undo, /checkpoint, /effects and /session fork on a terminal.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

const MODEL = `scripted:${fileURLToPath(new URL("../__fixtures__/obedient.ts", import.meta.url))}`

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const path = (name: string) => join(place.work, name)
const read = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), "utf8") : null)
const write = (name: string, content: string) => JSON.stringify([["write_file", { path: name, content }]])

function start(words: readonly string[] = ["--model", MODEL, "--approve", "auto"]) {
  return startInside(place, words)
}

describe("in the REPL", () => {
  it("X18, L23: /undo skips files that were changed by other means, and /undo force does not", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say(write("a.txt", "one"), "Done.\n", "> ")
    await say(write("a.txt", "two"), "Done.\n", "> ")
    writeFileSync(path("a.txt"), "mine")
    await say("/undo", /skipped +a\.txt +changed since/, "/undo force", "> ")
    expect(read("a.txt")).toBe("mine")
    await say("/undo force", /restored +a\.txt/, "> ")
    expect(read("a.txt")).toBe("one")
    await say("/undo turn abc", "Use /undo, /undo list, /undo turn [N]", "> ")
    await say("/undo turn 1", /removed +a\.txt/, "> ")
    expect(read("a.txt")).toBe(null)
    type("\u0004")
  })

  it("/undo and /rewind name the commands that list what there is", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say(write("a.txt", "one"), "Done.\n", "> ")
    await say("/undo", /removed +a\.txt/, "> ")
    await say("/undo", "There is nothing to undo", "/undo list shows the changes.", "> ")
    await say("/rewind 99", "There is no turn 99 in this session. /checkpoint lists the turns.", "> ")
    await say("/checkpoint rewind 99", "/checkpoint lists the turns.", "> ")
    type("\u0004")
  })

  it("X18: /checkpoint lists turns and facts, and rewinds files alone, or the conversation alone", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say(write("a.txt", "one"), "Done.\n", "> ")
    await say(write("a.txt", "two"), "Done.\n", "> ")
    await say("/checkpoint", /1 .*\(after fact 1\)/, /2 .*\(after fact \d+\)/, "/session fork FACT", "> ")
    await say("/checkpoint rewind 2 files", /restored +a\.txt/, "> ")
    expect(read("a.txt")).toBe("one")
    await say("/checkpoint rewind 2 conversation", "The conversation is as it was before turn 2", "> ")
    expect(read("a.txt")).toBe("one")
    await say("/checkpoint", /1 .*a\.txt/, /2 .*\(rewound\)/, "> ")
    await say("/checkpoint rewind two", "Use /rewind, or /rewind N", "> ")
    await say("/checkpoint two", "Use /checkpoint, or /checkpoint rewind N", "> ")
    type("\u0004")
  })

  it("X16: /session fork goes on from the fact that /checkpoint shows", async () => {
    const { say, see, type } = start(["--approve", "auto"])
    await see("\n> ")
    await say("hello", "You said: hello\n", "> ")
    await say("turns", "2 messages", "> ")
    await say("/checkpoint", "1 ", "> ")
    const [, at] = /^ *2 .*\(after fact (\d+)\)/m.exec((await place.pawl(["rewind", await lastSession()])).stdout) ?? []
    await say(`/session fork ${at}`, /session [0-9a-z]{26}.*1 turns/, "> ")
    await say("turns", "2 messages", "> ")
    await say("/session fork x", "Use /session fork, or /session fork FACT", "> ")
    type("\u0004")
  })

  it("/effects lists calls that may or may not have taken effect", async () => {
    expect((await place.spawned(["-p", "die once"])).signal).toBe("SIGKILL")
    const { say, see, type } = start(["-c"])
    await see("die: ")
    await see("> ")
    await say("/effects", /die text="once"/, "> ")
    type("\u0004")
  })
})

async function lastSession(): Promise<string> {
  return JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)[0].id
}
