// Checks that the texts about profiles and dialects match the library.
import { createAgent, type OwnProfile, profiles, tool } from "@pawl/agent"
import { PROFILE_LINES } from "@pawl/agent/profiles"
import { call, type Script, scripted } from "@pawl/agent/testing"
import { describe, expect, it } from "vitest"
import { readSchema } from "../config/read-file.ts"
import { BEHAVIOUR } from "./behaviour.ts"
import { DIALECT_NAMES } from "./dialects.ts"
import { readProfileSchema } from "./own-file.ts"

interface Schema {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>
}

const configSchema = JSON.parse(readSchema()) as Schema
const profileSchema = JSON.parse(readProfileSchema()) as Schema

describe("the dialects", () => {
  it("match the library, in the options and in both schemas", async () => {
    const refused = createAgent({ model: scripted(() => ""), dialect: "klingon" })
    await expect(refused).rejects.toThrow(`Choose one of: ${DIALECT_NAMES.join(", ")}.`)
    expect(configSchema.properties.dialect?.enum).toEqual(DIALECT_NAMES)
    expect(profileSchema.properties.dialect?.enum).toEqual(DIALECT_NAMES)
  })
})

describe("BEHAVIOUR", () => {
  it("has every built-in profile, and no other", () => {
    expect(Object.keys(BEHAVIOUR)).toEqual(Object.keys(PROFILE_LINES))
    expect(Object.keys(profiles)).toEqual(Object.keys(PROFILE_LINES))
  })

  it.each(Object.entries(BEHAVIOUR))("says how %s cuts results", (name, { resultChars }) => {
    const { resultChars: real = 40_000 } = profiles[name]?.() ?? {}
    expect(resultChars).toBe(real)
  })

  it.each(Object.entries(BEHAVIOUR))(
    "says how often %s asks a model before the limit",
    async (name, { iterations }) => {
      let asked = 0
      // Always make another call, so that only the limit stops it; the last answer is asked for without tools.
      const script: Script = ({ request }) => {
        if (request.tools.length === 0 && profiles[name]?.().dialect === undefined) return "That is all."
        return { calls: [call("look", { at: ++asked })] }
      }
      const look = tool({
        name: "look",
        description: "",
        input: { type: "object", properties: { at: { type: "integer" } } },
        effect: "read",
        run: ({ at }) => `seen ${at}`,
      })
      await using agent = await createAgent({ model: scripted(script), tools: [look], profile: name })
      const { outcome, error } = await (await agent.open()).ask("Look.")
      expect({ outcome, code: error?.code, asked }).toEqual({
        outcome: "failed",
        code: "iteration-limit",
        asked: iterations,
      })
    },
  )
})

describe("the schema of a profile", () => {
  it("has every field", () => {
    const fields = {
      name: true,
      base: true,
      about: true,
      instructions: true,
      dialect: true,
      maxIterations: true,
      context: true,
      retry: true,
      breaker: true,
      selfCorrections: true,
      resultChars: true,
      resultLimits: true,
      endingTools: true,
      questions: true,
      offer: true,
      interruptedTools: true,
      interruptedTurns: true,
      whenBusy: true,
      finish: true,
      approvals: true,
      toolListAgeMs: true,
      sampling: true,
    } satisfies Record<keyof OwnProfile, true>
    expect(Object.keys(profileSchema.properties)).toEqual(["$schema", ...Object.keys(fields)])
  })

  it("allows any built-in profile as base", () => {
    expect(profileSchema.properties.base?.enum).toEqual(Object.keys(PROFILE_LINES))
  })
})
