import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"
import { throughServer } from "../__fixtures__/through-server.ts"
import { EXIT } from "../exit-codes.ts"
import { COMMANDS } from "../line/commands.ts"
import { worksOnServer } from "./refused.ts"

let place: Place
let server: Server | undefined

beforeEach(() => {
  place = makePlace()
})

afterEach(async () => {
  throughServer(false)
  server?.close().closeAllConnections()
  server = undefined
  await place.remove()
})

/** What else a command needs, to end by itself. */
const HERE: Readonly<Record<string, readonly string[]>> = {
  serve: ["--host", "192.0.2.1"],
  worker: ["--once"],
  replay: ["a"],
  demo: ["nothing"],
}
const THERE: Readonly<Record<string, readonly string[]>> = {
  sessions: ["list"],
  stats: [],
  usage: [],
  permissions: [],
  send: ["new", "x"],
}

/** A server that knows nobody, and what it was sent. */
async function closedServer(): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = []
  server = createServer((request, response) => {
    seen.push(`${request.headers.authorization} ${request.url}`)
    const error = { code: "not-authenticated", message: "This needs a token.", retryable: false, trace: "t" }
    response.writeHead(401).end(JSON.stringify({ error }))
  })
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

describe("pawl with a server", () => {
  it.each([
    [["worker", "--server", "http://127.0.0.1:1"], '"pawl worker" works on the machine that has the data'],
    [["cleanup", "--server", "http://127.0.0.1:1"], '"pawl cleanup" works on the machine that has the data'],
    [["replay", "a", "--server", "http://127.0.0.1:1"], '"pawl replay" works on the machine that has the data'],
    [["sessions", "backup", "f", "--server", "http://127.0.0.1:1"], '"pawl sessions backup" works on the machine'],
    [["sessions", "vacuum", "--server", "http://127.0.0.1:1"], '"pawl sessions vacuum" works on the machine'],
    [["doctor", "--server", "http://127.0.0.1:1"], '"pawl doctor" works on the machine that has the data'],
    [
      ["-p", "x", "--profile", "chat-service", "--server", "http://127.0.0.1:1"],
      "--profile is a setting of the server",
    ],
    [["-p", "x", "--workspace", "docs"], "--workspace names a workspace of a server. Add --server URL"],
    [["-p", "x", "--server", "here"], '"here" is no URL of a server'],
    [["-p", "x", "--server", "http://me:secret@127.0.0.1:1"], "The URL of a server holds no token"],
    [["-p", "x", "--server", "http://127.0.0.1:1/?token=secret"], "The URL of a server holds no token"],
  ])("refuses %j in one sentence", async (words, sentence) => {
    const { code, stdout, stderr } = await place.pawl(words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(sentence)
    expect(stderr).toMatch(/^pawl: [^\n]+\n$/)
  })

  it.each(COMMANDS.filter(({ name }) => !worksOnServer(name, [])).map(({ name }) => [name, ...(HERE[name] ?? [])]))(
    "runs %s on this machine while only PAWL_SERVER names a server",
    async (...words) => {
      const { url, seen } = await closedServer()
      const [local, withServer] = [await place.pawl(words), await place.pawl(words, { env: { PAWL_SERVER: url } })]
      expect(withServer.code).toBe(local.code)
      expect(withServer.stderr).toBe(local.stderr)
      expect(seen).toEqual([])
    },
  )

  it.each(COMMANDS.filter(({ name }) => worksOnServer(name, [])).map(({ name }) => [name, ...(THERE[name] ?? ["a"])]))(
    "asks the server for %s when PAWL_SERVER names it",
    async (...words) => {
      const { url, seen } = await closedServer()
      const { code } = await place.pawl(words, { env: { PAWL_SERVER: url } })
      expect(code).toBe(EXIT.auth)
      expect(seen.length).toBeGreaterThan(0)
    },
  )

  it("refuses sessions backup while PAWL_SERVER names a server: it would copy other sessions than those listed", async () => {
    const { code } = await place.pawl(["sessions", "backup", "f"], { env: { PAWL_SERVER: "http://127.0.0.1:1" } })
    expect(code).toBe(EXIT.usage)
  })

  it("sends the token of PAWL_TOKEN in a header, and exits 41 when it is refused", async () => {
    const { url, seen } = await closedServer()
    const env = { PAWL_SERVER: url, PAWL_TOKEN: "secret" }
    const { code, stderr } = await place.pawl(["sessions", "list"], { env })
    expect({ code, stderr }).toEqual({ code: 41, stderr: "pawl: This needs a token. pawl takes it from PAWL_TOKEN.\n" })
    expect(seen).toEqual([expect.stringMatching(/^Bearer secret \/v1\/sessions\?/)])
  })

  it("reads the token from a file that only its owner may read", async () => {
    const { url, seen } = await closedServer()
    const path = join(place.home, "token")
    mkdirSync(place.home, { recursive: true })
    writeFileSync(path, "from-file\n")
    chmodSync(path, 0o644)
    const open = await place.pawl(["usage", "--server", url])
    expect({ code: open.code, stderr: open.stderr }).toEqual({ code: 52, stderr: expect.stringContaining("chmod 600") })
    expect(seen).toEqual([])
    chmodSync(path, 0o600)
    await place.pawl(["usage", "--server", url])
    expect(seen).toEqual(["Bearer from-file /v1/usage?from=1970-01-01"])
  })

  it("says that nobody is there", async () => {
    const { url } = await closedServer()
    server?.close().closeAllConnections()
    const { code, stderr } = await place.pawl(["-p", "x", "--server", url])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^pawl: The server at .* cannot be reached/),
    })
  })

  it("talks on a terminal, and asks there before a tool of the server changes something", async () => {
    throughServer(true)
    const { say, see, type, ended } = startInside(place, [], { env: {} })
    await see(/pawl on http:\/\/127\.0\.0\.1:\d+\. \/help/)
    await say("hello", "You said: hello\n", "> ")
    await say("note one", 'Allow note({"text":"one"})?', "[w]hy: ")
    expect(existsSync(place.notes)).toBe(false)
    await say("y", "approved", "note: noted one\n", "> ")
    // The server says what "session" covers: the very same call, and no other.
    await say("note two", "would allow calls like this one on ", "[w]hy: ")
    await say("s", "note: noted two\n", "> ")
    await say("note two", "note: noted two\n", "> ")
    await say("note three", 'Allow note({"text":"three"})?', "[w]hy: ")
    await say("n", "> ")
    await say("ask Which?", "Which?", "red")
    await say("blue", "blue", "> ")
    await say("/model", "The server chooses the model.", "> ")
    await say("/model none:such", 'The server has no model "none:such" for you. It has: ', "> ")
    await say("/session name Talk", 'called "Talk"', "> ")
    type("\u0004")
    await ended
    expect(readFileSync(place.notes, "utf8")).toBe("one\ntwo\ntwo\n")
    const { stdout } = await place.pawl(["show", "Talk"])
    expect(stdout).toContain("noted one")
  })

  it("lists and revokes what the user granted on the server", async () => {
    const grants = [{ id: "g1", grant: { tool: "note", scope: "always", where: { text: '"one"' }, exact: true } }]
    const seen: string[] = []
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end(JSON.stringify(request.method === "GET" ? { grants } : { ok: true }))
    })
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
    const env = { PAWL_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    const text = 'note with exactly text "one" and nothing else'
    expect((await place.pawl(["permissions"], { env })).stdout).toBe(`  1  ${text}\n`)
    const revoked = await place.pawl(["permissions", "revoke", "1"], { env })
    expect(revoked.stdout).toBe(`Revoked. These calls ask again from now on: ${text}\n`)
    expect(seen).toEqual(["GET /v1/grants", "GET /v1/grants", "DELETE /v1/grants/g1"])
    expect((await place.pawl(["permissions", "revoke", "2"], { env })).code).toBe(EXIT.usage)
    expect((await place.pawl(["permissions", "allow", "note"], { env })).code).toBe(EXIT.usage)
  })

  it("shows the server what a prompt attaches", async () => {
    throughServer(true)
    writeFileSync(join(place.work, "list.txt"), "milk and honey")
    const { code, stdout } = await place.pawl(["-p", "length @list.txt"])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d\d+ characters\n$/) })
    expect((await place.pawl(["sessions", "export", "length"])).code).toBe(42)
    const [{ id }] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    // The request holds the stored bytes.
    expect(await place.pawl(["show", id, "--requests"])).toMatchObject({ code: 0, stderr: "" })
    const exported = await place.pawl(["sessions", "export", id])
    expect(exported.stdout).toContain(Buffer.from("milk and honey").toString("base64"))
    const imported = await place.pawl(["sessions", "import", "-", "--json"], { stdin: exported.stdout })
    expect(JSON.parse(imported.stdout)).toMatchObject({ missing: [], blobs: 4 })
  })
})
