// Two runs of the program in one process have separate worlds; without a world the process is used.
import { Readable, Writable } from "node:stream"
import { describe, expect, it } from "vitest"
import { err, out } from "./terminal/screen.ts"
import { bold } from "./terminal/style.ts"
import { fromHere, processWorld, runIn, type World, world } from "./world.ts"

function worldAt(cwd: string, isTTY = false) {
  const written: string[] = []
  const stream = (name: string) =>
    Object.assign(
      new Writable({
        decodeStrings: false,
        write(text: string, _encoding, done) {
          written.push(`${name} ${text}`)
          done()
        },
      }),
      { isTTY },
    )
  const given: World = {
    ...processWorld,
    env: { TERM: "xterm", HERE: cwd },
    cwd,
    stdin: Readable.from([]),
    stdout: stream("out"),
    stderr: stream("err"),
  }
  return { given, written }
}

describe("a world", () => {
  it("belongs to its own run, however many runs there are at once", async () => {
    const [one, two] = [worldAt("/one"), worldAt("/two")]
    const turn = Promise.withResolvers<void>()
    const work = (wait: Promise<unknown>, then: () => void) => async () => {
      await wait
      out.line(`${world().env.HERE} ${fromHere("x")}`)
      await new Promise((resolve) => setImmediate(resolve))
      err.line(fromHere("/y"))
      then()
    }
    // The first run waits while the second runs.
    const both = [
      runIn(
        one.given,
        work(turn.promise, () => {}),
      ),
      runIn(two.given, work(Promise.resolve(), turn.resolve)),
    ]
    await Promise.all(both)
    expect(one.written).toEqual(["out /one /one/x\n", "err /y\n"])
    expect(two.written).toEqual(["out /two /two/x\n", "err /y\n"])
  })

  it("has colours if its output is a terminal", async () => {
    const texts = [true, false].map((isTTY) => {
      const { given, written } = worldAt("/", isTTY)
      return runIn(given, async () => out.write(bold("b"))).then(() => written)
    })
    expect(await Promise.all(texts)).toEqual([["out \u001b[1mb\u001b[22m"], ["out b"]])
  })

  it("is the process when none is given", async () => {
    expect(world()).toBe(processWorld)
    expect(await runIn(processWorld, async () => world())).toBe(processWorld)
    expect(await runIn(worldAt("/").given, async () => world())).not.toBe(processWorld)
    expect(world()).toBe(processWorld)
    expect({ env: world().env, here: fromHere(".") }).toEqual({ env: process.env, here: process.cwd() })
  })
})
