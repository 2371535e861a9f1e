import { describe, expect, it } from "vitest"
import { isCommand } from "./commands.ts"
import { isPrompt, promptIn, resourcesIn, valuesIn } from "./prompt-commands.ts"

describe("a server's prompt as a command", () => {
  it.each([
    ["/mail:summary", true],
    ["/mail:summary week=3", true],
    ["  /my-server:a.b", true],
    ['/mail:"weekly summary" week=3', true],
    ["/help", false],
    ["/home/me: a folder", false],
    ["/a:/b", false],
    ["mail:summary", false],
  ])("%s: %s", (line, expected) => {
    expect(isPrompt(line)).toBe(expected)
    if (expected) expect(isCommand(line)).toBe(false)
  })

  it("may contain spaces in its name", () => {
    expect(promptIn('/mail:"weekly summary" week=3')).toEqual({
      server: "mail",
      name: "weekly summary",
      rest: "week=3",
    })
    expect(promptIn("/mail:summary week=3")).toEqual({ server: "mail", name: "summary", rest: "week=3" })
  })

  it("accepts values with and without quotes", () => {
    expect(valuesIn(`city=Oslo name="Ada L." note='x=y' empty=`)).toEqual({
      city: "Oslo",
      name: "Ada L.",
      note: "x=y",
      empty: "",
    })
    expect(valuesIn("just words")).toEqual({})
  })
})

it("resourcesIn reads the resources of configured servers only", async () => {
  const read: string[] = []
  const agent = {
    servers: () => [{ key: "docs" }],
    resource: async (server: string, uri: string) => {
      read.push(`${server} ${uri}`)
      return [{ type: "text", text: uri }]
    },
  } as unknown as Parameters<typeof resourcesIn>[1]
  const parts = await resourcesIn("see @docs:file:///a.md and @other:x, me@docs:x, (@docs:b)", agent)
  expect(read).toEqual(["docs file:///a.md", "docs b"])
  expect(parts).toHaveLength(2)
})
