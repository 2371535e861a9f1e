import { describe, expect, it } from "vitest"
import { around } from "./__fixtures__/around.ts"
import { knownFolder } from "./known-folders.ts"

describe("knownFolder (FM-9)", () => {
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
  ])("takes %j as %j", async (path, meant) => {
    expect(await knownFolder(path, around("/home/ann/Desktop"))).toBe(meant)
  })

  it.each([
    ["the workspace has such a folder", ["/home/ann/Desktop", "/work/desktop"]],
    ["the home has two such folders", ["/home/ann/Desktop", "/home/ann/desktop"]],
  ])("leaves the path unchanged when %s", async (_, there) => {
    expect(await knownFolder("desktop", around(...there))).toBeUndefined()
  })
})
