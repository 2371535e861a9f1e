// The command line as users see it: help and usage errors, and the real bin script in a real process.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "./__fixtures__/pawl.ts"
import { COMMANDS } from "./line/commands.ts"

const PAWL = new URL("../bin/pawl.js", import.meta.url)

let place: Place
beforeAll(() => {
  place = makePlace()
})
afterAll(() => place.remove())

function shim(...words: readonly string[]) {
  return spawnSync(process.execPath, [fileURLToPath(PAWL), ...words], { encoding: "utf8" })
}

/** The bin script in a process that claims to be an older Node. */
function pawlOnNode(version: string, ...words: readonly string[]) {
  const disguise = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })
    Object.defineProperty(process, "version", { value: "v${version}" })
    process.argv.splice(1, 0, "pawl")
    import(${JSON.stringify(PAWL.href)})`
  return spawnSync(process.execPath, ["-e", disguise, "--", ...words], { encoding: "utf8" })
}

describe("pawl", () => {
  it.each(["--version", "-v"])("answers %s from package.json", (flag) => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    expect(shim(flag)).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" })
  })

  it.each(["--help", "-h", "help"])("lists its commands with %s", async (flag) => {
    const { code, stdout, stderr } = await place.pawl([flag])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("pawl demo --no-crash")
    expect(stdout).not.toContain("demo-process")
  })

  it("explains each command, and how to get a model", async () => {
    const all = (await place.pawl(["--help"])).stdout
    for (const { name, usage, summary } of COMMANDS) {
      const { code, stdout, stderr } = await place.pawl(["help", name])
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      for (const words of [`pawl ${name}: ${summary}`, ...usage]) expect(stdout).toContain(words)
      expect(all).toContain(`  ${name} `)
    }
    expect(await place.pawl(["sessions", "--help"])).toEqual(await place.pawl(["help", "sessions"]))
    expect((await place.pawl(["help", "models"])).stdout).toContain("OLLAMA_HOST")
  })

  it.each([
    [["--colour"], 'pawl: there is no option "--colour". Run "pawl --help" to see the commands and options.\n'],
    [["juggle"], 'pawl: there is no command "juggle". Run "pawl --help" to see the commands and options.\n'],
    [
      ["sesions", "list"],
      'pawl: there is no command "sesions". Did you mean "sessions"? Run "pawl --help" to see the commands and options.\n',
    ],
    [
      ["help", "sesions"],
      'pawl: there is no command "sesions". Did you mean "sessions"? Run "pawl --help" to see the commands and options.\n',
    ],
    [["demo", "--fast"], 'pawl: there is no option "--fast". Run "pawl --help" to see the commands and options.\n'],
  ])("refuses %j with one line and exit code 2", async (words, stderr) => {
    expect(await place.pawl(words)).toEqual({ code: 2, signal: null, stdout: "", stderr })
  })

  it.each(["14.21.3", "20.20.2", "22.12.0", "22.18.0"])(
    "says in one line that Node %s is too old, and exits 52",
    (version) => {
      const { status, stdout, stderr } = pawlOnNode(version, "demo")
      expect({ status, stdout }).toEqual({ status: 52, stdout: "" })
      expect(stderr).toBe(
        `Pawl needs Node 22.19 or newer, and this is v${version}. Get one from https://nodejs.org; a checkout has its own after npm ci: npm start.\n`,
      )
    },
  )

  it.each(["22.19.0", "24.0.0"])("accepts Node %s", (version) => {
    expect(pawlOnNode(version, "--version")).toMatchObject({ status: 0, stderr: "" })
  })
})
