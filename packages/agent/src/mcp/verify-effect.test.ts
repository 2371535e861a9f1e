// After a crash Pawl asks the server itself, with the effect key that was sent with the call.
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { systemClock } from "../base/system-clock.ts"
import type { RunOptions } from "../contracts/toolbox.ts"
import { toolbox } from "../tools/toolbox.ts"
import { FAULT, node, run, scratch, servers } from "./__fixtures__/peers.ts"
import type { McpEntry } from "./config.ts"
import { type McpTools, mcpTools } from "./mcp-tools.ts"
import { readVerified } from "./verify-effect.ts"

const open: McpTools[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((source) => source.close()))
})

async function started(flags: readonly string[], more: Partial<McpEntry> = {}) {
  const entry = { ...node(FAULT, ...flags), env: { SENT: join(scratch(), "sent") }, ...more }
  const restarts = { delaysMs: [10, 10, 10], coolDownMs: 50, maxCoolDownMs: 50 }
  const source = mcpTools(servers({ fault: entry }), { restarts })
  open.push(source)
  await source.ready()
  const box = toolbox([source], { clock: systemClock, approve: "auto" })
  const how = (effectKey: string): RunOptions => ({
    signal: new AbortController().signal,
    effectKey,
    call: "c",
    session: "s",
    trace: "t",
    onOutput: () => {},
    readResult: async () => undefined,
  })
  return { source, verify: (key: string) => box.verify?.({ name: "fault__send", arguments: {} }, how(key)) }
}

describe("a server that keeps effect keys", () => {
  it.each([
    ["marks the verifying tool", ["--verifies"], {}],
    ["has one named in its entry", [], { verify: "was-sent" }],
  ] as const)("reports what happened and what did not, where it %s", async (_, flags, more) => {
    const { source, verify } = await started(flags, more)
    await expect(run(source, "fault__send", {}, { effectKey: "key-1" })).rejects.toThrow("It may have taken effect")
    expect(await verify("key-1")).toEqual({
      outcome: "happened",
      result: { outcome: "ok", content: [{ type: "text", text: "sent before" }] },
    })
    expect(await verify("key-2")).toEqual({ outcome: "not-happened" })
  })

  it("is not asked unless it or its entry names a verifying tool", async () => {
    const { verify } = await started([])
    expect(await verify("key-1")).toEqual({ outcome: "unknown" })
  })
})

describe("a server's answer about an effect", () => {
  const said = (text: string) => [{ type: "text", text }] as const

  it.each([
    [said("happened"), "happened"],
    [said(" not-happened\n"), "not-happened"],
    [said('{"outcome":"happened"}'), "happened"],
    [said('{"outcome":"happened","result":"sent"}'), { outcome: "happened", result: "sent" }],
    [said('{"outcome":"not-happened","result":"x"}'), "not-happened"],
    [said('{"outcome":"perhaps"}'), "unknown"],
    [said("It surely happened."), "unknown"],
    [[], "unknown"],
    [undefined, "unknown"],
  ])("%j means %j", (output, verified) => {
    expect(readVerified(output)).toEqual(verified)
  })
})
