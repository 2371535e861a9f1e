// Many tools: a request offers those that fit; the others can be found, or simply called.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import type { Fact } from "../contracts/fact.ts"
import { call, type Script, scripted } from "../model/scripted.ts"
import { recordedRequests } from "../replay/recorded-requests.ts"
import { memory } from "../store/memory.ts"
import { manyTools, storyTools } from "../tool-search/__fixtures__/tools.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const open: Agent[] = []

afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close()
})

async function agentWith(script: Script, options: Partial<AgentOptions>): Promise<Agent> {
  const agent = await createAgent({ model: scripted(script), approve: "auto", ...options })
  open.push(agent)
  return agent
}

const namesIn = (request: { readonly request: { readonly tools: readonly { readonly name: string }[] } }) =>
  request.request.tools.map(({ name }) => name)

function asked(facts: readonly Fact[]) {
  return facts.filter((fact) => fact.type === "model-asked")
}

describe("an agent with 67 tools", () => {
  it("L1, L19: offers a small model the needed tools among at most 20, and the whole story completes", async () => {
    const sizes: number[] = []
    const done: string[] = []
    const script: Script = (request) => {
      sizes.push(request.request.tools.length)
      for (const name of ["list_directory", "ocr.extract_text_from_image", "filesystem.move_file"])
        request.needTool(name)
      const { results } = request
      if (results.length === 0) return { calls: [call("list_directory", { path: "Desktop" })] }
      const files = results[0]?.text.split("\n") ?? []
      const next = files.find((file) => !results.some(({ text }) => text.startsWith(`Moved ${file}`)))
      if (next === undefined) return `All ${files.length} screenshots have been renamed.`
      const read = results.find(({ text }) => text.startsWith(`Text of ${next}: `))
      if (read === undefined) return { calls: [call("ocr.extract_text_from_image", { path: next })] }
      const title = request.need(new RegExp(`(?<=Text of ${next}: )\\w+`))
      return { calls: [call("filesystem.move_file", { source: next, destination: `${title}.png` })] }
    }
    const agent = await agentWith(script, { profile: "local-desktop", tools: storyTools(done) })
    const session = await agent.open()
    const result = await session.ask(
      "Review the screenshots on my Desktop, extract the names in them, and rename them.",
    )
    expect(result).toMatchObject({ outcome: "completed", text: "All 7 screenshots have been renamed." })
    expect(done).toHaveLength(15)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20)
    const [first, ...later] = asked(await session.facts())
    expect(first).toMatchObject({ offers: expect.arrayContaining(["search_tools", "filesystem.move_file"]) })
    // Nothing was loaded, so all requests begin with the same bytes.
    expect(new Set(later.map((fact) => fact.sections.tools))).toEqual(new Set([first?.sections.tools]))
    expect(later.every((fact) => fact.offers === undefined)).toBe(true)
    expect(first?.budget?.toolsAll).toBeGreaterThan(first?.budget?.tools ?? 0)
  })

  it("offers all of them when there are few enough, and when the option says so", async () => {
    const seen: (readonly string[])[] = []
    const script: Script = (request) => {
      seen.push(namesIn(request))
      return "Done."
    }
    const few = await agentWith(script, { tools: storyTools([]).slice(0, 30) })
    await (await few.open()).ask("Read the screenshots.")
    const all = await agentWith(script, { tools: storyTools([]), offer: "all" })
    await (await all.open()).ask("Read the screenshots.")
    // And the question tool, which no input has to match.
    expect(seen.map((names) => names.length)).toEqual([30 + 1, 67 + 1])
    expect(seen.flat()).not.toContain("search_tools")
    expect((await all.tools()).map(({ name }) => name)).not.toContain("search_tools")
  })
})

