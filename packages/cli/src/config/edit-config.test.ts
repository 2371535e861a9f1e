// `pawl config set`, `unset` and `edit`, and the list of `pawl models` from a real server.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { hasPty, startPty } from "../__fixtures__/pty.ts"

const KEY = "sk-typed-unseen-0123456789"

let place: Place
let file: string
let server: Server
let url: string

beforeAll(async () => {
  place = makePlace()
  file = join(place.home, "config.json")
  server = createServer(({ headers, url: path }, response) => {
    const isKnown = headers.authorization === `Bearer ${KEY}`
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" })
    response.end(JSON.stringify(isKnown && path === "/v1/models" ? { data: [{ id: "small-2" }, { id: "big-1" }] } : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await place.remove()
})

const config = (...words: readonly string[]) => place.pawl(["config", ...words], { env: { PAWL_MODEL: "" } })
const written = () => JSON.parse(readFileSync(file, "utf8"))

describe("pawl config", () => {
  it("sets values as the schema wants them, for the owner only, and unsets them", async () => {
    expect(await config("set", "model", "ollama:qwen3")).toMatchObject({ code: 0, stderr: "" })
    await config("set", "maxIterations", "7")
    await config("set", "fallbacks", '["openai:gpt-5"]')
    expect(written()).toEqual({ model: "ollama:qwen3", maxIterations: 7, fallbacks: ["openai:gpt-5"] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await config("get", "model")).stdout).toBe("ollama:qwen3\n")
    await config("unset", "fallbacks")
    expect(written()).toEqual({ model: "ollama:qwen3", maxIterations: 7 })
  })

  it.each([
    [["set", "maxIterations", "many"], /maxIterations cannot be many: /],
    [["set", "modle", "x"], /There is no key "modle"\. Did you mean "model"\?/],
    [["set", "model"], /Write pawl config set KEY VALUE/],
    [["edit"], /"pawl config edit" needs a terminal/],
  ])("refuses %j in one line, and writes nothing", async (words, line) => {
    const before = existsSync(file) ? readFileSync(file, "utf8") : ""
    expect(await config(...words)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(line) })
    expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe(before)
  })

  it.skipIf(!hasPty)("opens the file in the editor, and says whether it can be used", async () => {
    const editor = join(place.root, "editor.sh")
    writeFileSync(editor, `#!/bin/sh\necho '{"model": 7}' > "$1"\n`)
    chmodSync(editor, 0o755)
    const { see, ended } = startPty(place, ["config", "edit"], { env: { PAWL_MODEL: "", EDITOR: editor, VISUAL: "" } })
    await see(/cannot be used: .*model/)
    expect(await ended).toBe(52)
    writeFileSync(file, "{}")
  })
})

describe("pawl models", () => {
  it("lists what the provider offers now", async () => {
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url }
    expect(await place.pawl(["models", "openai"], { env })).toMatchObject({
      code: 0,
      stdout: "openai:big-1\nopenai:small-2\n",
    })
  })

  it("says that the key was refused, without the key, and exits 41", async () => {
    const env = { OPENAI_API_KEY: "sk-wrong-key-abcdefgh", OPENAI_BASE_URL: url }
    const { code, stdout, stderr } = await place.pawl(["models", "openai"], { env })
    expect([code, stdout, stderr]).toEqual([41, "", "pawl: openai refused the key (401). Check the key.\n"])
  })

  it("refuses a provider that is none, and names the nearest", async () => {
    expect((await place.pawl(["models", "opnai"])).stderr).toMatch(
      /There is no provider "opnai"\. Did you mean "openai"\?/,
    )
  })
})

describe.skipIf(!hasPty)("the first start", () => {
  it("asks for provider and key, lists the live models, and goes on; the key is kept unseen", async () => {
    const env = { PAWL_MODEL: "", OPENAI_API_KEY: "", OPENAI_BASE_URL: url }
    const { see, type, ended, raw, say } = startPty(place, [], { env })
    await see("No model is configured yet.")
    await see("Which provider?")
    type("openai\r")
    await see("Key for openai")
    type("sk-wrong\r")
    await see("openai refused the key (401).")
    await see("Key for openai")
    type(`${KEY}\r`)
    await see("2. small-2")
    await see("Which model?")
    type("2\r")
    await see("pawl openai:small-2 in ")
    await say("/exit")
    expect(await ended).toBe(0)
    expect(raw()).not.toContain(KEY)
    const keys = join(place.home, "keys.json")
    expect(JSON.parse(readFileSync(keys, "utf8"))).toEqual({ OPENAI_API_KEY: KEY })
    expect(statSync(keys).mode & 0o777).toBe(0o600)
    expect(written()).toEqual({ model: "openai:small-2" })
    const log = join(place.home, "pawl.log")
    if (existsSync(log)) expect(readFileSync(log, "utf8")).not.toContain(KEY)
    // The next process finds the key by itself.
    const found = await place.spawned(["models", "openai"], { env })
    expect(found).toMatchObject({ code: 0, stdout: "openai:big-1\nopenai:small-2\n" })
  })

  it("goes back to the choice of a provider when one cannot be reached, and offers the demo there", async () => {
    const env = {
      PAWL_MODEL: "",
      OPENAI_API_KEY: "",
      OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
      OLLAMA_HOST: "127.0.0.1:1",
    }
    const { see, type, ended } = startPty(place, [], { env: { ...env, PAWL_HOME: join(place.root, "other") } })
    for (const name of ["ollama", "openai"]) {
      await see("Which provider? (one of the list, or demo; Enter for none) ")
      type(`${name}\r`)
      if (name === "openai") {
        await see("Key for openai (it is not shown; Enter goes back): ")
        type(`${KEY}\r`)
      }
      await see(new RegExp(`${name} cannot be reached at`))
    }
    await see("Which provider?")
    type("demo\r")
    await see("7 renamed, none twice, none lost")
    expect(await ended).toBe(0)
  })

  it("asks again for a key that cannot be one, in the words of this place, and Enter goes back", async () => {
    const env = { PAWL_MODEL: "", OPENAI_API_KEY: "", PAWL_HOME: join(place.root, "other") }
    const { see, type, ended, screen } = startPty(place, [], { env })
    await see("Which provider?")
    type("openai\r")
    await see("Key for openai")
    type("my secret key\r")
    await see("That is no key: it has a space")
    await see("Key for openai")
    type("\r")
    await see("Which provider?")
    expect(screen()).not.toContain("Set OPENAI_API_KEY")
    type("\u0003")
    expect(await ended).toBe(130)
  })

  it("ends with 130 at Ctrl-C, also where the key is asked for", async () => {
    const env = { PAWL_MODEL: "", OPENAI_API_KEY: "", PAWL_HOME: join(place.root, "other") }
    const { see, type, ended } = startPty(place, [], { env })
    await see("Which provider?")
    type("openai\r")
    await see("Key for openai")
    type("\u0003")
    await see("Cancelled: nothing is stored.")
    expect(await ended).toBe(130)
  })

  it("breaks its lines between words", async () => {
    const env = { PAWL_MODEL: "", OPENAI_API_KEY: "", PAWL_HOME: join(place.root, "other") }
    const { see, type, ended, screen } = startPty(place, [], { env, columns: 80 })
    await see("Which provider?")
    type("nobody\r")
    await see(/Use one of: .*\n/)
    await see("Which provider?")
    const rows = screen().split("\n")
    expect(rows.filter((row) => row.length > 80)).toEqual([])
    expect(screen()).toContain('by --model, PAWL_MODEL, or "model" in the\nconfiguration.')
    type("\u0003")
    await ended
  })
})
