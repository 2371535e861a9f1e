// What each key does on the screen.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Passes requests on to the model, and keeps what they said. */
async function recorded(url: string): Promise<{ readonly url: string; readonly requests: readonly string[] }> {
  const requests: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    requests.push(body)
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${new URL(url).origin}${incoming.url}`, {
      headers,
      ...(body !== "" && { method: "POST", body }),
    })
    outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
    outgoing.end(await answer.text())
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

describe.runIf(hasTmux)("keys", () => {
  it("Esc stops the turn, and Ctrl-C clears, then exits with 130", async () => {
    const pawl = await place.start()
    await pawl.type("slow")
    await pawl.press("Enter")
    await pawl.see("Line 1.")
    await pawl.press("Escape")
    await pawl.see("cancelled")
    await pawl.type("something")
    await pawl.see("something")
    await pawl.press("C-c")
    await pawl.unsee("something")
    await pawl.press("C-c")
    // Nothing of the field stays between what was said and the last words.
    const left = await pawl.see("Go on with pawl -c")
    expect(left).not.toContain("──")
    expect(left).toMatch(/cancelled\n(?:.*\(model .*\n)?Go on with pawl -c/)
    await pawl.type("echo code $?")
    await pawl.press("Enter")
    await pawl.see("code 130")
  })

  it("Ctrl-C clears the draft, then cancels the turn, then leaves with 130", async () => {
    const pawl = await place.start()
    await pawl.type("slow")
    await pawl.press("Enter")
    await pawl.see("Line 1.")
    await pawl.type("a draft")
    await pawl.see("a draft")
    await pawl.press("C-c")
    await pawl.unsee("a draft")
    expect(await pawl.screen()).toContain("Esc stops")
    await pawl.press("C-c")
    await pawl.see("cancelled")
    await pawl.press("C-c")
    await pawl.see("Go on with pawl -c")
    await pawl.type("echo code $?")
    await pawl.press("Enter")
    await pawl.see("code 130")
  })

  it("Ctrl-Z pauses, fg brings the screen back with the draft", async () => {
    const pawl = await place.start()
    await pawl.type("half a draft")
    await pawl.see("half a draft")
    await pawl.press("C-z")
    await pawl.see("Stopped")
    await pawl.type("fg")
    await pawl.press("Enter")
    await pawl.see(/Stopped[\s\S]*half a draft[\s\S]*mode ask/)
    await pawl.type(" goes on")
    await pawl.see("half a draft goes on")
  })

  it("several lines are one message, and history does not eat a draft", async () => {
    const pawl = await place.start()
    await pawl.type("one")
    await pawl.press("M-Enter")
    await pawl.type("two\\")
    await pawl.press("Enter")
    await pawl.type("three")
    await pawl.press("C-j")
    await pawl.type("four")
    await pawl.press("S-Enter")
    await pawl.type("five")
    await pawl.press("Enter")
    await pawl.see(/> one\n {2}two\n {2}three\n {2}four\n {2}five/)
    await pawl.see(/You said: one/)
    await pawl.type("a draft")
    await pawl.press("Home", "Up")
    await pawl.see(/^one$/m)
    await pawl.press("Down", "Down", "Down", "Down", "Down")
    await pawl.see(/^a draft$/m)
  })

  it("Ctrl-R finds an earlier message, also of another session", async () => {
    const first = await place.start()
    await first.type("remember the milk")
    await first.press("Enter")
    await first.see("You said: remember the milk")
    const pawl = await place.start()
    await pawl.press("C-r")
    await pawl.type("the mil")
    await pawl.see(/history: the mil_[\s\S]*remember the milk/)
    await pawl.press("Enter")
    await pawl.see(/^remember the milk$/m)
  })

  it("a large paste is a mark, and is sent whole", async () => {
    const pawl = await place.start()
    await pawl.paste(Array.from({ length: 3000 }, (_, at) => `pasted ${at}`).join("\n"))
    await pawl.see(/\[paste #1 \+3000 lines\]/)
    await pawl.press("Enter")
    const screen = await pawl.see("You said: pasted 0 and 2999 more")
    expect(screen).toContain("… 2980 more lines")
  })

  it("menus offer commands and files, and ? explains the keys", async () => {
    writeFileSync(join(place.work, "notes.txt"), "x")
    const pawl = await place.start("", { cwd: place.work })
    await pawl.type("/con")
    await pawl.see(/\/context\s+\[request\] what fills/)
    await pawl.press("C-c")
    await pawl.type("look at @notes.t")
    await pawl.see(/@notes\.txt/)
    await pawl.press("Tab")
    await pawl.see(/^look at @notes\.txt\s*$/m)
    await pawl.press("C-c")
    await pawl.type("?")
    await pawl.see("approval mode: ask, edits, plan, auto")
  })

  it("! runs a command of the shell, and shows what it wrote", async () => {
    const pawl = await place.start()
    await pawl.type("!echo $((6*7)); false")
    await pawl.press("Enter")
    await pawl.see(/^ {2}42\n {2}exit code 1$/m)
  })

  it("! shows the last lines of a command that runs, and Esc twice kills one that will not end", async () => {
    const pawl = await place.start()
    await pawl.type("!trap 'echo not yet' TERM; seq 1 30; while :; do sleep 0.05; done")
    await pawl.press("Enter")
    const screen = await pawl.see(/^ {2}\u2026 20 lines before\n {2}21\n[\s\S]*^ {2}30\n/m)
    expect(screen).not.toMatch(/^ {2}20$/m)
    await pawl.press("Escape")
    await pawl.see("  not yet")
    await pawl.press("Escape")
    await pawl.see(/^ {2}30\n[\s\S]*^ {2}not yet\n {2}the signal SIGKILL$/m)
    // The second press was for the command: no list of turns has opened, and what is typed goes to the field.
    await pawl.type("a draft")
    await pawl.see(/^a draft$/m)
  })

  it("Ctrl-D ends a command of the shell that will not end", async () => {
    const pawl = await place.start()
    await pawl.type("!trap '' TERM; echo $$ > pid; sleep 987657")
    await pawl.press("Enter")
    await pawl.see("Esc or Ctrl-C stops it")
    const pid = Number(readFileSync(join(pawl.cwd, "pid"), "utf8"))
    await pawl.press("C-d")
    await pawl.see(/\n\$$/)
    await pawl.type("echo code $?")
    await pawl.press("Enter")
    await pawl.see("code 0")
    expect(() => process.kill(pid, 0)).toThrow("ESRCH")
  })

  it("Ctrl-V attaches the image of the clipboard", async () => {
    const bin = join(place.work, "bin")
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, "xclip"), `#!/bin/sh\necho ${PNG} | base64 -d\n`, { mode: 0o755 })
    const model = await recorded(place.env.OPENAI_BASE_URL ?? "")
    const env = { PATH: `${bin}:${process.env.PATH}`, OPENAI_BASE_URL: model.url }
    const pawl = await place.start("", { columns: 200, env })
    await pawl.type("look at ")
    await pawl.press("C-v")
    await pawl.see(/look at @\S+\/pastes\/image-[0-9a-f]{12}\.png/)
    await pawl.press("Enter")
    await pawl.see(/You said: look at/)
    expect(model.requests.join()).toContain(`data:image/png;base64,${PNG}`)
  })

  it("Ctrl-V says what is missing where no program reads the clipboard", async () => {
    const pawl = await place.start("", { columns: 150 })
    await pawl.press("C-v")
    await pawl.see("An image cannot be pasted without wl-paste")
  })

  it("Ctrl-G opens the editor with the draft", async () => {
    const pawl = await place.start("", { env: { EDITOR: "sed -i s/draft/letter/" } })
    await pawl.type("my draft")
    await pawl.see("my draft")
    await pawl.press("C-g")
    await pawl.see(/^my letter$/m)
  })
})
