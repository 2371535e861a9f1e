// Rebuilt requests equal the sent ones: the same messages, the same prompt, the same tools.
import { describe, expect, it } from "vitest"
import { profileNamed, profiles } from "../profiles/profiles.ts"
import { record } from "./__fixtures__/sessions.ts"
import { type RecordedRequest, recordedRequests } from "./recorded-requests.ts"

async function requestsOf(profile: string) {
  const { facts, requests, store } = await record(profile)
  const { place } = profileNamed(profile)().context
  const rebuilt: RecordedRequest[] = []
  for await (const each of recordedRequests(facts, { blobs: store.blobs, place })) rebuilt.push(each)
  return { facts, requests, rebuilt, store }
}

describe("requests of a recorded session (X28)", () => {
  // Profiles with a dialect write the tools into the prompt only when they send it; the log stores the parts before that.
  it.each(Object.keys(profiles).filter((name) => profileNamed(name)().dialect === undefined))(
    "are rebuilt as they were sent: %s",
    async (profile) => {
      const { requests, rebuilt } = await requestsOf(profile)
      expect(rebuilt.length).toBe(requests.length)
      rebuilt.forEach(({ asked, messages, sections }, place) => {
        const sent = requests[place]
        if (asked.purpose !== undefined) return
        expect(messages).toEqual(sent?.messages)
        const textOf = (name: string) => sections.find((section) => section.name === name)?.text
        expect(textOf("system")).toBe(sent?.system)
        expect(JSON.parse(textOf("tools") ?? "")).toEqual(sent?.tools)
      })
    },
  )

  it("have their replies, and are counted from 1", async () => {
    const { rebuilt } = await requestsOf("default")
    expect(rebuilt.map(({ call }) => call)).toEqual(rebuilt.map((_, index) => index + 1))
    expect(rebuilt[0]?.reply).toMatchObject({ type: "model-failed", attempt: "1.1.1" })
    expect(rebuilt[1]?.reply).toMatchObject({ type: "model-answered", attempt: "1.1.2" })
  })

  it("have no reply after a crash, and no text when a blob is missing", async () => {
    const { facts } = await record("default")
    const gone = { read: async () => undefined }
    for await (const { reply, sections } of recordedRequests(facts.slice(0, 3), { blobs: gone })) {
      expect(reply).toBeUndefined()
      expect(sections.map(({ text }) => text)).toEqual(sections.map(() => undefined))
    }
  })
})
