import { expect, it } from "vitest"
import { ownProfile } from "./own-profile.ts"
import { profiles } from "./profiles.ts"

it("is the profile it is based on, but for what it changes", () => {
  const make = ownProfile({ name: "brief", base: "local-desktop", instructions: "Be brief.", resultChars: 500 })
  const { rules, ...rest } = make({ models: 2 })
  const base = profiles["local-desktop"]?.({ models: 2 })
  expect(rules).toHaveLength(base?.rules.length ?? 0)
  expect(rest).toMatchObject({ name: "brief", instructions: "Be brief.", resultChars: 500, sampling: base?.sampling })
  expect(rest.about).toMatch(/local-desktop/)
})

it.each([
  [{ name: "" }, /cannot name a profile/],
  [{ name: "Has Spaces" }, /cannot name a profile/],
  [{ name: "x", base: "nothing" }, /no profile "nothing".*default, chat-service/],
  [{ name: "x", base: "xml-tools", finish: "model" as const }, /"x" cannot work: "finish" is about answers in text/],
  [{ name: "x", base: "xml-tools", endingTools: false }, /"x" cannot work: "endingTools": false.*"xml-tools"/],
])("refuses %j", (own, says) => {
  expect(() => ownProfile(own)).toThrow(says)
  expect(() => ownProfile(own)).toThrow(expect.objectContaining({ code: "config-invalid" }))
})

it.each(Object.keys(profiles))(
  "holds answers of one based on %s against what it says, where text ends a turn",
  (base) => {
    const own = (finish: "structure" | "model" | false) => () => ownProfile({ name: "x", base, finish })
    if (base === "xml-tools") return expect(own("structure")).toThrow(/finish/)
    const names = (finish: "structure" | "model" | false) => (own(finish)()().checks ?? []).map(({ name }) => name)
    expect(names(false)).toEqual([])
    expect(names("structure")).toEqual(["empty", "written-call", "tasks-in-progress"])
    expect(names("model")).toEqual([...names("structure"), "begun-series", "claimed-change", "stopping-phrase"])
  },
)

it.each(Object.entries(profiles))("lets %s go without the tools that end a turn unless only they do", (base, make) => {
  const own = () => ownProfile({ name: "x", base, endingTools: false })
  if (make().endingTools === true) expect(own).toThrow(/endingTools/)
  else expect(own).not.toThrow()
})
