// Half characters in bodies.
import { describe, expect, it } from "vitest"
import { team } from "../__fixtures__/team.ts"
import { wholeTexts } from "./whole-text.ts"

describe("half a character in a body", () => {
  it.each([
    ["a text", "a\ud800b", "a\ufffdb"],
    ["a list", ["a", "\udc00"], ["a", "\ufffd"]],
    ["an object", { a: { b: "\ud800" }, c: 1 }, { a: { b: "\ufffd" }, c: 1 }],
    ["a key", { "\ud800": true }, { "\ufffd": true }],
    ["a key that every object has", JSON.parse('{"__proto__": "\\ud800"}'), JSON.parse('{"__proto__": "\ufffd"}')],
  ])("is repaired in %s", (_, given, expected) => {
    expect(wholeTexts(given)).toEqual(expected)
  })

  it.each(["🙂", [["🙂"], null, 1], { a: ["🙂"], b: { c: "" } }])("is none in %j, which is not copied", (value) => {
    expect(wholeTexts(value)).toBe(value)
  })

  it("is neither stored nor shown: not in titles, tags, instructions, notices and names of tokens", async () => {
    const server = await team()
    const root = await server.add("root", { role: "admin" })
    const opened = await root.post("/v1/sessions", { id: "s", title: "half \ud83d", tags: ["\ude42"] })
    expect(opened.body).toMatchObject({ title: "half \ufffd", tags: ["\ufffd"] })
    const renamed = await root.ask("PATCH", "/v1/sessions/s", { title: "\udc00 again", addTags: ["b\ud800"] })
    expect(renamed.body).toMatchObject({ title: "\ufffd again", tags: ["\ufffd", "b\ufffd"] })
    const set = await root.ask("PUT", "/v1/settings/notice", { value: "soon \ud800" })
    expect([set.status, (await root.get("/v1/status")).body.notice]).toEqual([200, "soon \ufffd"])
    await root.post("/v1/users/root/tokens", { name: "ci \ud800" })
    expect((await root.get("/v1/me/tokens")).body.tokens.map(({ name }: { name: string }) => name)).toContain(
      "ci \ufffd",
    )
  })
})

describe("a body that is nested without end", () => {
  it("is refused, and not carried out", async () => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write a.md")
    const path = JSON.parse(`${"[".repeat(1000)}1${"]".repeat(1000)}`)
    const decision = { decision: "approve", arguments: { path } }
    const { status, body } = await ann.post(`/v1/sessions/s/requests/${call}/decision`, decision)
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      "input-invalid",
      expect.stringContaining("nested more than 200 levels"),
    ])
    expect(server.ran).toEqual([])
  })
})
