import { expect, it, vi } from "vitest"
import type { ToolDefinition } from "../contracts/model.ts"
import { sectionStore } from "./stored-sections.ts"

const tools = (...names: readonly string[]): readonly ToolDefinition[] =>
  names.map((name) => ({ name, description: "", inputSchema: { type: "object" } }))
const [one, two] = [tools("a"), tools("a", "b")]
const parts = { system: "Be kind.", front: "", tools: one, definitions: two }

it("sections are stored by hash, and are those of the request at hand, whatever the one before had", () => {
  const kept = sectionStore()
  const changes = [{}, { system: "Be brief." }, { front: "[Today]" }, { tools: two }, { definitions: one }, {}]
  for (const each of changes.flatMap((change) => [change, change])) {
    const { sections, blobs } = kept({ ...parts, ...each })
    const fresh = sectionStore()({ ...parts, ...each })
    expect(sections).toEqual(fresh.sections)
    expect(Object.keys(sections)).toEqual(Object.keys(fresh.sections))
    expect(blobs).toEqual(fresh.blobs)
    expect(Object.values(sections)).toEqual(blobs.map(({ hash }) => hash))
  }
})

it("sections that are the same are written once", () => {
  const kept = sectionStore()
  const { blobs } = kept(parts)
  const written = vi.spyOn(JSON, "stringify")
  expect(kept({ ...parts }).blobs).toEqual(blobs)
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})
