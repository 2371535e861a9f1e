// The profile sets how long a stored tool list is valid (T18), tested in whole agents with a real server.
import { readdirSync, readFileSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import { FAULT, node, scratch, started } from "../../packages/agent/src/mcp/__fixtures__/peers.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { ownProfile } from "../../packages/agent/src/profiles/own-profile.ts"

const HOUR = 3_600_000

it.each<{ what: string; profile: NonNullable<AgentOptions["profile"]>; starts: number }>([
  { what: "default, where lists never expire", profile: "default", starts: 0 },
  { what: "chat-service, where lists expire after an hour", profile: "chat-service", starts: 1 },
  { what: "a custom profile with an hour", profile: ownProfile({ name: "mine", toolListAgeMs: HOUR }), starts: 1 },
  {
    what: "a custom profile with a day",
    profile: ownProfile({ name: "mine", base: "chat-service", toolListAgeMs: 24 * HOUR }),
    starts: 0,
  },
])(
  "T18: a stored tool list that is two hours old starts the server $starts times in $what",
  async ({ profile, starts }) => {
    const [cacheFolder, file] = [scratch(), join(scratch(), "starts")]
    const mcp = { mcpServers: { fault: { ...node(FAULT), env: { STARTS: file } } } }
    const offered = async () => {
      const names: string[] = []
      const model = scripted(({ request }) => {
        names.push(...request.tools.map(({ name }) => name))
        return "Done."
      })
      await using agent = await createAgent({ model, mcp, mcpOptions: { cacheFolder }, profile, offer: "all" })
      await (await agent.open()).ask("go")
      return names
    }
    const before = await offered()
    expect(started(file)).toHaveLength(1)
    for (const list of readdirSync(cacheFolder).filter((name) => name.endsWith(".json"))) {
      const path = join(cacheFolder, list)
      expect(readFileSync(path, "utf8")).toContain("echo")
      utimesSync(path, (Date.now() - 2 * HOUR) / 1000, (Date.now() - 2 * HOUR) / 1000)
    }
    expect(await offered()).toEqual(before)
    expect(started(file)).toHaveLength(1 + starts)
  },
)
