// A payment whose process is killed: after the call was recorded, or before its result was. Then another process goes on.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { AgentOptions } from "@pawl/agent"
import { call } from "@pawl/agent/testing"
import type { Stage, Story } from "../stage.ts"
import { BEGIN } from "../story-clock.ts"
import { act } from "./tools.ts"

const VICTIM = fileURLToPath(new URL("../victim.ts", import.meta.url))

function options(stage: Stage): AgentOptions {
  const model = stage.scripted("first", ({ results, said }) => {
    if (said.startsWith("And")) return "Nothing more was paid."
    if (results.length === 0) return { text: "I look first.", calls: [call("look", { path: "account" })] }
    if (results.length === 1)
      return { text: "Now I pay.", calls: [call("pay", { path: "rent" }), call("set", { path: "paid" })] }
    return `It ended so: ${results.map(({ text }) => text).join(" ")}`
  })
  const tools = [
    act(stage, "look", "read"),
    act(stage, "pay", "once", { approval: false }),
    act(stage, "set", "idempotent", { approval: false }),
  ]
  return { model, tools, profile: "chat-service" }
}

export async function beginPayment(stage: Stage, hook: string): Promise<void> {
  await stage.with(
    options(stage),
    async (agent) => stage.turn(await agent.open({ id: "payment" }), "Pay the rent."),
    hook,
  )
}

async function killed(stage: Stage, where: string): Promise<void> {
  const args = ["--conditions=@pawl/source", VICTIM, stage.folder]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PAWL_FROZEN_KILL: where },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let errors = ""
  child.stderr.on("data", (chunk) => (errors += chunk))
  const signal = await new Promise((resolve) => child.on("close", (_, by) => resolve(by)))
  if (signal !== "SIGKILL") throw new Error(`The process was not killed: ${errors}`)
  stage.requests.push(...JSON.parse(readFileSync(join(stage.folder, "sent.json"), "utf8")))
}

/** As the dead process left it: no other process has gone on yet. */
export const paymentKilled: Story = {
  name: "payment-killed",
  play: (stage) => killed(stage, "after tool-started 2"),
}

/** The payment's outcome is unknown: the call's body had run, its result was lost. */
export const paymentResumed: Story = {
  name: "payment-resumed",
  async play(stage) {
    await killed(stage, "before tool-finished 2")
    await stage.clock.advanceTo(BEGIN + 60_000)
    await stage.with(options(stage), async (agent) => {
      const session = await agent.open({ id: "payment" })
      for await (const event of session.events()) if (event.type === "turn-end") break
      await stage.turn(session, "And what else?", () => {}, { id: "command-2" })
    })
  },
}
