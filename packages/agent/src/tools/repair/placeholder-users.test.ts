import { describe, expect, it } from "vitest"
import { around } from "./__fixtures__/around.ts"
import { placeholderUser } from "./placeholder-users.ts"

describe("placeholderUser", () => {
  it.each([
    ["/home/user", "/home/ann"],
    ["/home/user/a.txt", "/home/ann/a.txt"],
    ["/Users/username/Docs/a.txt", "/home/ann/Docs/a.txt"],
    ["/Users/<user>/a.txt", "/home/ann/a.txt"],
    ["/home/{user}/a.txt", "/home/ann/a.txt"],
    ["C:\\Users\\YourName\\Docs\\a.txt", "/home/ann/Docs/a.txt"],
    // The user's own name, in another system's layout.
    ["/Users/ann/a.txt", "/home/ann/a.txt"],
  ])("takes %s as %s", async (path, meant) => {
    expect(await placeholderUser(path, around("/home/ann/Docs"))).toBe(meant)
  })

  it.each([
    ["another user's home", "/home/bob/a.txt", []],
    ["the user's own home", "/home/ann/a.txt", []],
    ["a path that exists", "/home/user/a.txt", ["/home/user/a.txt"]],
    ["a folder that is missing in the real home", "/home/user/Missing/a.txt", []],
    ["a path with ..", "/home/user/../bob/a.txt", ["/home"]],
    ["no home folder", "/var/user/a.txt", []],
    ["a relative path", "home/user/a.txt", []],
  ])("leaves %s unchanged", async (_, path, there) => {
    expect(await placeholderUser(path, around(...there))).toBeUndefined()
  })
})
