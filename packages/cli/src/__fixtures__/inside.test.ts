// A command inside of a test's process is alone there, as in one of its own, and leaves nothing behind that the next would meet.
import { closeSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "./pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

function scripted(source: string): readonly string[] {
  const file = join(place.root, "script.mjs")
  writeFileSync(file, source)
  return ["-p", "hello", "--model", `scripted:${file}`]
}

describe("a command inside", () => {
  it("ends as one in a process of its own does", async () => {
    for (const words of [
      ["-p", "note milk", "--approve", "auto"],
      ["-p", ""],
      ["sessions", "yodel"],
      ["-p", "badkey"],
    ]) {
      const sameTime = ({ stderr, ...rest }: { readonly stderr: string }) => ({
        ...rest,
        stderr: stderr.replace(/\d+ ms/g, "").replace(/\b[0-9a-z]{26}\b/g, "ID"),
      })
      expect(sameTime(await place.pawl(words))).toEqual(sameTime(await place.spawned(words)))
    }
  })

  it("has modules of its own, with nothing counted yet", async () => {
    const words = scripted('let asked = 0\nexport default () => "asked " + ++asked\n')
    for (let run = 0; run < 2; run++) expect((await place.pawl(words)).stdout).toBe("asked 1\n")
  })

  it("has the environment that it was given, as long as it runs", async () => {
    const words = scripted("export default () => String(process.env.OWN)\n")
    expect((await place.pawl(words, { env: { OWN: "mine" } })).stdout).toBe("mine\n")
    expect((await place.pawl(words)).stdout).toBe("undefined\n")
    expect(process.env).not.toHaveProperty("OWN")
    const both = [place.pawl(words, { env: { OWN: "mine" } }), place.pawl(words)]
    const [first, second] = await Promise.allSettled(both)
    expect(first).toMatchObject({ value: { stdout: "mine\n" } })
    expect(second).toMatchObject({ reason: { message: expect.stringContaining("with another environment") } })
  })

  it("is told of when it leaves a file open, or somebody who listens to a signal", async () => {
    const left = globalThis as { leftOpen?: number; leftListening?: () => void }
    const path = join(place.root, "open")
    const open = `import { openSync } from "node:fs"\nglobalThis.leftOpen = openSync(${JSON.stringify(path)}, "w")\n`
    await expect(place.pawl(scripted(`${open}export default () => "hello"\n`))).rejects.toThrow(
      `leaves behind: ${path}`,
    )
    closeSync(left.leftOpen ?? -1)
    const listen = 'globalThis.leftListening = () => {}\nprocess.on("SIGHUP", globalThis.leftListening)\n'
    await expect(place.pawl(scripted(`${listen}export default () => "hello"\n`))).rejects.toThrow(
      "leaves behind: SIGHUP",
    )
    process.off("SIGHUP", left.leftListening ?? (() => {}))
    expect((await place.pawl(["-p", "hello"])).code).toBe(0)
  })

  it("cannot kill the process that it shares", async () => {
    const { stdout, signal } = await place.pawl(["-p", "die once"])
    expect({ stdout, signal }).toEqual({ stdout: expect.stringContaining("spawn it"), signal: null })
  })
})
