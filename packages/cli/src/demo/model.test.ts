// The script has no prior knowledge: with other tool results it behaves differently.
import { createAgent, ToolFailure, tool } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { demoModel, OCR } from "./model.ts"

const input = { type: "object", properties: {} } as const

/** A folder in memory: names and what OCR reads in them. `move` may refuse. */
async function tellStory(pictures: Record<string, string | undefined>, move: (to: string) => void = () => {}) {
  const files = new Map(Object.entries(pictures))
  const tools = [
    tool({
      name: "list_directory",
      description: "",
      input,
      effect: "read",
      run: () => [...files.keys()].map((name) => `${name} (5.2 kB)`).join("\n"),
    }),
    tool({
      name: OCR,
      description: "",
      input,
      effect: "read",
      run: ({ path }: Record<string, unknown>) => {
        const text = files.get(String(path))
        if (text === undefined) throw new ToolFailure("unreadable", "It is damaged.")
        return text
      },
    }),
    tool({
      name: "move_file",
      description: "",
      input,
      effect: "once",
      run: ({ from, to }: Record<string, unknown>) => {
        move(String(to))
        files.set(String(to), files.get(String(from)))
        files.delete(String(from))
        return "Moved."
      },
    }),
  ]
  await using agent = await createAgent({ model: demoModel(0), tools, approve: "auto" })
  const { text } = await (await agent.open()).ask("Name every screenshot.")
  return { text, files: [...files.keys()] }
}

describe("the demo's model", () => {
  it("names each screenshot after the first line that OCR returned", async () => {
    const { text, files } = await tellStory({
      "notes.txt": "not a screenshot",
      "Screenshot 1.png": "Tax return, 2025\n\nPage 1 of 9",
      "Screenshot 9.png": "* * *",
    })
    expect(files.sort()).toEqual(["notes.txt", "tax-return-2025.png", "untitled.png"])
    expect(text).toBe("Done. All 2 screenshots are named after what they show.")
  })

  it("leaves unreadable screenshots unchanged, and says so", async () => {
    const { text, files } = await tellStory({ "Screenshot 1.png": undefined, "Screenshot 2.png": "A map" })
    expect(files.sort()).toEqual(["Screenshot 1.png", "a-map.png"])
    expect(text).toBe("I named 1 screenshots, and could not read Screenshot 1.png.")
  })

  it("lists the folder after a failed rename, and tries again if it did not take place", async () => {
    let refusals = 1
    const { text, files } = await tellStory({ "Screenshot 1.png": "A map" }, () => {
      if (refusals-- > 0) throw new ToolFailure("busy", "Not now.")
    })
    expect(files).toEqual(["a-map.png"])
    expect(text).toBe("Done. All 1 screenshots are named after what they show.")
  })
})
