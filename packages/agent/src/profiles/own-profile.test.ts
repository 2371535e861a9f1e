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
])("refuses %j", (own, says) => {
  expect(() => ownProfile(own)).toThrow(says)
})
