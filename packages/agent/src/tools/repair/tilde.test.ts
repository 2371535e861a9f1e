import { describe, expect, it } from "vitest"
import { around } from "./__fixtures__/around.ts"
import { tilde } from "./tilde.ts"

describe("a path that begins with ~", () => {
  it.each([
    ["~", "/home/ann"],
    ["~/", "/home/ann/"],
    ["~/a/b.txt", "/home/ann/a/b.txt"],
    ["~\\a", "/home/ann/\\a"],
    ["~ann/a", undefined],
    ["a/~/b", undefined],
    ["/a", undefined],
    ["", undefined],
  ])("%j is taken as %j", async (path, meant) => {
    expect(await tilde(path, around())).toBe(meant)
  })

  it("is left as it is where there is a folder of that name", async () => {
    expect(await tilde("~/a", around("/work/~"))).toBeUndefined()
  })
})
