// What `--restate` and "restate" in the configuration mean, and what is refused. test/restate/cli.test.ts has what they do.
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { restateSettings } from "./restate.ts"

const none = { restate: {} }

describe("the settings of Restate", () => {
  it("are none unless a server is named", () => {
    expect(restateSettings(new Map(), none)).toBeUndefined()
  })

  it("need only the address of the server", () => {
    expect(restateSettings(new Map([["restate", "http://engine:8080"]]), none)).toEqual({
      ingress: "http://engine:8080",
      admin: "http://engine:9070",
      listen: { port: 9080, host: "127.0.0.1" },
      address: undefined,
      identityKeys: [],
    })
  })

  it("come from the user's file, and flags win", () => {
    const restate = {
      ingress: "http://engine:8080",
      admin: "https://engine:1",
      listen: 1000,
      host: "0.0.0.0",
      address: "http://workers:9080",
      identityKeys: ["publickeyv1_x"],
    }
    const flags = new Map([["restate-listen", "2000"]])
    const { host, ...servers } = restate
    expect(restateSettings(flags, { restate })).toEqual({ ...servers, listen: { port: 2000, host } })
  })

  it.each([
    [{ restate: "engine:8080" }, "--restate must be the address of a Restate server"],
    [{ restate: "http://a", "restate-listen": "70000" }, "--restate-listen must be a port"],
    [{ "restate-listen": "9080" }, "add --restate http://127.0.0.1:8080"],
  ])("refuse %j", (flags, message) => {
    expect(() => restateSettings(new Map(Object.entries(flags)), none)).toThrow(message)
  })
})

describe("pawl", () => {
  let place: Place
  beforeEach(() => {
    place = makePlace()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    place.remove()
  })

  function configure(restate: object): void {
    mkdirSync(place.home, { recursive: true })
    writeFileSync(join(place.home, "config.json"), JSON.stringify({ restate }))
  }

  it("takes no Restate server from a project", async () => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ restate: { ingress: "http://evil:8080" } }))
    const refused = await place.pawl(["worker", "--once"])
    expect(refused.stderr).toContain("sets restate, which a project may not decide for you")
  })

  describe("with a Restate server that does not answer", () => {
    const AWAY =
      /Restate at http:\/\/127\.0\.0\.1:\d+, which does not answer \(ECONNREFUSED\)\. The message is kept, and run when it answers: check that restate-server runs there/
    beforeEach(async () => {
      const gone = await engine()
      await gone.close()
      configure({ ingress: `${gone.url}/`, admin: gone.url })
    })

    it("says so to those who send, and does not ask for another worker", async () => {
      const sent = await place.pawl(["send", "new", "hello"])
      expect(sent).toMatchObject({ code: 0, stderr: expect.stringMatching(AWAY) })
      expect(sent.stderr).not.toContain("pawl worker")
      const told = await place.pawl(["send", sent.stdout.trim(), "and again", "--json"])
      expect(JSON.parse(told.stdout)).toMatchObject({ status: "queued", waitsFor: expect.stringMatching(AWAY) })
    })

    it("ends a worker that was started once, when it has waited long enough for it", async () => {
      await place.pawl(["send", "new", "hello"])
      const [began, at] = [performance.now(), Date.now()]
      const clock = vi.spyOn(Date, "now").mockImplementation(() => Math.round(at + (performance.now() - began) * 30))
      const worked = await place.pawl(["worker", "--once", "--restate-listen", "0"])
      clock.mockRestore()
      expect(worked.code).toBe(75)
      expect(worked.stderr).toMatch(
        /^pawl: 1 session is still due, and could not be run for 30 s: Restate does not answer at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)\./m,
      )
      const listed = await place.pawl(["sessions", "list", "--json"])
      expect(JSON.parse(listed.stdout)).toMatchObject([{ turns: 0 }])
    })

    it("does not keep a worker that was started once, and has nothing to do", async () => {
      expect(await place.pawl(["worker", "--once", "--restate-listen", "0"])).toMatchObject({ code: 0 })
    })

    it("says so to those who wait for the answer", async () => {
      const heard = Promise.withResolvers<string>()
      const onOutput = (_: string, stderr: string) => (/Press Ctrl-C/.test(stderr) ? heard.resolve(stderr) : undefined)
      const asked = place.start(["-p", "hello", "--runner", "worker"], { onOutput })
      const said = await Promise.race([heard.promise, asked.ended.then(({ stderr }) => stderr)])
      asked.child.kill("SIGKILL")
      await asked.ended
      expect(said).toMatch(AWAY)
      expect(said).not.toContain("pawl worker")
    })
  })

  it("says what it always says to those who send while Restate answers", async () => {
    const { url, close } = await engine()
    configure({ ingress: url })
    const sent = await place.pawl(["send", "new", "hello"])
    await close()
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('"pawl worker"') })
  })

  it("serves several workspaces with Restate only when workers run them", async () => {
    const folders = { one: { folder: place.work }, two: { folder: place.home } }
    mkdirSync(place.home, { recursive: true })
    writeFileSync(join(place.home, "config.json"), JSON.stringify({ serve: { port: 0, workspaces: folders } }))
    const refused = await place.pawl(["serve", "--restate", "http://127.0.0.1:1", "--no-browser"])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('Set "runner" to "worker"')
  })
})

/** As much of a Restate server as a health check sees. */
async function engine() {
  const server = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}
