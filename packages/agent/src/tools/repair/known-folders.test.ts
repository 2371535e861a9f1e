import { describe, expect, it } from "vitest"
import { around } from "./__fixtures__/around.ts"
import { knownFolder } from "./known-folders.ts"

describe("a folder that everybody has (FM-9)", () => {
  it.each([
    ["Desktop", "/home/ann/Desktop"],
    ["desktop", "/home/ann/Desktop"],
    ["Desktop/a/b.txt", "/home/ann/Desktop/a/b.txt"],
    ["Downloads", undefined],
    ["Desktops", undefined],
    ["./Desktop", undefined],
    ["/Desktop", undefined],
    ["Desktop/../../bob", undefined],
    ["", undefined],
  ])("%j is taken as %j", async (path, meant) => {
    expect(await knownFolder(path, around("/home/ann/Desktop"))).toBe(meant)
  })

  it.each([
    ["the workspace has one", ["/home/ann/Desktop", "/work/desktop"]],
    ["there are two at home", ["/home/ann/Desktop", "/home/ann/desktop"]],
  ])("is left as it is when %s", async (_, there) => {
    expect(await knownFolder("desktop", around(...there))).toBeUndefined()
  })
})
