// Uses a real folder with pictures that are renamed.
import { once } from "node:events"
import { copyFileSync, linkSync, mkdtempSync, renameSync, rmSync, unlinkSync, watch, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Witness, watchNames } from "./witness.ts"

let folder: string
let witness: Witness

const at = (name: string) => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-witness-"))
  writeFileSync(at("a.png"), "picture a")
  writeFileSync(at("b.png"), "picture b")
  witness = watchNames(folder)
})

afterEach(() => {
  witness.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("watchNames", () => {
  it("identifies a picture by its content, not by its name", () => {
    renameSync(at("a.png"), at("x.png"))
    copyFileSync(at("b.png"), at("y.png"))
    unlinkSync(at("b.png"))
    expect(witness.pictures()).toEqual([
      { firstName: "a.png", given: ["x.png"], names: ["x.png"] },
      { firstName: "b.png", given: ["y.png"], names: ["y.png"] },
    ])
  })

  it("sees a rename that is undone later, because it looks at every change", async () => {
    const changes = watch(folder)
    renameSync(at("a.png"), at("x.png"))
    await once(changes, "change")
    // Test and witness are notified in the same turn of the event loop, in no fixed order.
    await setImmediate()
    renameSync(at("x.png"), at("a.png"))
    expect(witness.pictures()[0]).toEqual({ firstName: "a.png", given: ["x.png", "a.png"], names: ["a.png"] })
    changes.close()
  })

  it("does not count the moment when a moved picture has both names", () => {
    linkSync(at("a.png"), at("0.png"))
    expect(witness.pictures()[0]).toEqual({ firstName: "a.png", given: [], names: ["0.png", "a.png"] })
    unlinkSync(at("a.png"))
    expect(witness.pictures()[0]).toEqual({ firstName: "a.png", given: ["0.png"], names: ["0.png"] })
  })

  it("reports a picture that was removed or changed", () => {
    unlinkSync(at("a.png"))
    writeFileSync(at("b.png"), "something else")
    expect(witness.pictures().map(({ names }) => names)).toEqual([[], []])
  })
})
