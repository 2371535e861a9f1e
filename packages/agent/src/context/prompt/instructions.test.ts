import { describe, expect, it } from "vitest"
import { profiles } from "../../profiles/profiles.ts"
import { GERMAN, instructionsFrom } from "./instructions.ts"

const fallback = profiles.default?.().instructions ?? ""
const german = GERMAN.get(fallback) ?? "none"

describe("instructionsFrom", () => {
  it.each([
    ["the session's before all others", { conversation: "S", configuration: "C", task: "T", locale: "de" }, "S"],
    ["the configuration, then a blank line, then the task", { configuration: "C", task: "T", locale: "de" }, "C\n\nT"],
    ["the configuration alone", { configuration: "C" }, "C"],
    ["the task alone", { task: "T" }, "T"],
    ["the profile's if the others are blank", { conversation: " \n", configuration: "", task: " " }, fallback],
    ["the profile's own", {}, fallback],
    ["the profile's own in German", { locale: "de" }, german],
    ["the profile's own in German for Austria", { locale: "de_AT.UTF-8" }, german],
    ["English for locales that only begin like German", { locale: "den-CA" }, fallback],
    ["English elsewhere", { locale: "fr-FR" }, fallback],
  ])("takes %s (T19)", (_what, said, expected) => {
    expect(instructionsFrom({ fallback, ...said })).toBe(expected)
  })

  it("does not replace the instructions of a custom profile with German ones", () => {
    expect(instructionsFrom({ fallback: "Talk like a pirate.", locale: "de" })).toBe("Talk like a pirate.")
  })

  it.each(Object.keys(profiles))("has a German translation of the exact instructions of profile %s", (name) => {
    const { instructions } = profiles[name]?.() ?? {}
    expect(GERMAN.get(instructions ?? "")).toMatch(/^Du bist /)
  })
})
