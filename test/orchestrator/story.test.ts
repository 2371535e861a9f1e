// The seed's story, end to end: with a plan and without, with two models and with one.
import { describe, expect, it } from "vitest"
import type { Model } from "../../packages/agent/src/contracts/model.ts"
import { call, type Script, scripted } from "../../packages/agent/src/model/scripted.ts"
import { eventsOf, phases, play, renamed } from "./play-turn.ts"
import { alone, isPlanning, planner, router, shown, single, stepIn, TITLES } from "./screenshots.ts"

/** A planner whose answer pauses until a subscriber has read its beginning. */
function pausingPlanner(): { readonly model: Model; readonly goOn: () => void } {
  let goOn = () => {}
  const read = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const inner = scripted(planner, { name: "planner" })
  const model: Model = {
    name: "planner",
    async ask(request, how) {
      const words = request.messages.flatMap((message) => ("parts" in message ? message.parts : []))
      if (words.some((part) => part.type === "text" && part.text.includes("plan it"))) return inner.ask(request, how)
      const reply = await inner.ask(request, { ...how, onText: () => {} })
      if (reply.kind === "failure") return reply
      how.onText(reply.text.slice(0, 10))
      await read
      how.onText(reply.text.slice(10))
      return reply
    },
  }
  return { model, goOn }
}

describe("L1: seven screenshots are renamed by the text they show, among 67 tools", () => {
  it("by a plan with two models: one plans and answers, a small one makes the calls (L17)", async () => {
    const model = scripted(single, { name: "main" })
    const { model: planning, goOn } = pausingPlanner()
    const orchestrate = { planner: planning, router: scripted(router, { name: "router" }) }
    const { tools, files, end, events, facts, calls, messages, report } = await play(
      { model, orchestrate },
      {
        // Without streaming, the planner would wait forever.
        react: (event) => event.type === "text-delta" && goOn(),
      },
    )
    expect(tools).toHaveLength(67)
    expect([...files.keys()]).toEqual(renamed)
    expect(calls).toEqual([
      "list_directory",
      ...TITLES.map(() => "extract_text_from_image"),
      ...TITLES.map(() => "move_file"),
    ])
    expect(end).toMatchObject({ outcome: "completed", text: `I renamed 7 screenshots: ${TITLES.join(", ")}.` })
    expect(phases(facts)).toEqual(["planner plan", "router route", "router route", "router route", "planner synthesis"])
    expect(eventsOf(events, "plan-made")).toMatchObject([{ steps: [{ needs: [] }, { needs: [1] }, { needs: [1, 2] }] }])
    expect(eventsOf(events, "step-start").map(({ step }) => step)).toEqual([1, 2, 3])
    expect(eventsOf(events, "step-end")).toMatchObject([1, 2, 3].map((step) => ({ step, outcome: "ok" })))
    // The answer was streamed, because the planner waited for that. And it is stored once.
    expect(
      eventsOf(events, "text-delta")
        .map(({ text }) => text)
        .join(""),
    ).toBe(end.text)
    const said = messages.filter((message) => message.role === "assistant" && message.text !== "")
    expect(said).toMatchObject([{ text: end.text }])
    expect(report).toMatchObject({ exact: true })
  })

  it("by a plan with one model for everything", async () => {
    const { files, end, facts, report } = await play({ model: scripted(alone), orchestrate: true })
    expect([...files.keys()]).toEqual(renamed)
    expect(end.text).toContain("I renamed 7 screenshots")
    expect(phases(facts)).toEqual(["plan", "route", "route", "route", "synthesis"].map((phase) => `scripted ${phase}`))
    expect(report).toMatchObject({ exact: true })
  })

  it("without a plan, call by call", async () => {
    const { files, end, calls, report } = await play({ model: scripted(single) })
    expect([...files.keys()]).toEqual(renamed)
    expect(calls).toEqual(["list_directory", ...TITLES.flatMap(() => ["extract_text_from_image", "move_file"])])
    expect(end.text).toBe("I renamed 7 screenshots.")
    expect(report).toMatchObject({ exact: true })
  })

  it.each(["default", "chat-service", "terminal"])("by a plan in the profile %s, too", async (profile) => {
    const { files, end, report } = await play({ model: scripted(alone), orchestrate: true, profile })
    expect([...files.keys()]).toEqual(renamed)
    expect(end.outcome).toBe("completed")
    expect(report).toMatchObject({ exact: true })
  })

  it("by a plan of fifteen steps with one call each, by a router that makes one call at a time", async () => {
    const file = (index: number) => `/home/me/Desktop/Screenshot ${index + 1}.png`
    const lines = TITLES.flatMap((_, index) => [
      `${2 * index + 2}. [extract_text_from_image] Read the text of ${file(index)}`,
      `${2 * index + 3}. [move_file] Rename ${file(index)} to the text from step ${2 * index + 2}, with the ending .png`,
    ])
    const long: Script = (request) =>
      isPlanning(request)
        ? `1. [list_directory] List ${request.need("/home/me/Desktop")}\n${lines.join("\n")}`
        : planner(request)
    const small: Script = (request) => {
      const step = stepIn(request)
      const [path = ""] = /\/home\/me\/Desktop(?:\/Screenshot \d\.png)?/.exec(step) ?? []
      if (step.startsWith("List")) return { calls: [call("list_directory", { path })] }
      if (step.startsWith("Read")) return { calls: [call("extract_text_from_image", { path })] }
      request.needTool("move_file")
      // Only the result of the step that it refers to.
      const texts = [
        ...shown(request).matchAll(/<result step="(\d+)"[^>]*>\nextract_text_from_image \{"path":"([^"]+)"\}\n(\w+)/g),
      ]
      const [, , source = "", title] = texts.length === 1 ? (texts[0] ?? []) : []
      return { calls: [call("move_file", { source, destination: `/home/me/Desktop/${title}.png` })] }
    }
    const model = scripted(single, { name: "main" })
    const orchestrate = { planner: scripted(long, { name: "planner" }), router: scripted(small, { name: "router" }) }
    const { files, end, facts, calls, report } = await play({ model, orchestrate })
    expect([...files.keys()]).toEqual(renamed)
    expect(calls).toHaveLength(15)
    expect(phases(facts)).toHaveLength(17)
    expect(end.text).toBe(`I renamed 7 screenshots: ${TITLES.join(", ")}.`)
    expect(report).toMatchObject({ exact: true })
  })
})
