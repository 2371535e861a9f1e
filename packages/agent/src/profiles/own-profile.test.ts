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
  [
    { name: "x", base: "chat-service", settleDoubts: true },
    /"x" cannot work: "settleDoubts" needs a base that judges answers \(default, local-desktop\), and "chat-service"/,
  ],
  [{ name: "x", base: "xml-tools", endingTools: false }, /"x" cannot work: "endingTools": false.*"xml-tools"/],
])("refuses %j", (own, says) => {
  expect(() => ownProfile(own)).toThrow(says)
  expect(() => ownProfile(own)).toThrow(expect.objectContaining({ code: "config-invalid" }))
})

it.each(Object.entries(profiles))("takes settleDoubts for %s exactly when that makes a difference", (base, make) => {
  const makesDifference = make({ settleDoubts: true }).rules.length !== make().rules.length
  const own = () => ownProfile({ name: "x", base, settleDoubts: true })
  if (makesDifference) expect(own().call(undefined).name).toBe("x")
  else expect(own).toThrow(/settleDoubts/)
  expect(() => ownProfile({ name: "x", base, settleDoubts: false })).not.toThrow()
})

it.each(Object.entries(profiles))("lets %s go without the tools that end a turn unless only they do", (base, make) => {
  const own = () => ownProfile({ name: "x", base, endingTools: false })
  if (make().endingTools === true) expect(own).toThrow(/endingTools/)
  else expect(own).not.toThrow()
})
