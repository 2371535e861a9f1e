// Profile local-desktop: tasks and notes, answers checked against what happened, a judge, repeated calls, a workspace.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { call } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { act } from "./tools.ts"

export const lists: Story = {
  name: "lists",
  async play(stage) {
    writeFileSync(join(stage.workspace, "letter.txt"), "Dear all,\n")
    const tasks = (action: string, more: object = {}) => call("tasks", { action, ...more })
    const model = stage.model("small", [
      { calls: [tasks("create", { titles: ["plant", "water", "sell"] })] },
      { calls: [tasks("update", { id: 1, status: "in_progress" }), tasks("update", { id: 3, after: [1, 2] })] },
      {
        calls: [
          call("notes", { action: "add", text: "The soil is dry.", tags: ["garden"] }),
          call("notes", { action: "list" }),
        ],
      },
      "I planted it.",
      { calls: [tasks("update", { id: 1, status: "done" })] },
      "It is planted; the other two are yours.",
      // Turn 2: a call written as text, and an answer that stops short.
      '```json\n{"name": "look", "arguments": {"path": "a"}}\n```',
      { calls: [call("look", { path: "a" })] },
      "I looked at a. The remaining files are next.",
      { calls: [call("look", { path: "b" })] },
      "I looked at both. Shall I continue?",
      // Turn 3: a claim that no call supports.
      "I have deleted the file.",
      "I was wrong: nothing was deleted.",
      // Turn 4: an empty answer, then repeated calls.
      "",
      ...["x", "x", "x", "x", "x", "x"].map((path) => ({ calls: [call("fail", { path })] })),
      "It cannot be done.",
    ])
    const judge = stage.scripted("judge", ({ said }) => (/next|deleted the/.test(said) ? "unfinished" : "needs-user"))
    const tools = [
      act(stage, "look", "read"),
      act(stage, "fail", "read", { run: () => Promise.reject(new Error("It did not work.")) }),
    ]
    const { workspace } = stage
    const options = { model, judge, tools, tasks: true, notes: true, workspace, profile: "local-desktop" }
    await stage.with({ ...options, approve: "auto", builtins: {} }, async (agent) => {
      const session = await agent.open({ id: "lists" })
      await stage.turn(session, "Plant, water and sell it.")
      await stage.turn(session, "Look at a and b.")
      await stage.turn(session, "Delete the file.")
      await stage.turn(session, "Try to fail.")
    })
  },
}
