// The REPL on a terminal: keys, exiting and pastes in a real pseudo-terminal, output on an in-memory one.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { hasPty, startInside, startPty } from "../__fixtures__/pty.ts"

const CTRL_C = "\u0003"
const CTRL_D = "\u0004"
const UP = "\u001b[A"
const ERASE = "\r\u001b[2K"

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

function start(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return startInside(place, words, { env })
}

function startReal(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return startPty(place, words, { env })
}

describe.skipIf(!hasPty)("the REPL", () => {
  it("answers, and at Ctrl-D exits and says how to continue", async () => {
    const { say, see, type, ended } = startReal()
    await see("/help lists commands")
    await see("\n> ")
    await say("hello", "You said: hello\n", "> ")
    await say("", "> ")
    type(CTRL_D)
    await see(/Go on with pawl -c, or pawl -r [0-9a-z]{26}/)
    expect(await ended).toBe(0)
    expect((await place.pawl(["-c", "-p", "turns"])).stdout).toBe("2 messages\n")
  })

  it("L26: shows the last turns with their tool lines when opened with -c or -r", async () => {
    for (const words of ["zero", "first", "note kept", "last"])
      await place.pawl([...(words === "zero" ? [] : ["-c"]), "-p", words, "--approve", "auto"])
    const [{ id }] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    const shown = [
      `session ${id}, 4 turns, begun with: zero\n`,
      "the last 3 of 4 turns:\n",
      "> first\nYou said: first\n",
      '> note kept\ntool note text="kept"',
      "note: noted kept\n",
      "> last\nYou said: last\n> ",
    ]
    for (const words of [["-c"], ["-r", id]]) {
      const { say, see, type, ended, screen } = start(words)
      for (const text of shown) await see(text)
      expect(screen()).not.toContain("You said: zero")
      await say("/model", "> ")
      type(CTRL_D)
      await ended
    }
    expect(readFileSync(place.notes, "utf8")).toBe("kept\n")
  })

  it("asks before a tool changes something: yes, no with a reason, why, edit", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("note one", 'Allow note({"text":"one"})?', "[w]hy: ")
    expect(existsSync(place.notes)).toBe(false)
    await say("why", "nothing has happened yet", '"text": "one"', "[w]hy: ")
    await say("y", "approved", 'tool note text="one"', "note: noted one\n", "> ")
    await say("note two", "[w]hy: ")
    await say("no, not today", "denied", 'The user did not allow "note"', "not today", "> ")
    await say("note three", "[w]hy: ")
    await say("e", "arguments (Esc goes back): ", '{"text":"three"}')
    type("\u001b")
    await see("[w]hy: ")
    await say("e", "arguments (Esc goes back): ", '{"text":"three"}')
    type("\u0015")
    await say('{"text":"four"}', "Edited by you:", '-   "text": "three"', '+   "text": "four"', "[w]hy: ")
    expect(readFileSync(place.notes, "utf8")).toBe("one\n")
    await say("y", "note: noted four\n", "> ")
    expect(readFileSync(place.notes, "utf8")).toBe("one\nfour\n")
    type(CTRL_D)
  })

  it("asks again after a line that does not answer an approval, and does not send it", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("note one", "[w]hy: ")
    await say("tell me more", "That is no answer, and was not sent", "[w]hy: ")
    await say("y", "note: noted one\n", "> ")
    // The turn, and this message.
    await say("turns", "2 messages", "> ")
    type(CTRL_D)
  })

  it("F21: runs a command that is typed at an approval, and does not send it", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("note one", "[w]hy: ")
    await say("/help", "/exit", "[w]hy: ")
    await say("/stpo", 'There is no command "/stpo"', "[w]hy: ")
    await say("/undo", "nothing to undo", "[w]hy: ")
    await say("/stop", "(cancelling)", "cancelled\n", "> ")
    // The first turn, its cancellation and this message; no command was sent.
    await say("turns", "2 messages", "> ")
    await say("ask where", "own words: ")
    await say("/tmp", "ask: /tmp\n", "> ")
    await say("ask where", "own words: ")
    await say("/stop", "(cancelling)", "cancelled\n", "> ")
    expect(existsSync(place.notes)).toBe(false)
    type(CTRL_D)
  })

  it("takes a number or free text as the answer to a question (X23)", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("ask which colour", "which colour", "1. red", "own words: ")
    await say("2", "ask: blue\n", "> ")
    await say("ask which colour", "own words: ")
    await say("green, please", "ask: green, please\n", "> ")
    type(CTRL_D)
  })

  it.each([
    ["default", {}],
    ["terminal", {}],
    ["chat-service", { PAWL_QUESTIONS: "true" }],
  ])("X23: lets the model ask with Pawl's own tool, and waits within the turn (%s)", async (profile, env) => {
    const { say, see, type } = start(["--profile", profile], env)
    await see("\n> ")
    await say("ask_user which colour", "which colour", "2. blue", "own words: ")
    await say("2", "ask_user: blue\n", "> ")
    await say("ask_user which colour", "own words: ")
    await say("green, please", "ask_user: green, please\n", "> ")
    type(CTRL_D)
  })

  it("goes on without an answer when none comes in time (X23)", async () => {
    const { say, see, type, ended } = start(["--approval-timeout", "1"])
    await see("\n> ")
    await say("ask which colour", "own words: ", "timeout: Nobody answered in time.", "> ")
    await say("note it", "[w]hy: ", 'denied: Nobody answered in time whether "note" may run', "> ")
    await say("hello", "You said: hello\n", "> ")
    type(CTRL_D)
    expect(await ended).toBe(0)
  })

  it.each([
    ["Esc", "\u001b"],
    ["/stop", "/stop\r"],
  ])("cancels at %s within a second, and the next turn works (X14, F21)", async (_, keys) => {
    const { say, see, type, ended } = start()
    await see("\n> ")
    await say("hang", "tool hang")
    const at = performance.now()
    type(keys)
    await see("(cancelling)")
    await see("cancelled\n")
    expect(performance.now() - at).toBeLessThan(1500)
    await say("hello", "You said: hello\n", "> ")
    type(CTRL_D)
    expect(await ended).toBe(0)
  })

  it("cancels at Ctrl-C within a second (X14), sends what was typed meanwhile, and exits at Ctrl-C on an empty line", async () => {
    const { say, see, type, ended } = startReal()
    await see("\n> ")
    await say("hang", "tool hang")
    await say("typed meanwhile", "(kept; it is sent when this turn ends)")
    const at = performance.now()
    type(CTRL_C)
    await see("cancelling; press Ctrl-C again to exit")
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

  it("exits at the second Ctrl-C while a tool does not end, and the turn is finished later", async () => {
    const stubborn = join(place.root, "stubborn.ts")
    writeFileSync(
      stubborn,
      `export const tools = [{ name: "stay", description: "", input: { type: "object" }, effect: "read", run: () => new Promise(() => {}) }]
      export default ({ results }) => results.length > 0 ? "over" : { calls: [{ name: "stay", arguments: {} }] }`,
    )
    const { say, see, type, ended } = startReal(["--model", `scripted:${stubborn}`, "--title", "Stubborn"])
    await see("\n> ")
    await say("go", "tool stay")
    type(CTRL_C)
    await see("cancelling")
    type(CTRL_C)
    expect(await ended).toBe(130)
    const { stdout } = await place.pawl(["sessions", "list"])
    expect(stdout).toContain("Stubborn")
  })

  it("sends a pasted text as one message, and continues a line that ends with a backslash", async () => {
    const { say, see, type } = startReal()
    await see("\n> ")
    type("\u001b[200~one\r\ntwo\r\n\u001b[201~")
    await see("one\u23cetwo")
    await say("", "You said: one\ntwo\n", "> ")
    await say("three\\", "... ")
    await say("four", "You said: three\nfour\n", "> ")
    type(CTRL_D)
  })

  it("keeps a history that only the owner can read, without answers to questions", async () => {
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

  it("keeps no key in the history, neither of a provider nor one that looks like a key", async () => {
    const decoy = "decoy-9f3kq81mzXvT4"
    const encoded = Buffer.from(decoy).toString("base64").replace(/=+$/, "")
    await using server = await modelServer({ script: () => "heard" })
    const env = { PAWL_MODEL: "openai:m", OPENAI_API_KEY: decoy, OPENAI_BASE_URL: server.openai }
    const { say, see, type, ended } = start([], env)
    await see("\n> ")
    for (const words of [`my key is ${decoy}, use it`, `or ${encoded}`, `or sk-${"decoy1".repeat(8)}`, "plain words"])
      await say(words, "heard", "> ")
    type(CTRL_D)
    await ended
    const kept = readFileSync(join(place.home, "history"), "utf8")
    expect(kept).toMatch(/^my key is \[redacted\], use it\nor \[redacted\]\S*\nor \S*\nplain words\n$/)
    for (const part of [decoy, encoded.slice(0, -2), "decoy1decoy1"]) expect(kept).not.toContain(part)
  })

  it("has commands: sessions (X16), model, tools, help and exit", async () => {
    const { say, see, ended, screen } = start(["--title", "First"])
    await see("\n> ")
    await say(
      "/help",
      "/session [name TITLE|fork FACT|search WORDS|list]",
      /\/profile \[NAME\] +show the profile of this session, or begin/,
      "/exit",
      "> ",
    )
    expect(screen()).not.toContain("/mcp")
    await say("/tools", /note +Adds a line/, /hang +Never/, /read_file +\S/, "> ")
    await say(
      "/profile",
      "The profile of this session is default. Parallel tools",
      "A session keeps its profile.",
      "> ",
    )
    await say("/model", "The model is scripted:", "> ")
    await say("/model nonsense", '"nonsense" names no model', "> ")
    await say("hello", "You said: hello", "> ")
    await say("/session name Renamed", 'called "Renamed" now', "> ")
    await say("/session new", /session [0-9a-z]{26}/, "> ")
    await say("turns", "1 messages", "> ")
    await say("/session resume Renamed", '"Renamed", 1 turns', "> ")
    await say("turns", "2 messages", "> ")
    await say("/session list", "Renamed", "> ")
    await say("/session resume missing", 'There is no session "missing"', "> ")
    await say("/hlep", "Did you mean /help?", "> ")
    await say("/tmp/x is a path", "You said: /tmp/x is a path", "> ")
    await say("/exit", "Go on with pawl -c")
    expect(await ended).toBe(0)
  })

  it("continues a turn whose process was killed", async () => {
    const killed = await place.spawned(["-p", "die once"])
    expect(killed.signal).toBe("SIGKILL")
    const { see, type } = start(["-c"])
    await see("unknown")
    await see("die: ")
    await see("> ")
    type(CTRL_D)
    expect(readFileSync(place.notes, "utf8")).toBe("once\n")
  })

  it("removes a session without messages", async () => {
    await place.pawl(["-p", "before"])
    const { see, type, ended, screen } = start()
    await see("\n> ")
    type(CTRL_D)
    expect(await ended).toBe(0)
    expect(screen()).not.toContain("removed")
    expect(JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)).toHaveLength(1)
    expect((await place.pawl(["-c", "-p", "turns"])).stdout).toBe("2 messages\n")
  })

  it("asks whether to trust a project's servers before anything starts", async () => {
    writeFileSync(join(place.work, ".mcp.json"), JSON.stringify({ mcpServers: { odd: { command: "run-me" } } }))
    const one = await place.pawl(["-p", "hello"])
    expect(one.stderr).toBe(
      'pawl: These MCP servers of the project stay off until you trust them with "pawl mcp trust": odd\n',
    )
    const { see, say, type, ended } = start()
    await see("This project wants to start these MCP servers")
    await see("odd")
    await see("Trust them, until they change? [y/N]")
    await say("y", "\n> ")
    await say("/help", "/mcp", "> ")
    await say("/mcp", "run-me", 'could not be started: the program "run-me" was not found', "> ")
    type(CTRL_D)
    await ended
    expect((await place.pawl(["mcp", "list"])).stdout).not.toContain("not trusted")
  })

  it("says how to get a model when there is none, and offers the demo", async () => {
    const { say, see, ended } = start([], { PAWL_MODEL: "" })
    await see("No model is configured yet.")
    await see("ANTHROPIC_API_KEY")
    await see("ollama pull")
    await say("", "Run the demo instead?")
    await say("n")
    expect(await ended).toBe(52)
  })

  it("shows the model's thinking apart from the answer, unless switched off", async () => {
    const { say, see, type } = start()
    await see("\n> ")
    await say("think hard", "thinking: Let me see.\nIt is easy.\nI thought about hard.\n", "> ")
    type(CTRL_D)
    const hidden = start(["--thinking", "hide"])
    await hidden.see("\n> ")
    await hidden.say("think hard", "I thought about hard.\n", "> ")
    expect(hidden.screen()).not.toContain("Let me see")
    hidden.type(CTRL_D)
  })

  it("shows the model's thinking after /thinking, and hides it again (F14)", async () => {
    const { say, see, type, screen } = start(["--thinking", "hide"])
    await see("\n> ")
    await say("think one", "I thought about one.\n", "> ")
    expect(screen()).not.toContain("Let me see")
    await say("/thinking", "The model's thinking is shown.", "> ")
    await say("think two", "thinking: Let me see.\nIt is easy.\nI thought about two.\n", "> ")
    await say("/thinking", "The model's thinking is hidden.", "> ")
    await say("think three", "I thought about three.\n", "> ")
    expect(screen().match(/Let me see/g)).toHaveLength(1)
    type(CTRL_D)
  })

  it("shows on one line that it waits for the model, and removes that line (X10, X14)", async () => {
    const { say, see, type, raw } = start()
    await see("\n> ")
    await say("flaky", "model: too much to do (asking again, 0 s)", "model: too much to do", "You said: flaky\n", "> ")
    const waited = raw().slice(raw().indexOf("model: too"), raw().indexOf("You said: flaky"))
    expect(waited).not.toContain("\n")
    expect(waited.endsWith(ERASE)).toBe(true)
    type(CTRL_D)
  })

  it("shows thinking and waits on stderr in pawl -p", async () => {
    const thinking = start(["-p", "think hard"])
    await thinking.see("thinking: Let me see.\nIt is easy.\nI thought about hard.\n")
    const { see, raw, ended } = start(["-p", "flaky"])
    await see("You said: flaky\n")
    const waited = raw().slice(raw().indexOf("model: too"), raw().indexOf("You said: flaky"))
    expect(waited).not.toContain("\n")
    expect(waited.endsWith(ERASE)).toBe(true)
    expect(await ended).toBe(0)
  })

  it("overwrites no line where the terminal cannot", async () => {
    const { see, raw } = start(["-p", "flaky"], { TERM: "dumb", NO_COLOR: "" })
    await see("You said: flaky\n")
    expect(raw()).not.toContain("\u001b")
  })

  it.each([
    ["note one", "[w]hy: "],
    ["ask which colour", "own words: "],
  ])("exits pawl -p %j at Ctrl-D, and the question is asked again later", async (prompt, question) => {
    const { see, type, ended } = startReal(["-p", prompt])
    await see(question)
    type(CTRL_D)
    await see(/pawl: Stopped\. The turn is stored; finish it with "pawl resume \S+"\.\n/)
    expect(await ended).toBe(130)
    const again = start(["-c"])
    await again.see(question)
    again.type(CTRL_C)
    await again.see("cancelled")
    again.type(CTRL_D)
  })

  it("writes no cursor movement to a dumb terminal", async () => {
    const { say, see, type, raw, ended } = startReal([], { TERM: "dumb", NO_COLOR: "" })
    await see("\n> ")
    await say("note one", "[w]hy: ")
    await say("y", "note: noted one\n", "> ")
    await say("hang", "tool hang")
    type("half a line")
    await see("half a line")
    type(CTRL_C)
    await see("cancelled")
    type(CTRL_C)
    type(CTRL_D)
    await ended
    expect(raw()).not.toContain("\u001b")
  })

  it("accepts a pasted megabyte, and loses nothing of it", async () => {
    // A window with room for it: the model counts all of it.
    const { say, see, type } = startReal(["--window", "1000000"])
    await see("\n> ")
    type(`\u001b[200~length ${"many words\n".repeat(100_000)}\u001b[201~`)
    await say("", "1100006 characters\n", "> ")
    type(CTRL_D)
  })

  it("asks on the terminal during pawl -p", async () => {
    const { say, see, ended } = startReal(["-p", "note one"])
    await see("[w]hy: ")
    await say("y", "note: noted one")
    expect(await ended).toBe(0)
    expect(readFileSync(place.notes, "utf8")).toBe("one\n")
  })
})
