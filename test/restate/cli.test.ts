// `pawl worker --restate` and `pawl serve --restate`: real processes that a real Restate server gives sessions to.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ECHO, makePlace, type Place } from "../../packages/cli/src/__fixtures__/pawl.ts"
import { RestateServer, RUNS_HERE } from "./engine.ts"

describe.skipIf(!RUNS_HERE)("with --restate", () => {
  let server: RestateServer
  let place: Place
  let restate: readonly string[]

  beforeAll(async () => {
    server = await RestateServer.start()
    place = makePlace()
    mkdirSync(place.home, { recursive: true })
    writeFileSync(join(place.home, "config.json"), JSON.stringify({ restate: { admin: server.admin } }))
    restate = ["--restate", server.ingress, "--restate-listen", "0", "--model", ECHO]
  })

  afterAll(async () => {
    place.remove()
    await server.close()
  })

  /** How many runs of sessions Restate has seen to. */
  async function runs(): Promise<number> {
    return (await server.rows("select id from sys_invocation")).length
  }

  it("a worker runs what was sent, and ends when nothing is left", async () => {
    const before = await runs()
    const sent = await place.pawl(["send", "new", "good morning"])
    const { ended } = place.start(["worker", "--once", "--json", ...restate])
    const { code, stderr } = await ended
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('"outcome":"completed"') })
    expect((await place.pawl(["show", sent.stdout.trim()])).stdout).toContain("You said: good morning")
    expect(await runs()).toBeGreaterThan(before)
  })

  it("a server runs turns and streams them", async () => {
    const before = await runs()
    const served = Promise.withResolvers<string>()
    const onOutput = (stdout: string) => {
      const [url] = /http:\/\/\S+/.exec(stdout) ?? []
      if (url !== undefined) served.resolve(url)
    }
    const { child, ended } = place.start(["serve", "--port", "0", "--no-browser", ...restate], { onOutput })
    const failed = ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
    const url = await Promise.race([served.promise, failed])
    const said = await place.pawl(["-p", "good night", "--server", url])
    expect(said).toMatchObject({ code: 0, stdout: "You said: good night\n" })
    expect(await runs()).toBeGreaterThan(before)
    failed.catch(() => {})
    child.kill("SIGTERM")
    expect((await ended).code).toBe(0)
  })
})
