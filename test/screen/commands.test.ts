// Commands in a real terminal: menus with arguments, lists to choose from, and commands that are files.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

describe.runIf(hasTmux)("the menu of commands", () => {
  it("offers what is usable now, and more after a turn", async () => {
    const pawl = await place.start("", { rows: 40 })
    await pawl.type("/re")
    const before = await pawl.see("/resume")
    expect(before).not.toMatch(/\/rewind|\/retry|\/replay/)
    await pawl.press("C-c")
    await pawl.type("hello")
    await pawl.press("Enter")
    await pawl.see("You said: hello")
    await pawl.unsee("Esc stops")
    await pawl.type("/re")
    const after = await pawl.see("/rewind")
    expect(after).toContain("/replay")
    expect(after).not.toContain("/retry")
  })

  it("offers the arguments of a command, and Enter runs it with the chosen one", async () => {
    const pawl = await place.start()
    await pawl.type("/approve")
    await pawl.see(/→ \/approve/)
    await pawl.type(" ")
    await pawl.see(/→ \/approve ask[\s\S]*\/approve plan +nothing that changes something runs/)
    await pawl.press("Down", "Down", "Enter")
    await pawl.see("The approval mode is plan from the next turn on.")
    await pawl.see("mode plan")
  })

  it("lists the models of the provider as arguments, too", async () => {
    const pawl = await place.start()
    await pawl.type("/model sto")
    await pawl.see("/model openai:story-small")
    await pawl.press("Down", "Enter")
    await pawl.see("The model is openai:story-small now.")
  })

  it("fits 40 columns", async () => {
    const pawl = await place.start("", { columns: 40 })
    await pawl.type("/mod")
    await pawl.see("→ /model")
    await pawl.press("Enter")
    const screen = await pawl.see("▸ 1. openai:story")
    // A row that is too long would go on in the next one.
    expect(screen.split("\n").slice(-8)).toEqual([
      "model: _ (1 of 2)",
      "▸ 1. openai:story",
      "  2. openai:story-small",
      "  type to find, Enter takes, Esc leaves",
      "─".repeat(40),
      "",
      "─".repeat(40),
      "openai:story | mode ask",
    ])
    await pawl.press("Escape")
    await pawl.unsee("type to find")
    await pawl.type("/approve")
    await pawl.press("Enter")
    // What is said about them is longer than the row.
    const modes = await pawl.see("▸ 1. ask")
    expect(modes).toMatch(/^▸ 1\. ask .*\n {2}2\. edits .*\n {2}3\. plan .*\n {2}4\. auto .*\n {2}type to find/m)
  })
})

describe.runIf(hasTmux)("a list to choose from", () => {
  it("has the live models; a number and Enter choose, and what was typed before stays", async () => {
    const pawl = await place.start()
    await pawl.type("/model")
    await pawl.press("Enter")
    await pawl.see(/model: _ \(1 of 2\)\n▸ 1\. openai:story\n {2}2\. openai:story-small/)
    await pawl.press("2")
    await pawl.see("▸ 2. openai:story-small")
    await pawl.press("Enter")
    await pawl.see("The model is openai:story-small now.")
    await pawl.see("| openai:story-small |")
  })

  it("is left with Esc, and nothing has changed", async () => {
    const pawl = await place.start()
    await pawl.type("/approve")
    await pawl.press("Enter")
    await pawl.see("approval mode, now ask: _")
    await pawl.press("Escape")
    await pawl.unsee("approval mode, now")
    await pawl.type("still typing")
    await pawl.see(/^still typing$/m)
    expect(await pawl.screen()).toContain("mode ask")
  })

  it("has the turns to go back to at Esc Esc, and files or words go back", async () => {
    const pawl = await place.start("--approve auto", { cwd: place.work })
    for (const words of ["hello", "write"]) {
      await pawl.type(words)
      await pawl.press("Enter")
      await pawl.see(words === "write" ? "The tool said" : "You said")
      await pawl.unsee("Esc stops")
    }
    expect(existsSync(join(place.work, "a.txt"))).toBe(true)
    await pawl.press("Escape", "Escape")
    await pawl.see(/go back to before: _ \(1 of 2\)\n▸ 1\. write +turn 2, .*a\.txt\n {2}2\. hello +turn 1/)
    await pawl.press("Enter")
    await pawl.see(/with: _ \(1 of 3\)\n▸ 1\. both/)
    await pawl.press("Enter")
    await pawl.see("The conversation is as it was before turn 2.")
    expect(existsSync(join(place.work, "a.txt"))).toBe(false)
  })

  it("has earlier messages at Ctrl-R, and the draft it replaces comes back with Up", async () => {
    const pawl = await place.start()
    for (const words of ["buy apples", "sell pears"]) {
      await pawl.type(words)
      await pawl.press("Enter")
      await pawl.see(`You said: ${words}`)
      await pawl.unsee("Esc stops")
    }
    await pawl.type("my draft")
    await pawl.press("C-r")
    await pawl.see(/history: _[\s\S]*▸ 1\. sell pears\n {2}2\. buy apples/)
    await pawl.type("app")
    await pawl.see(/history: app_[\s\S]*buy apples/)
    expect(await pawl.screen()).toMatch(/^my draft$/m)
    await pawl.press("Enter")
    await pawl.see(/^buy apples$/m)
    await pawl.press("Home", "Up")
    await pawl.see(/^my draft$/m)
  })
})

