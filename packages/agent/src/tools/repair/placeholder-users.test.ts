import { describe, expect, it } from "vitest"
import { around } from "./__fixtures__/around.ts"
import { placeholderUser } from "./placeholder-users.ts"

describe("the home folder of an example", () => {
  it.each([
    ["/home/user", "/home/ann"],
    ["/home/user/a.txt", "/home/ann/a.txt"],
    ["/Users/username/Docs/a.txt", "/home/ann/Docs/a.txt"],
    ["/Users/<user>/a.txt", "/home/ann/a.txt"],
    ["/home/{user}/a.txt", "/home/ann/a.txt"],
    ["C:\\Users\\YourName\\Docs\\a.txt", "/home/ann/Docs/a.txt"],
    // The right name in another system's way.
    ["/Users/ann/a.txt", "/home/ann/a.txt"],
  ])("%s is taken as %s", async (path, meant) => {
    expect(await placeholderUser(path, around("/home/ann/Docs"))).toBe(meant)
  })

  it.each([
    ["somebody else's", "/home/bob/a.txt", []],
    ["their own", "/home/ann/a.txt", []],
    ["one that is there", "/home/user/a.txt", ["/home/user/a.txt"]],
    ["a folder that the real one does not have", "/home/user/Missing/a.txt", []],
    ["a way out", "/home/user/../bob/a.txt", ["/home"]],
    ["no home folder", "/var/user/a.txt", []],
    ["a relative path", "home/user/a.txt", []],
  ])("%s is left as it is", async (_, path, there) => {
    expect(await placeholderUser(path, around(...there))).toBeUndefined()
  })
})
