// `pawl --database`: real processes of two homes, as on two machines, share the sessions of one PostgreSQL database.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ECHO, makePlace, type Place } from "../packages/cli/src/__fixtures__/pawl.ts"
import { hasServer } from "../packages/postgres/src/__fixtures__/server.ts"
import { emptyDatabase } from "../packages/postgres/src/__fixtures__/shared-server.ts"

describe.skipIf(!hasServer())("pawl --database", () => {
  let here: Place
  let there: Place
  let database: readonly string[]
  beforeEach(async () => {
    here = makePlace()
    there = makePlace()
    database = ["--database", await emptyDatabase()]
  })
  afterEach(() => {
    here.remove()
    there.remove()
  })

  it("runs a prompt, whose session another machine lists, shows, searches and checks", async () => {
    const said = await here.pawl(["-p", "good morning", "--title", "Greeting", "--model", ECHO, ...database])
    expect(said).toMatchObject({ code: 0, stdout: "You said: good morning\n" })
    expect((await here.pawl(["sessions", "list", "--json"])).stdout.trim()).toBe("[]")
    const listed = JSON.parse((await there.pawl(["sessions", "list", "--json", ...database])).stdout)
    expect(listed).toMatchObject([{ status: "idle", turns: 1, metadata: { title: "Greeting" } }])
    expect((await there.pawl(["show", "Greeting", ...database])).stdout).toContain("You said: good morning")
    expect((await there.pawl(["sessions", "search", "morn", ...database])).stdout).toContain("Greeting")
    expect((await there.pawl(["doctor", ...database])).stdout).toMatch(/^ok +database healthy: postgres:/m)
    // In the configuration it is the same.
    const config = { database: database[1] }
    writeFileSync(join(there.home, "config.json"), JSON.stringify(config))
    expect((await there.pawl(["usage", "--json"])).code).toBe(0)
    expect(JSON.parse((await there.pawl(["sessions", "list", "--json"])).stdout)).toHaveLength(1)
    const refused = await there.pawl(["sessions", "vacuum"])
    expect(refused).toMatchObject({ stderr: expect.stringContaining("autovacuum") })
  })

  it("keeps the stores of several schemas of one database apart, and moves sessions between them", async () => {
    const [one, two] = ["one", "two"].map((schema) => `${database[1]}&schema=${schema}`) as [string, string]
    const said = await here.pawl(["-p", "hello", "--title", "First", "--model", ECHO], { env: { PAWL_DATABASE: one } })
    expect(said).toMatchObject({ code: 0 })
    const listed = async (url: string) =>
      JSON.parse((await there.pawl(["sessions", "list", "--json", "--database", url])).stdout)
    expect(await listed(two)).toEqual([])
    expect(await there.pawl(["migrate", one, two])).toMatchObject({ code: 0 })
    for (const url of [one, two]) expect(await listed(url)).toMatchObject([{ metadata: { title: "First" } }])
    expect((await there.pawl(["sessions", "list", "--json", ...database])).stdout.trim()).toBe("[]")
    const wrong = await there.pawl(["sessions", "list", "--database", `${database[1]}&schema=No`])
    expect(wrong).toMatchObject({ code: 52, stderr: expect.stringContaining("at most 40 small letters") })
  })

  it.each(["require", "nonsense"])("says one sentence where a server has no TLS, for sslmode=%s", async (mode) => {
    const refused = await here.spawned(["sessions", "list", "--database", `${database[1]}&sslmode=${mode}`])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toMatch(/^pawl: [^\n]+\n$/)
    expect(refused.stderr).toContain(mode === "require" ? "does not speak TLS" : "Write one of disable, no-verify")
  })

  it("serves sessions over HTTP that commands on the database see too", async () => {
    const served = Promise.withResolvers<string>()
    const onOutput = (stdout: string) => {
      const [url] = /http:\/\/\S+/.exec(stdout) ?? []
      if (url !== undefined) served.resolve(url)
    }
    const words = ["serve", "--port", "0", "--no-browser", "--model", ECHO, ...database]
    const { child, ended } = here.start(words, { onOutput })
    const failed = ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
    const url = await Promise.race([served.promise, failed])
    const said = await there.pawl(["-p", "good night", "--title", "Served", "--server", url])
    expect(said).toMatchObject({ code: 0, stdout: "You said: good night\n" })
    expect((await there.pawl(["show", "Served", ...database])).stdout).toContain("You said: good night")
    failed.catch(() => {})
    child.kill("SIGTERM")
    expect((await ended).code).toBe(0)
  })

  it("lets a worker of another machine run what was sent here", async () => {
    const cwd = ["--cwd", here.work]
    const sent = await here.pawl(["send", "new", "good evening", ...cwd, ...database])
    expect(sent.code).toBe(0)
    const { ended } = there.start(["worker", "--once", "--json", "--model", ECHO, ...cwd, ...database])
    expect(await ended).toMatchObject({ code: 0 })
    const shown = await here.pawl(["show", sent.stdout.trim(), ...database])
    expect(shown.stdout).toContain("You said: good evening")
  })
})
