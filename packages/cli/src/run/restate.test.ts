// What `--restate` and "restate" in the configuration mean, and what is refused. test/restate/cli.test.ts has what they do.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
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
  afterEach(() => place.remove())

  it("takes no Restate server from a project", async () => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ restate: { ingress: "http://evil:8080" } }))
    const refused = await place.pawl(["worker", "--once"])
    expect(refused.stderr).toContain("sets restate, which a project may not decide for you")
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
