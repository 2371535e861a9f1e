// Profiles in the REPL: suggestions by number, answers that are taken back, and sessions that keep their profile.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

const MANNERS = `scripted:${fileURLToPath(new URL("../__fixtures__/manners.ts", import.meta.url))}`
const CTRL_D = "\u0004"

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

function start(words: readonly string[]) {
  return startInside(place, words)
}

describe("the REPL", () => {
  const xml = ["--profile", "xml-tools", "--model", MANNERS]

  it("F11: numbers the suggestions of a turn, and sends the chosen one", async () => {
    const { say, see, type, ended } = start(xml)
    await see("profile xml-tools\n")
    await see("> ")
    await say("which colour", "Let me ask.\nWhich?\n  1. red\n  2. blue\n> ")
    await say("2", "> blue\n", "It is blue now.\n> ")
    type(CTRL_D)
    await ended
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toContain('"turns":2')
  })

  it("sends a number as it is when there is no such suggestion", async () => {
    const { say, see, type } = start(xml)
    await see("> ")
    await say("which colour", "  2. blue\n> ")
    await say("3", "  2. blue\n> ")
    type(CTRL_D)
    const echo = start([])
    await echo.see("\n> ")
    await echo.say("1", "You said: 1\n> ")
    echo.type(CTRL_D)
  })

  it("shows the question again when the session is opened again", async () => {
    await place.pawl(["-p", "which colour", ...xml])
    const { say, see, type } = start(["-c", "--model", MANNERS])
    await see("Which?\n  1. red\n  2. blue\n> ")
    await say("2", "> blue\n", "It is blue now.\n> ")
    type(CTRL_D)
  })

  it("says below an answer that it was taken back", async () => {
    const { say, see, type } = start(xml)
    await see("> ")
    await say(
      "chat",
      "This does not count.\nthe answer was taken back: it calls no tool (no-tool-call)\nThis counts.\n> ",
    )
    type(CTRL_D)
  })

  it("says in pawl -p on a terminal, too, that an answer was taken back", async () => {
    const { see, ended } = start(["-p", "chat", ...xml])
    await see("This does not count.\nthe answer was taken back: it calls no tool (no-tool-call)\nThis counts.\n")
    expect(await ended).toBe(0)
  })

  it("says that a session keeps its profile, also a user-defined one, and switches between such sessions", async () => {
    mkdirSync(join(place.home, "profiles"), { recursive: true })
    writeFileSync(join(place.home, "profiles", "brief.json"), JSON.stringify({ base: "terminal", about: "Few words." }))
    await place.pawl(["-p", "hello", "--profile", "brief", "--title", "Brief"])
    const { say, see, type, ended } = start(["-r", "Brief", "--profile", "chat-service"])
    await see(/session \S+ "Brief", profile brief, 1 turns/)
    await see(/keeps the profile it was opened with, brief; chat-service applies to new sessions only\./)
    await say("/profile", "The profile of this session is brief. Few words.", '"pawl profiles brief" explains it', "> ")
    await say("/session new", "profile chat-service\n", "> ")
    await say("/profile", "is chat-service. A chat service", "> ")
    await say("/session resume Brief", '"Brief", profile brief, 1 turns', "> ")
    await say("more", "You said: more\n> ")
    await say("/profile nonsense", 'There is no profile "nonsense"', "> ")
    await say("/profile xml-tools", /session \S+, profile xml-tools\n/, "> ")
    await say("/profile", "is xml-tools.", "> ")
    await say("/new", "profile xml-tools\n", "> ")
    type(CTRL_D)
    await ended
    const rows = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    expect(rows).toEqual([expect.objectContaining({ profile: "brief", turns: 2 })])
  })
})
