// Each way in which a plan can fail, forced once: the single model finishes the request in the same turn, with all
// results so far, and no effect happens twice. Also what must hold with a plan as without one.
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { call, type Script, scripted } from "../../packages/agent/src/model/scripted.ts"
import { settleAs } from "../../packages/agent/src/session/__fixtures__/settle-as.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { LocalToolIndex } from "../../packages/agent/src/tool-search/tool-index.ts"
import { eventsOf, phases, play, renamed } from "./play-turn.ts"
import { isPlanning, planner, router, screenshotStory, shown, single, stepIn } from "./screenshots.ts"

const main = scripted(single, { name: "main" })
const planning = (script: Script) => scripted(script, { name: "planner" })
const routing = (script: Script) => scripted(script, { name: "router" })
const models = { planner: planning(planner), router: routing(router) }
const unreachable: Script = () => ({ error: { class: "network", code: "refused", message: "Connection refused." } })

afterEach(() => {
  vi.restoreAllMocks()
})

describe("L17: the single model finishes the request in the same turn", () => {
  const unplanned: Script = (request) => (isPlanning(request) ? "I would look around a bit." : planner(request))
  const talking: Script = () => "I am not sure which tool to use."
  it.each([
    {
      name: "when the plan cannot be parsed",
      orchestrate: { ...models, planner: planning(unplanned) },
      why: "The plan could not be read.",
    },
    {
      name: "when the plan is too long",
      orchestrate: { ...models, maxSteps: 2 },
      why: "The plan has 3 steps, and 2 are allowed.",
    },
    {
      name: "when the planner cannot be reached",
      orchestrate: { ...models, planner: planning(unreachable) },
      why: "The planner (planner) could not be asked: Connection refused.",
    },
    {
      name: "when the router cannot be reached",
      orchestrate: { ...models, router: routing(unreachable) },
      why: "The router (router) could not be asked: Connection refused.",
    },
    {
      name: "when no tool is called at all",
      orchestrate: { ...models, router: routing(talking) },
      why: /^Step 1 failed, and step 2 needs it: No call came of 3 tries/,
    },
  ])("$name", async ({ orchestrate, why }) => {
    const { files, end, events, facts, calls, report } = await play({ model: main, orchestrate })
    expect(eventsOf(events, "plan-failed")).toMatchObject([
      { why: typeof why === "string" ? why : expect.stringMatching(why) },
    ])
    expect(end).toMatchObject({ outcome: "completed", text: "I renamed 7 screenshots." })
    expect([...files.keys()]).toEqual(renamed)
    expect(calls).toHaveLength(15)
    expect(phases(facts).at(-1)).toBe("main -")
    expect(facts.filter(({ type }) => type === "turn-started")).toHaveLength(1)
    expect(report).toMatchObject({ exact: true })
  })

  it("when no step leads to a call, although no step needs another", async () => {
    const loose: Script = (request) => (isPlanning(request) ? "1. Look around\n2. Tidy up" : planner(request))
    const { end, events, report } = await play({
      model: main,
      orchestrate: { planner: planning(loose), router: routing(talking), tries: 1 },
    })
    expect(eventsOf(events, "step-end").map(({ outcome }) => outcome)).toEqual(["failed", "failed"])
    expect(eventsOf(events, "plan-failed")).toMatchObject([{ why: "No tool was called at all." }])
    expect(end.text).toBe("I renamed 7 screenshots.")
    expect(report).toMatchObject({ exact: true })
  })

  it("when the tool index fails", async () => {
    vi.spyOn(LocalToolIndex.prototype, "find").mockRejectedValue(new Error("The index is gone."))
    const { files, end, events } = await play({ model: main, orchestrate: models, offer: "all" })
    expect(eventsOf(events, "plan-failed")).toMatchObject([{ why: expect.stringContaining("The index is gone.") }])
    expect([...files.keys()]).toEqual(renamed)
    expect(end.outcome).toBe("completed")
  })

  it("when a step fails that a later one needs: completed work is not repeated", async () => {
    const { files, end, events, facts, calls, report } = await play(
      { model: main, orchestrate: models },
      { story: screenshotStory({ broken: "3.png" }) },
    )
    expect(eventsOf(events, "step-end").map(({ outcome }) => outcome)).toEqual(["ok", "failed"])
    expect(eventsOf(events, "plan-failed")).toMatchObject([
      { why: expect.stringMatching(/^Step 2 failed, and step 3 needs it: .*could not be opened/) },
    ])
    const count = (name: string) => calls.filter((each) => each === name).length
    expect([count("list_directory"), count("extract_text_from_image"), count("move_file")]).toEqual([1, 8, 7])
    expect([...files.keys()].sort()).toEqual([...renamed].sort())
    expect(end.text).toBe("I renamed 7 screenshots.")
    expect(facts.some((fact) => fact.type === "model-asked" && fact.phase === "synthesis")).toBe(false)
    expect(report).toMatchObject({ exact: true })
  })

  it("when the user sends another message meanwhile, which takes effect at once", async () => {
    const told: Script = (request) =>
      shown(request).includes("Stop after the list") ? "I stopped after the list." : single(request)
    const react = async (event: Event, session: Session) => {
      if (event.type === "step-start" && event.step === 1)
        await session.send("Stop after the list.", { whenBusy: "steer" }).accepted()
    }
    const { end, calls, events, report } = await play({ model: scripted(told), orchestrate: models }, { react })
    expect(eventsOf(events, "plan-failed")).toMatchObject([{ why: "Something else was said meanwhile." }])
    expect(calls).toEqual(["list_directory"])
    expect(end.text).toBe("I stopped after the list.")
    expect(report).toMatchObject({ exact: true })
  })
})

