import { expect, it } from "vitest"
import { call } from "../model/scripted.ts"
import { failing, type Given, inTurn, play } from "./__fixtures__/play.ts"
import { type OwnProfile, ownProfile } from "./own-profile.ts"
import { profiles } from "./profiles.ts"

it("ownProfile equals its base, except for its changes", () => {
  const make = ownProfile({ name: "brief", base: "local-desktop", instructions: "Be brief.", resultChars: 500 })
  const { rules, ...rest } = make({ models: 2 })
  const base = profiles["local-desktop"]?.({ models: 2 })
  expect(rules).toHaveLength(base?.rules.length ?? 0)
  expect(rest).toMatchObject({ name: "brief", instructions: "Be brief.", resultChars: 500, sampling: base?.sampling })
  expect(rest.about).toMatch(/local-desktop/)
})

const played = (own: Omit<OwnProfile, "name">, ...replies: readonly Given[]) =>
  play({ profile: ownProfile({ name: "mine", ...own })(), reply: inTurn(...replies) })
const fails: Given = { calls: [call("broken")] }
const malformed: Given = { problems: [{ code: "malformed-json", message: "Field tool_name is missing." }] }
const done: Given = { text: "Done." }

it.each(["default", "chat-service", "local-desktop", "structured-react", "terminal"])(
  "ownProfile sets the retry schedule, based on %s",
  async (base) => {
    const retry = { attempts: 3, firstMs: 70, factor: 10, maxMs: 500, jitter: 0 }
    const error = base === "local-desktop" ? "server-error" : "rate-limit"
    const turn = await played({ base, retry, maxIterations: 9 }, failing(error))
    expect(turn.at).toEqual([0, 70, 570])
  },
)

it.each(["default", "chat-service", "local-desktop", "structured-react", "terminal"])(
  "ownProfile sets after how many failures a tool is withheld, based on %s",
  async (base) => {
    const replies = [fails, fails, fails, fails, done]
    const runs = async (breaker: number | null) =>
      (await played({ base, breaker, maxIterations: 9 }, ...replies)).runs.broken
    expect([await runs(1), await runs(2), await runs(null)]).toEqual([1, 2, 4])
  },
)

it.each(["default", "chat-service", "local-desktop", "xml-tools", "structured-react", "terminal"])(
  "ownProfile sets how many answers are sent back for correction, based on %s",
  async (base) => {
    const asked = async (selfCorrections: number) =>
      (await played({ base, selfCorrections, maxIterations: 9 }, malformed)).requests.length
    expect([await asked(0), await asked(4)]).toEqual([1, 5])
  },
)

it.each([
  [{ name: "" }, /cannot name a profile/],
  [{ name: "Has Spaces" }, /cannot name a profile/],
  [{ name: "x", base: "nothing" }, /no profile "nothing".*default, chat-service/],
  [{ name: "x", base: "xml-tools", finish: "model" as const }, /"x" cannot work: "finish" is about answers in text/],
  [{ name: "x", base: "xml-tools", endingTools: false }, /"x" cannot work: "endingTools": false.*"xml-tools"/],
])("ownProfile refuses %j", (own, says) => {
  expect(() => ownProfile(own)).toThrow(says)
  expect(() => ownProfile(own)).toThrow(expect.objectContaining({ code: "config-invalid" }))
})

it.each(Object.keys(profiles))("ownProfile sets the finish checks, based on %s, where text ends a turn", (base) => {
  const own = (finish: "structure" | "model" | false) => () => ownProfile({ name: "x", base, finish })
  if (base === "xml-tools") return expect(own("structure")).toThrow(/finish/)
  const names = (finish: "structure" | "model" | false) => (own(finish)()().checks ?? []).map(({ name }) => name)
  expect(names(false)).toEqual([])
  expect(names("structure")).toEqual(["empty", "written-call", "tasks-in-progress"])
  expect(names("model")).toEqual([...names("structure"), "begun-series", "claimed-change", "stopping-phrase"])
})

it.each(Object.entries(profiles))(
  "ownProfile may remove the ending tools of %s unless only they end a turn",
  (base, make) => {
    const own = () => ownProfile({ name: "x", base, endingTools: false })
    if (make().endingTools === true) expect(own).toThrow(/endingTools/)
    else expect(own).not.toThrow()
  },
)