describe.runIf(hasTmux)("a command that is a file", () => {
  it("is in the menu with where it comes from, and sends its text with what was typed", async () => {
    const folder = join(place.work, ".pawl", "commands")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "fix.md"), "---\ndescription: Fix it\nargument-hint: NUMBER\n---\nFix issue $1 of @a.")
    writeFileSync(join(folder, "help.md"), "Not this one.")
    const pawl = await place.start("", { cwd: place.work })
    await pawl.type("/fi")
    await pawl.see(/\/fix +NUMBER \[file of this workspace\] Fix it/)
    await pawl.press("Tab")
    await pawl.type("42")
    await pawl.press("Enter")
    await pawl.see("You said: Fix issue 42 of @a.")
    await pawl.unsee("Esc stops")
    await pawl.type("/doctor")
    await pawl.press("Enter")
    await pawl.see(/is\s+not used: \/help is a command of Pawl\. Rename it\./)
  })
})

describe.runIf(hasTmux)("a prompt of an MCP server", () => {
  it("is in the menu when its server is named, with its arguments, and is sent", async () => {
    const everything = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"))
    const servers = { mcpServers: { demo: { command: process.execPath, args: [everything] } } }
    writeFileSync(join(place.work, "mcp.json"), JSON.stringify(servers))
    const pawl = await place.start("--mcp-config mcp.json", { cwd: place.work })
    await pawl.type("/demo:ar")
    await pawl.see(/\/demo:args-prompt +city=… \[state=…\] \[prompt of demo\]/)
    await pawl.press("Tab")
    await pawl.type("ci")
    await pawl.see("→ /demo:args-prompt city=")
    await pawl.press("Tab")
    await pawl.type("Berlin")
    await pawl.see(/^\/demo:args-prompt city=Berlin$/m)
    await pawl.press("Enter")
    await pawl.see(/You said: .*weather in Berlin/)
  })
})

describe.runIf(hasTmux)("other commands", () => {
  it("retry a failed turn, copy the answer by a program that is there, and export the session", async () => {
    const bin = join(place.work, "bin")
    mkdirSync(bin)
    writeFileSync(join(bin, "wl-copy"), `#!/bin/sh\ncat > "${join(place.work, "clipboard")}"\n`, { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env.PATH}`, WAYLAND_DISPLAY: "wayland-0" }
    const pawl = await place.start("", { cwd: place.work, env })
    await pawl.type("fail once")
    await pawl.press("Enter")
    await pawl.see(/failed: [\s\S]*\/retry tries it again\./)
    await pawl.unsee("Esc stops")
    await pawl.type("/retry")
    await pawl.press("Enter")
    await pawl.see("Now it works.")
    await pawl.unsee("Esc stops")
    await pawl.type("/copy")
    await pawl.press("Enter")
    await pawl.see(/is in the clipboard, by\s+wl-copy/)
    expect(readFileSync(join(place.work, "clipboard"), "utf8")).toBe("Now it works.")
    await pawl.type("/export pdf")
    await pawl.press("Enter")
    await pawl.see(/There is no export as "pdf"\. Use \/export markdown/)
    expect(existsSync(join(place.work, "pdf"))).toBe(false)
    await pawl.type("/export")
    await pawl.press("Enter")
    await pawl.see("The session is in")
    const [file = ""] = readdirSync(place.work).filter((name) => /^pawl-.*\.md$/.test(name))
    expect(readFileSync(join(place.work, file), "utf8")).toContain("Now it works.")
  })

  it("show the settings, and change those of the user", async () => {
    const pawl = await place.start("", { columns: 120 })
    await pawl.type("/config set window 9000")
    await pawl.press("Enter")
    await pawl.see(/window is 9000 now/)
    await pawl.type("/config window")
    await pawl.press("Enter")
    await pawl.see(/^9000$/m)
    await pawl.type("/config unset window")
    await pawl.press("Enter")
    await pawl.see(/does not set window any more/)
  })
})

describe.runIf(hasTmux)("a question that comes while a list is open", () => {
  it("waits until the list is closed, and no key of the list answers it", async () => {
    const pawl = await place.start()
    await pawl.type("wait for it")
    await pawl.press("Enter")
    await pawl.see("The first half.")
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.see("queued 1: count")
    await pawl.press("C-r")
    await pawl.see("history: _")
    place.release()
    await pawl.see("waiting for your approval")
    await pawl.type("y")
    await pawl.see("history: y_")
    expect(await pawl.screen()).not.toContain("[y]es")
    await pawl.press("Escape")
    await pawl.see("[y]es")
    expect(await pawl.screen()).toContain("waiting for your approval")
    await pawl.type("y")
    await pawl.see("The tool said")
  })
})
