import { describe, expect, it } from "vitest"
import { profiles } from "../../profiles/profiles.ts"
import { GERMAN, instructionsFrom } from "./instructions.ts"

const fallback = profiles.default?.().instructions ?? ""
const german = GERMAN.get(fallback) ?? "none"

describe("instructions", () => {
  it.each([
    ["conversation before all others", { conversation: "S", configuration: "C", task: "T", locale: "de" }, "S"],
    ["configuration, then a blank line, then the task", { configuration: "C", task: "T", locale: "de" }, "C\n\nT"],
    ["configuration alone", { configuration: "C" }, "C"],
    ["task alone", { task: "T" }, "T"],
    ["blank ones as not said", { conversation: " \n", configuration: "", task: " " }, fallback],
    ["the profile's own", {}, fallback],
    ["the profile's own in German", { locale: "de" }, german],
    ["the profile's own in Austria", { locale: "de_AT.UTF-8" }, german],
    ["English for others that begin like German", { locale: "den-CA" }, fallback],
    ["English elsewhere", { locale: "fr-FR" }, fallback],
  ])("take %s (T19)", (_what, said, expected) => {
    expect(instructionsFrom({ fallback, ...said })).toBe(expected)
  })

  it("of one's own profile are never replaced by ours in German", () => {
    expect(instructionsFrom({ fallback: "Talk like a pirate.", locale: "de" })).toBe("Talk like a pirate.")
  })

  it.each(Object.keys(profiles))("of profile %s are known in German, word for word what is translated", (name) => {
    const { instructions } = profiles[name]?.() ?? {}
    expect(GERMAN.get(instructions ?? "")).toMatch(/^Du bist /)
  })
})
