// Metadata of sessions: pinned, archived, and the title.
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

async function rows(...words: readonly string[]) {
  return JSON.parse((await place.pawl(["sessions", "list", "--json", ...words])).stdout)
}

describe("pawl sessions", () => {
  it("T13: pins, archives and undoes both, and a message to an archived session brings it back", async () => {
    await place.pawl(["-p", "one", "--title", "One"])
    await place.pawl(["-p", "two", "--title", "Two"])
    expect((await place.pawl(["sessions", "pin", "One", "Two"])).stdout).toMatch(/is pinned[^\n]*\n.*is pinned/)
    expect((await place.pawl(["sessions", "archive", "One"])).code).toBe(0)
    expect(await rows()).toMatchObject([{ title: "Two", metadata: { pinned: true } }])
    expect((await place.pawl(["sessions", "list", "--all"])).stdout).toMatch(/One \(pinned, archived\)/)
    await place.pawl(["sessions", "unpin", "Two"])
    await place.pawl(["-r", "One", "-p", "again"])
    expect((await rows()).map(({ title }: { title: string }) => title)).toEqual(["One", "Two"])
    await place.pawl(["sessions", "archive", "Two"])
    await place.pawl(["sessions", "unarchive", "Two"])
    expect(await rows()).toMatchObject([
      { title: "One" },
      { title: "Two", metadata: { pinned: false, archived: false } },
    ])
  })

  it("T13: changes no session when one of the names is wrong", async () => {
    await place.pawl(["-p", "one", "--title", "One"])
    expect((await place.pawl(["sessions", "archive", "One", "Missing"])).code).toBe(42)
    expect(await rows()).toMatchObject([{ metadata: { archived: false } }])
    expect((await place.pawl(["sessions", "pin"])).code).toBe(2)
  })

  it("tags sessions, lists those with a tag, and removes tags", async () => {
    await place.pawl(["-p", "one", "--title", "One"])
    await place.pawl(["-p", "two", "--title", "Two"])
    const tagged = await place.pawl(["sessions", "tag", "One", "vip", "big customer"])
    expect(tagged.stdout).toMatch(/ has the tags #vip #big customer\.\n$/)
    await place.pawl(["sessions", "tag", "Two", "vip"])
    expect((await rows("--tag", "vip")).map(({ title }: { title: string }) => title)).toEqual(["Two", "One"])
    expect(await rows("--tag", "vip", "--tag", "big customer")).toMatchObject([
      { metadata: { tags: ["vip", "big customer"] } },
    ])
    expect((await place.pawl(["sessions", "--tag", "vip"])).stdout).toContain("One (#vip, #big customer)")
    expect((await place.pawl(["sessions", "untag", "Two", "vip"])).stdout).toMatch(/ has no tags any more\.\n$/)
    const none = await place.pawl(["sessions", "--tag", "old"])
    expect(none.stdout).toBe("No session has the tag old. Add one with pawl sessions tag ID|NAME TAG.\n")
    for (const words of [["tag"], ["tag", "One"]]) expect((await place.pawl(["sessions", ...words])).code).toBe(2)
  })

  it("uses the first words as title until the session is renamed, and a title has at most 200 characters", async () => {
    await place.pawl(["-p", "What was\nsaid first"])
    await place.pawl(["-c", "-p", "And then"])
    const [{ id, title }] = await rows()
    expect(title).toBe("What was said first")
    expect((await place.pawl(["sessions", "pin", title])).code).toBe(0)
    expect((await place.pawl(["sessions", "list"])).stdout).toContain("What was said first")
    const long = await place.pawl(["sessions", "rename", id, "x".repeat(201)])
    expect([long.code, long.stderr]).toEqual([42, expect.stringContaining("201 characters; the limit is 200")])
    await place.pawl(["sessions", "rename", id, "Mine"])
    expect(await rows()).toMatchObject([{ title: "Mine" }])
  })
})
