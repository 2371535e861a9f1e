import { describe, expect, it } from "vitest"
import { PawlError } from "../../contracts/error.ts"
import { withSecondLook } from "./second-look.ts"

const torn = new PawlError("store-corrupt", "its end is missing")
const newer = new PawlError("store-newer", "newer")

describe("withSecondLook", () => {
  it.each([
    ["a sound file is looked at once", [undefined], ["a"], undefined, 1],
    [
      "a file that was torn during a checkpoint is sound at the second look",
      [torn, undefined],
      ["a", "b"],
      undefined,
      2,
    ],
    ["a damaged file that nobody writes is reported after two looks", [torn, torn], ["a", "a"], torn, 2],
    ["a file that changes is looked at until it rests", [torn, torn, torn, torn], ["a", "b", "c", "c"], torn, 4],
    ["any other error is reported at once", [newer], ["a"], newer, 1],
  ])("%s", (_, verdicts, stamps, thrown, looks) => {
    let looked = 0
    const look = () => {
      const verdict = verdicts[looked++]
      if (verdict !== undefined) throw verdict
    }
    const run = () =>
      withSecondLook(
        look,
        () => stamps[looked - 1] ?? "",
        () => {},
      )
    if (thrown === undefined) run()
    else expect(run).toThrow(thrown)
    expect(looked).toBe(looks)
  })

  it("leaves a file that never rests to SQLite", () => {
    let looked = 0
    const look = () => {
      looked += 1
      throw torn
    }
    withSecondLook(
      look,
      () => String(looked),
      () => {},
    )
    expect(looked).toBe(100)
  })
})