describe("no plan is made", () => {
  it("when no tools are needed", async () => {
    const answering: Script = (request) => (isPlanning(request) ? "no tools" : "Paris.")
    const { end, events, facts, report } = await play(
      { model: scripted(answering), orchestrate: true },
      { say: "What is the capital of France?" },
    )
    expect(end).toMatchObject({ outcome: "completed", text: "Paris." })
    expect(phases(facts)).toEqual(["scripted plan", "scripted -"])
    expect(eventsOf(events, "plan-made")).toEqual([])
    expect(report).toMatchObject({ exact: true })
  })

  it("when there are no tools: then no planner is asked", async () => {
    const { end, facts, report } = await play(
      { model: scripted(() => "Hello."), orchestrate: true },
      { story: { files: new Map(), tools: [] } },
    )
    expect(end.text).toBe("Hello.")
    expect(phases(facts)).toEqual(["scripted -"])
    expect(report).toMatchObject({ exact: true })
  })
})

describe("L18: approvals and failures are the same with a plan as without one", () => {
  const decide = (decision: "approved" | "denied") => async (event: Event, session: Session) => {
    if (event.type === "approval-requested") await settleAs(session, event.call, { decision })
  }

  it("a tool that changes something runs only after approval", async () => {
    const asked: string[] = []
    const react = async (event: Event, session: Session) => {
      if (event.type === "approval-requested") asked.push(`${event.name}: ${event.rationale}`)
      await decide("approved")(event, session)
    }
    const { files, facts, report } = await play({ model: main, orchestrate: models, approve: "ask" }, { react })
    const what = "Rename each screenshot to the text it shows, with the ending .png"
    expect(asked).toEqual(renamed.map(() => `move_file: ${what}`))
    for (const fact of facts) {
      if (fact.type !== "tool-started" || fact.name !== "move_file") continue
      const settled = facts.find((each) => each.type === "approval-settled" && each.call === fact.call)
      expect(settled?.seq).toBeLessThan(fact.seq)
    }
    expect([...files.keys()]).toEqual(renamed)
    expect(report).toMatchObject({ exact: true })
  })

  it("a denied call does not run: its step fails, and the answer says so", async () => {
    const { files, end, events, report } = await play(
      { model: main, orchestrate: models, approve: "ask", maxIterations: 6 },
      { react: decide("denied") },
    )
    expect(eventsOf(events, "step-end").map(({ outcome }) => outcome)).toEqual(["ok", "ok", "failed"])
    expect(end.text).toContain("I renamed 0 screenshots")
    expect([...files.keys()].every((file) => file.includes("Screenshot"))).toBe(true)
    expect(report).toMatchObject({ exact: true })
  })

  it("a tool that fails makes its step fail, and the answer has to name it", async () => {
    const alone: Script = (request) => {
      if (isPlanning(request))
        return "1. [list_directory] List /home/me/Desktop\n2. [extract_text_from_image] Read /home/me/Desktop/Screenshot 3.png"
      const [not = "nothing"] = /\d\. .*: NOT DONE \(.*\)/.exec(shown(request)) ?? []
      return `Not done: ${not}`
    }
    const small: Script = (request) => {
      const step = stepIn(request)
      if (step.startsWith("List")) return router(request)
      request.needTool("extract_text_from_image")
      return { calls: [call("extract_text_from_image", { path: step.slice("Read ".length) })] }
    }
    const { end, events, facts, report } = await play(
      { model: main, profile: "chat-service", orchestrate: { planner: planning(alone), router: routing(small) } },
      { story: screenshotStory({ broken: "3.png" }) },
    )
    expect(eventsOf(events, "step-end").map(({ outcome }) => outcome)).toEqual(["ok", "failed"])
    expect(eventsOf(events, "plan-failed")).toEqual([])
    expect(phases(facts).at(-1)).toBe("planner synthesis")
    expect(end.text).toMatch(/^Not done: 2\. Read .*Screenshot 3\.png: NOT DONE \(.*could not be opened/)
    expect(report).toMatchObject({ exact: true })
  })

  it("a router that makes no valid call is told what was wrong, and is offered more tools", async () => {
    let tries = 0
    const slow: Script = (request) => {
      if (!stepIn(request).startsWith("List")) return router(request)
      tries += 1
      if (tries === 1) return "I think list_directory would be right."
      // Each attempt is told what was wrong with the one before.
      if (tries === 2) request.need("There was no call in it: I think list_directory would be right.")
      if (tries === 2) return { calls: [call("list_directory")] }
      request.need("list_directory (error)")
      return router(request)
    }
    const { files, facts, report } = await play({ model: main, orchestrate: { ...models, router: routing(slow) } })
    expect([...files.keys()]).toEqual(renamed)
    expect(phases(facts).filter((phase) => phase === "router route")).toHaveLength(5)
    expect(report).toMatchObject({ exact: true })
  })
})
