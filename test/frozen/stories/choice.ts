// Many tools: those that fit the message are offered, others are found or called by name; and tools that come and go.
import { type Tool, tool } from "@pawl/agent"
import { call } from "@pawl/agent/testing"
import type { Stage, Story } from "../stage.ts"
import { act, PATH } from "./tools.ts"

const SUBJECTS = ["invoice", "calendar event", "contact", "photo", "playlist", "ticket", "recipe", "branch"]
const DEEDS = ["create", "find", "delete", "rename", "share"]

function many(stage: Stage): readonly Tool[] {
  return SUBJECTS.flatMap((subject, index) =>
    DEEDS.map((deed) =>
      tool<typeof PATH>({
        name: `${index % 2 === 0 ? "office" : "home"}.${deed}_${subject.replace(" ", "_")}`,
        description: `Can ${deed} a ${subject}.`,
        input: PATH,
        effect: "read",
        run: ({ path }) => {
          stage.clock.pass(20)
          return `${deed} ${subject} ${path}`
        },
      }),
    ),
  )
}

export const choice: Story = {
  name: "choice",
  async play(stage) {
    const tools = many(stage)
    const first = stage.model("first", [
      { calls: [call("home.rename_photo", { path: "holiday" })] },
      { calls: [call("search_tools", { query: "share a playlist" })] },
      { calls: [call("office.share_playlist", { path: "jazz" })] },
      { calls: [call("home.delete_branch", { path: "old" })] },
      "All of it is done.",
    ])
    await stage.with({ model: first, tools, offer: "prefilter:4", approve: "auto" }, async (agent) => {
      const session = await agent.open({ id: "choice" })
      await stage.turn(session, "Rename the photo of the holiday.")
    })
    // Another process has other tools: one is missing, one is new.
    const fewer = [...tools.slice(2), act(stage, "look", "read")]
    const second = stage.model("second", [{ calls: [call("look", { path: "x" })] }, "I looked."])
    await stage.with({ model: second, tools: fewer, approve: "auto" }, async (agent) => {
      await stage.turn(await agent.open({ id: "choice" }), "Now look at x.")
    })
    const third = stage.model("third", [{ calls: [call("look", { path: "x" })] }, "There is none."])
    await stage.with({ model: third, tools: tools.slice(0, 3), approve: "auto" }, async (agent) => {
      await stage.turn(await agent.open({ id: "choice" }), "And look again.")
    })
    const fourth = stage.model("fourth", ["There are no categories."])
    await stage.with({ model: fourth, tools, offer: "categories", approve: "auto" }, async (agent) => {
      await stage.turn(await agent.open({ id: "choice" }), "What can you do?")
    })
  },
}
