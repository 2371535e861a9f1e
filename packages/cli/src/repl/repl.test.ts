// The REPL as fingers meet it: the real command in a real pseudo-terminal.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startPty } from "../__fixtures__/pty.ts"

const CTRL_C = "\u0003"
const CTRL_D = "\u0004"
const UP = "\u001b[A"

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

function start(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const pty = startPty(place, words, env)
  const say = async (line: string, ...expected: readonly (string | RegExp)[]) => {
    pty.type(`${line}\r`)
    for (const text of expected) await pty.see(text)
  }
  return { ...pty, say }
}

describe.skipIf(spawnSync("script", ["--version"]).status !== 0)("the REPL", () => {
  it("answers, and leaves at Ctrl-D with how to come back", async () => {
    const { say, see, type, ended } = start()
    await see("/help lists commands")
    await see("\n> ")
    await say("hello", "You said: hello\n", "> ")
    await say("", "> ")
    type(CTRL_D)
    await see(/Go on with pawl -c, or pawl -r [0-9a-z]{26}/)
    expect(await ended).toBe(0)
    expect((await place.pawl(["-c", "-p", "turns"])).stdout).toBe("2 messages\n")
  })

  it("asks before a tool changes something: yes, no with a reason, why, edited", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("note one", 'Allow note({"text":"one"})?', "[w]hy: ")
    expect(existsSync(place.notes)).toBe(false)
    await say("why", "nothing has happened yet", '"text": "one"', "[w]hy: ")
    await say("y", "approved", 'tool note text="one"', "note: noted one\n", "> ")
    await say("note two", "[w]hy: ")
    await say("no, not today", "denied", 'The user did not allow "note"', "not today", "> ")
    await say("note three", "[w]hy: ")
    await say("e", "arguments: ", '{"text":"three"}')
    type("\u0015")
    await say('{"text":"four"}', "note: noted four\n", "> ")
    expect(readFileSync(place.notes, "utf8")).toBe("one\nfour\n")
    type(CTRL_D)
  })

  it("keeps what was no answer to an approval as the next message", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("note one", "[w]hy: ")
    await say("tell me more", "kept as your next message", "[w]hy: ")
    await say("y", "note: noted one\n", "You said: tell me more\n", "> ")
    type(CTRL_D)
  })

  it("answers a question by number and in words", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("ask which colour", "which colour", "1. red", "own words: ")
    await say("2", "ask: blue\n", "> ")
    await say("ask which colour", "own words: ")
    await say("green, please", "ask: green, please\n", "> ")
    type(CTRL_D)
  })

  it("cancels at Ctrl-C within a second, says what was typed meanwhile, and leaves at Ctrl-C on an empty line", async () => {
    const { say, see, type, ended } = start()
    await see("\n> ")
    await say("hang", "tool hang")
    await say("typed meanwhile", "(kept; it is said when this turn ends)")
    const at = performance.now()
    type(CTRL_C)
    await see("cancelling; Ctrl-C again leaves")
    await see("cancelled\n")
    expect(performance.now() - at).toBeLessThan(1500)
    await see("You said: typed meanwhile\n")
    await see("> ")
    type("half a line")
    await see("half a line")
    type(CTRL_C)
    await see("> ")
    type(CTRL_C)
    await see("Go on with pawl -c")
    expect(await ended).toBe(0)
  })

  it("leaves at the second Ctrl-C while a tool does not end, and the turn is finished later", async () => {
    const stubborn = join(place.root, "stubborn.ts")
    writeFileSync(
      stubborn,
      `export const tools = [{ name: "stay", description: "", input: { type: "object" }, effect: "read", run: () => new Promise(() => {}) }]
      export default ({ results }) => results.length > 0 ? "over" : { calls: [{ name: "stay", arguments: {} }] }`,
    )
    const { say, see, type, ended } = start(["--model", `scripted:${stubborn}`, "--title", "Stubborn"])
    await see("\n> ")
    await say("go", "tool stay")
    type(CTRL_C)
    await see("cancelling")
    type(CTRL_C)
    expect(await ended).toBe(130)
    const { stdout } = await place.pawl(["sessions", "list"])
    expect(stdout).toContain("Stubborn")
  })

  it("keeps a pasted text together, and a line that ends with a backslash", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    type("\u001b[200~one\r\ntwo\r\n\u001b[201~")
    await see("one\u23cetwo")
    await say("", "You said: one\ntwo\n", "> ")
    await say("three\\", "... ")
    await say("four", "You said: three\nfour\n", "> ")
    type(CTRL_D)
  })

  it("remembers what was typed, for its owner only, and not the answers to questions", async () => {
    const one = start()
    await one.see("\n> ")
    await one.say("note remembered", "[w]hy: ")
    await one.say("n", "> ")
    one.type(CTRL_D)
    await one.ended
    const path = join(place.home, "history")
    expect(readFileSync(path, "utf8")).toBe("note remembered\n")
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const two = start(["-c"])
    await two.see("\n> ")
    two.type(UP)
    await two.see("note remembered")
    two.type(CTRL_C)
    await two.see("> ")
    two.type(CTRL_D)
    await two.ended
  })

  it("has commands: sessions, model, tools, help and exit", async () => {
    const { say, see, ended, screen } = start(["--title", "First"])
    await see("\n> ")
    await say("/help", "/session [new|list|name TITLE|resume ID|NAME]", "/exit", "> ")
    expect(screen()).not.toContain("/mcp")
    await say("/tools", /note +Adds a line/, /hang +Never/, /read_file +\S/, "> ")
    await say("/model", "The model is scripted:", "> ")
    await say("/model nonsense", '"nonsense" names no model', "> ")
    await say("hello", "You said: hello", "> ")
    await say("/session name Renamed", 'called "Renamed" now', "> ")
    await say("/session new", /session [0-9a-z]{26}/, "> ")
    await say("turns", "1 messages", "> ")
    await say("/session resume Renamed", '"Renamed", 1 turns', "> ")
    await say("turns", "2 messages", "> ")
    await say("/session list", "Renamed", "> ")
    await say("/session resume nobody", 'There is no session "nobody"', "> ")
    await say("/hlep", "Did you mean /help?", "> ")
    await say("/tmp/x is a path", "You said: /tmp/x is a path", "> ")
    await say("/exit", "Go on with pawl -c")
    expect(await ended).toBe(0)
  })

  it("goes on with a turn whose process was killed", async () => {
    const killed = await place.pawl(["-p", "die once"])
    expect(killed.signal).toBe("SIGKILL")
    const { see, type } = start(["-c"])
    await see("unknown")
    await see("die: ")
    await see("> ")
    type(CTRL_D)
    expect(readFileSync(place.notes, "utf8")).toBe("once\n")
  })

  it("leaves no trace of a session in which nothing was said", async () => {
    await place.pawl(["-p", "before"])
    const { see, type, ended } = start()
    await see("\n> ")
    type(CTRL_D)
    expect(await ended).toBe(0)
    expect(JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)).toHaveLength(1)
    expect((await place.pawl(["-c", "-p", "turns"])).stdout).toBe("2 messages\n")
  })

  it("asks whether to trust a project's servers before anything starts", async () => {
    writeFileSync(join(place.work, ".mcp.json"), JSON.stringify({ mcpServers: { odd: { command: "run-me" } } }))
    const one = await place.pawl(["-p", "hello"])
    expect(one.stderr).toBe(
      'pawl: MCP servers of this project stay off until you trust them with "pawl mcp trust": odd\n',
    )
    const { see, say, type, ended } = start()
    await see("This project wants to start programs of its own")
    await see("odd")
    await see("Trust them, until they change? [y/N]")
    await say("y", "\n> ")
    await say("/help", "/mcp", "> ")
    await say("/mcp", "run-me", "> ")
    type(CTRL_D)
    await ended
    expect((await place.pawl(["mcp", "list"])).stdout).not.toContain("not trusted")
  })

  it("says how to get a model when there is none, and offers the demo", async () => {
    const { say, see, ended } = start([], { PAWL_MODEL: "" })
    await see("Pawl has no model to talk to yet.")
    await see("ANTHROPIC_API_KEY")
    await see("ollama pull")
    await see("Run the demo instead?")
    await say("n")
    expect(await ended).toBe(52)
  })

  it("asks on the terminal in the middle of pawl -p", async () => {
    const { say, see, ended } = start(["-p", "note one"])
    await see("[w]hy: ")
    await say("y", "note: noted one")
    expect(await ended).toBe(0)
    expect(readFileSync(place.notes, "utf8")).toBe("one\n")
  })
})
