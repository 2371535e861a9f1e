// countMessage and countTools: everything that is sent counts, once.
import { describe, expect, it } from "vitest"
import { type BlobPart, text } from "../contracts/content.ts"
import type { AssistantMessage, Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { addCounts, type Counts, countBytes, countText, noCounts } from "./counts.ts"
import { countMessage, countTools } from "./message-counts.ts"

const said = (words: string): Message => ({ role: "user", parts: [text(words)] })
const blob = (mime: string, size: number): BlobPart => ({ type: "blob", hash: "h", mime, size })
const assistant = (some: Partial<AssistantMessage>): AssistantMessage => ({
  role: "assistant",
  text: "",
  reasoning: [],
  calls: [],
  ...some,
})
const fixed = (tokens: number): Counts => ({ ...noCounts, fixed: tokens })

describe("countMessage", () => {
  it("counts the text and a frame of 4 tokens", () => {
    expect(countMessage(said("Hello, world"))).toEqual(addCounts(countText("Hello, world"), fixed(4)))
  })

  it("counts the frame of its call too, for a tool message", () => {
    const message: Message = { role: "tool", call: "c1", name: "read", parts: [text("done")], failed: false }
    expect(countMessage(message)).toEqual(addCounts(countText("done"), fixed(14)))
  })

  it("sums the parts", () => {
    const message: Message = { role: "user", parts: [text("one"), text("two"), blob("image/png", 90_000)] }
    expect(countMessage(message)).toEqual(addCounts(addCounts(countText("one"), countText("two")), fixed(1204)))
  })

  it.each<[string, BlobPart, Counts]>([
    ["long text by its size", blob("text/plain", 200_000), countBytes(200_000)],
    ["an image at 1,200 tokens", blob("image/webp", 5_000_000), fixed(1200)],
    ["a small PDF by its size, as if it were all text", blob("application/pdf", 100_000), fixed(6000)],
    ["a large PDF by its size", blob("application/pdf", 1_000_000), fixed(20_000)],
    ["other bytes by their name", blob("application/zip", 10), countText("[application/zip, 10 bytes]")],
  ])("counts %s", (_, part, counts) => {
    expect(countMessage({ role: "user", parts: [part] })).toEqual(addCounts(counts, fixed(4)))
  })

  it("counts calls with their arguments as they are sent", () => {
    const calls = [
      { id: "c1", name: "read_file", arguments: { path: "a.ts" } },
      { id: "c2", name: "run", arguments: {}, unreadable: '{"command": "ls' },
    ]
    const written = ["read_file", '{"path":"a.ts"}', "run", '{"command": "ls'].map(countText).reduce(addCounts)
    expect(countMessage(assistant({ calls }))).toEqual(addCounts(written, fixed(24)))
  })

  it("counts thinking only if it is sent back", () => {
    const plain = countMessage(assistant({ text: "Yes" }))
    expect(countMessage(assistant({ text: "Yes", reasoning: [{ text: "A long thought" }] }))).toEqual(plain)
    const signed = countMessage(assistant({ text: "Yes", reasoning: [{ text: "A long thought", signature: "" }] }))
    expect(signed).toEqual(addCounts(plain, countText("A long thought")))
    const redacted = countMessage(assistant({ text: "Yes", reasoning: [{ text: "", redacted: "x".repeat(400) }] }))
    expect(redacted).not.toEqual(plain)
  })

  it("counts a message once, and a part that two messages of a user share once", () => {
    let reads = 0
    const part = Object.defineProperty({ type: "text" }, "text", {
      get() {
        reads++
        return "Hello"
      },
    }) as ReturnType<typeof text>
    const message: Message = { role: "user", parts: [part] }
    const counts = countMessage(message)
    expect(countMessage(message)).toEqual(counts)
    countMessage({ role: "user", parts: [text("Before"), part] })
    expect(reads).toBe(1)
    const answer = assistant({ text: "Yes" })
    expect(countMessage(answer)).toBe(countMessage(answer))
  })
})

describe("countTools", () => {
  const tool: ToolDefinition = { name: "read", description: "Reads a file.", inputSchema: { type: "object" } }

  it("counts names, descriptions and schemas, and a frame for each tool", () => {
    const one = ["read", "Reads a file.", '{"type":"object"}'].map(countText).reduce(addCounts)
    expect(countTools([tool, tool])).toEqual(addCounts(addCounts(one, one), fixed(20)))
    expect(countTools([])).toEqual(noCounts)
  })

  it("counts each list once", () => {
    const tools = [tool]
    expect(countTools(tools)).toBe(countTools(tools))
  })
})
