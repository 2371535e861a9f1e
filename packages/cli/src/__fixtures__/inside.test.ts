// A command that runs inside the test's process is isolated as in its own process, and leaves nothing behind for the next.
import { closeSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "./pawl.ts"
import { hasPty, type Pty, startInside, startPty } from "./pty.ts"

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

describe("a command inside the test's process", () => {
  it("ends as it would in its own process", async () => {
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

  it("gets fresh modules, with counters at zero", async () => {
    const words = scripted('let asked = 0\nexport default () => "asked " + ++asked\n')
    for (let run = 0; run < 2; run++) expect((await place.pawl(words)).stdout).toBe("asked 1\n")
  })

  it("has the given environment while it runs", async () => {
    const words = scripted("export default () => String(process.env.OWN)\n")
    expect((await place.pawl(words, { env: { OWN: "mine" } })).stdout).toBe("mine\n")
    expect((await place.pawl(words)).stdout).toBe("undefined\n")
    expect(process.env).not.toHaveProperty("OWN")
    const both = [place.pawl(words, { env: { OWN: "mine" } }), place.pawl(words)]
    const [first, second] = await Promise.allSettled(both)
    expect(first).toMatchObject({ value: { stdout: "mine\n" } })
    expect(second).toMatchObject({ reason: { message: expect.stringContaining("with another environment") } })
  })

  it("is reported when it leaves a file or a signal listener open", async () => {
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

  it("cannot kill the process it runs in", async () => {
    const { stdout, signal } = await place.pawl(["-p", "die once"])
    expect({ stdout, signal }).toEqual({ stdout: expect.stringContaining("spawn it"), signal: null })
  })
})

describe.skipIf(!hasPty)("an in-memory terminal", () => {
  const stories: readonly (readonly [what: string, words: readonly string[], play: (pty: Pty) => Promise<void>])[] = [
    [
      "a conversation",
      ["--title", "Both"],
      async ({ see, say, type }) => {
        await see("\n> ")
        await say("hello", "You said: hello\n", "> ")
        await say("note one", "[w]hy: ")
        await say("e", "arguments (Esc goes back): ", '{"text":"one"}')
        type("\u0015")
        await say('{"text":"two"}', "[w]hy: ")
        await say("y", "note: noted two\n", "> ")
        type("half\u001b[D\u007f")
        await see("half")
        type("\u0003")
        await see("> ")
        type("\u001b[A")
        await see("note one")
        type("\u0015\u001b[200~one\r\ntwo\u001b[201~\r")
        await see("You said: one\ntwo\n")
        await see("> ")
        type("\u0004")
      },
    ],
    [
      "a question in pawl -p, with input typed too early",
      ["-p", "note one"],
      async ({ see, type }) => {
        type("y\r")
        await see("[w]hy: ")
        type("n\r")
      },
    ],
    [
      "a prompt that the user leaves",
      ["-p", "note one"],
      async ({ see, type }) => {
        await see("[w]hy: ")
        type("\u0004")
      },
    ],
    [
      "a turn that is interrupted",
      ["-p", "hang"],
      async ({ see, type }) => {
        await see("tool hang")
        type("\u0003")
      },
    ],
  ]

  it.each(stories)("shows exactly what a real one shows: %s", async (_what, words, play) => {
    const shownBy = async (start: typeof startInside) => {
      const own = makePlace()
      try {
        const pty = start(own, words, { columns: 90 })
        await play(pty)
        const code = await pty.ended
        const plain = pty
          .raw()
          .replaceAll(own.root, "ROOT")
          .replace(/\b[0-9a-z]{26}\b/g, "ID")
        return { code, shown: plain.replace(/\d+ ms/g, "") }
      } finally {
        await own.remove()
      }
    }
    expect(await shownBy(startInside)).toEqual(await shownBy(startPty))
  })
})
