import { describe, expect, it } from "vitest"
import { around } from "./__fixtures__/around.ts"
import { tilde } from "./tilde.ts"

describe("tilde", () => {
  it.each([
    ["~", "/home/ann"],
    ["~/", "/home/ann/"],
    ["~/a/b.txt", "/home/ann/a/b.txt"],
    ["~\\a", "/home/ann/\\a"],
    ["~ann/a", undefined],
    ["a/~/b", undefined],
    ["/a", undefined],
    ["", undefined],
  ])("takes %j as %j", async (path, meant) => {
    expect(await tilde(path, around())).toBe(meant)
  })

  it("leaves the path unchanged when there is a folder named ~", async () => {
    expect(await tilde("~/a", around("/work/~"))).toBeUndefined()
  })
})
