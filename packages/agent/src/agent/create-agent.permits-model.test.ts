// A program says which owner may use which model: also for fallbacks, retries, summaries and judges.
import { describe, expect, it } from "vitest"
import { scripted } from "../model/scripted.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

async function agentWith(allowed: string | (() => string), options: Partial<AgentOptions> = {}) {
  const asked: string[] = []
  const model = (name: string) =>
    scripted(
      () => {
        asked.push(name)
        return "I will look at the file now."
      },
      { name },
    )
  const agent = await createAgent({
    model: [model("first"), model("second")],
    retries: { attempts: 1 },
    permitsModel: ({ owner, model: name }) =>
      owner === undefined || (typeof allowed === "string" ? allowed : allowed()).includes(name),
    ...options,
  })
  return { agent, asked }
}

describe("T22: permitsModel", () => {
  it("skips a model of the chain that the owner may not use, and asks nobody else's", async () => {
    const { agent, asked } = await agentWith("second")
    const owned = await (await agent.open({ owner: "ann" })).send("hello").result()
    expect([owned.outcome, asked.splice(0)]).toEqual(["completed", ["second"]])
    await (await agent.open()).send("hello").result()
    expect(asked).toEqual(["first"])
    await agent.close()
  })

  it("holds for a fallback, a retry and a summary, with the rights of that time", async () => {
    let allowed = "first second"
    const { agent, asked } = await agentWith(() => allowed)
    const session = await agent.open({ owner: "ann" })
    await session.send("hello").result()
    allowed = ""
    const failed = await session.send("again").result()
    expect(failed).toMatchObject({ outcome: "failed", error: { code: "model-not-allowed" } })
    expect(failed.error?.message).toContain('may not use the model "second"')
    await (await session.retry()).result()
    await session.compact()
    await session.send("again").result()
    expect(asked).toEqual(["first"])
    await agent.close()
  })

  it("holds for a judge: the answer stands without one", async () => {
    const judged: string[] = []
    const judge = scripted(
      () => {
        judged.push("judge")
        return '{"verdict":"finished"}'
      },
      { name: "judge" },
    )
    const finish = [{ name: "doubt", check: () => ({ kind: "ask", evidence: "It is short." }) as const }]
    const { agent } = await agentWith("first", { judge, finish })
    const owned = await (await agent.open({ owner: "ann" })).send("Look at the file.").result()
    expect([owned.outcome, judged]).toEqual(["completed", []])
    await (await agent.open()).send("Look at the file.").result()
    expect(judged).toEqual(["judge"])
    await agent.close()
  })

  it("permits nothing when it throws or returns something else, and tells why", async () => {
    for (const permitsModel of [() => Promise.reject(new Error("gone")), (() => "yes") as never]) {
      const told: unknown[] = []
      const { agent, asked } = await agentWith("first", { permitsModel, onError: (_, error) => told.push(error) })
      const { error } = await (await agent.open()).send("hello").result()
      expect([error?.code, asked, told.length]).toEqual(["model-not-allowed", [], 2])
      await agent.close()
    }
  })
})