describe("an agent with hundreds or thousands of tools", () => {
  it("X21: of 3,000 tools, offers what search_tools found for the rest of the turn, and not in the next", async () => {
    const seen: (readonly string[])[] = []
    const script: Script = (request) => {
      seen.push(namesIn(request))
      if (request.said !== "Please help me.") return "Nothing to do."
      const { results } = request
      if (results.length === 0) return { calls: [call("search_tools", { query: "water the plants in the garden" })] }
      request.needTool("garden__water_plants")
      if (results.length === 1) return { calls: [call("garden__water_plants", { minutes: 5 })] }
      return "The garden is watered."
    }
    const agent = await agentWith(script, { tools: manyTools(3000) })
    const session = await agent.open()
    expect(await session.ask("Please help me.")).toMatchObject({ text: "The garden is watered." })
    expect(seen[0]).not.toContain("garden__water_plants")
    expect(seen[0]).toContain("search_tools")
    const found = (await session.facts()).find((fact) => fact.type === "tool-finished" && fact.name === "search_tools")
    expect(found).toMatchObject({ loads: expect.arrayContaining(["garden__water_plants"]) })
    const loaded = found?.type === "tool-finished" ? (found.loads ?? []) : []
    await session.ask("What does the ledger say about invoices?")
    const last = seen.at(-1) ?? []
    // The tool that was used stays offered; those that were only found do not.
    expect(last).toContain("garden__water_plants")
    expect(loaded.length).toBeGreaterThan(1)
    expect(loaded.filter((name) => name !== "garden__water_plants" && last.includes(name))).toEqual([])
  })

  it("fails open: a tool that was not offered can be called, stays, and widens the next request", async () => {
    const sizes: number[] = []
    const script: Script = (request) => {
      sizes.push(request.request.tools.length)
      const { results } = request
      if (results.length === 0) return { calls: [call("garden__water_plants", { minutes: 5 })] }
      request.needTool("garden__water_plants")
      return `It says: ${results[0]?.text}`
    }
    const agent = await agentWith(script, { tools: manyTools(400) })
    const session = await agent.open()
    expect(await session.ask("Sort the invoices of the ledger by date.")).toMatchObject({
      text: expect.stringContaining("water_plants was run"),
    })
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0)
  })

  it("fails open also in dialects whose calls are text", async () => {
    const script: Script = (request) => {
      expect(request.request.system + request.said).not.toContain("garden__water_plants")
      if (!request.said.includes("was run")) return "[garden__water_plants(minutes=5)]"
      return "The garden is watered."
    }
    const agent = await agentWith(script, { tools: manyTools(100), dialect: "bracket" })
    const session = await agent.open()
    await session.ask("Sort the invoices of the ledger by date.")
    const ran = (await session.facts()).filter((fact) => fact.type === "tool-finished")
    expect(ran[0]).toMatchObject({ name: "garden__water_plants", outcome: "ok" })
  })

  it("widens the next request after a call of an unknown tool", async () => {
    const sizes: number[] = []
    const script: Script = (request) => {
      sizes.push(request.request.tools.length)
      return request.results.length === 0 ? { calls: [call("nothing_like_it")] } : "Done."
    }
    const agent = await agentWith(script, { tools: manyTools(400) })
    await (await agent.open()).ask("Sort the invoices of the ledger by date.")
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0)
  })

  it("keeps the earlier choice when a short input has nothing to match", async () => {
    const seen: (readonly string[])[] = []
    const script: Script = (request) => {
      seen.push(namesIn(request))
      return "Done."
    }
    const agent = await agentWith(script, { tools: manyTools(400) })
    const session = await agent.open()
    await session.ask("Water the plants in the garden for five minutes, before it gets too hot for them out there.")
    await session.ask("And tomorrow as well?")
    expect(seen[1]).toContain("garden__water_plants")
  })

  it("reports the tokens of all tools and of the chosen ones; requests are rebuilt from the log alone", async () => {
    const store = memory()
    const sent: unknown[] = []
    const script: Script = (request) => {
      sent.push(request.request.tools)
      return "Done."
    }
    const agent = await agentWith(script, { tools: manyTools(400), store })
    const session = await agent.open()
    await session.ask("Water the plants.")
    const report = await session.context()
    expect(report.budget.toolsAll).toBeGreaterThan(5 * report.budget.tools)
    for await (const { call: number, sections } of recordedRequests(await session.facts(), { blobs: store.blobs })) {
      const tools = sections.find(({ name }) => name === "tools")?.text ?? "[]"
      expect(JSON.parse(tools)).toEqual(sent[number - 1])
    }
    expect(sent.length).toBeGreaterThan(0)
  })

  it("fits into a window that its tools would fill many times over", async () => {
    const script: Script = (request) => {
      request.needTool("garden__water_plants")
      return "Done."
    }
    const agent = await agentWith(script, { tools: manyTools(400), window: 8000 })
    const session = await agent.open()
    expect(await session.ask("Water the plants in the garden.")).toMatchObject({ outcome: "completed" })
    const { budget } = await session.context()
    expect(budget.tools).toBeLessThan(2600)
  })

  it("chooses the same tools in the next process, because the offer is in the log", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-finding-"))
    const { sqlite } = await import("../index.ts")
    const seen: (readonly string[])[] = []
    const script: Script = (request) => {
      seen.push(namesIn(request))
      return "Done."
    }
    for (const said of ["Water the plants in the garden.", "More."]) {
      const agent = await agentWith(script, { tools: manyTools(200), store: sqlite(join(folder, "agent.db")) })
      await (await agent.open({ id: "s-finding" })).ask(said)
      await agent.close()
    }
    expect(seen[1]).toContain("garden__water_plants")
    rmSync(folder, { recursive: true, force: true })
  })
})

describe("tool choice in two passes", () => {
  it("L20: offers at most 16 categories first, then the tools of one, with a way back", async () => {
    const seen: (readonly string[])[] = []
    const script: Script = (request) => {
      seen.push(namesIn(request))
      const { results } = request
      const [{ inputSchema } = { inputSchema: {} }] = request.request.tools.filter(
        ({ name }) => name === "choose_tools",
      )
      const { category } = (inputSchema as { properties: { category: { enum: readonly string[] } } }).properties
      expect(category.enum.length).toBeLessThanOrEqual(16)
      if (results.length === 0) return { calls: [call("choose_tools", { category: category.enum[0] ?? "" })] }
      if (results.length === 1) return { calls: [call("choose_tools", { category: "garden" })] }
      request.needTool("garden__water_plants")
      if (results.length === 2) return { calls: [call("garden__water_plants", { minutes: 1 })] }
      return "Watered."
    }
    const agent = await agentWith(script, { tools: manyTools(60), offer: { kind: "categories" } })
    const session = await agent.open()
    expect(await session.ask("Water the plants.")).toMatchObject({ text: "Watered." })
    expect(seen[0]).toEqual(["search_tools", "choose_tools"])
    expect(seen[1]).not.toContain("garden__water_plants")
    const servers = new Set(seen[2]?.filter((name) => name.includes("__")).map((name) => name.split("__")[0]))
    expect(servers).toEqual(new Set(["garden"]))
  })
})
