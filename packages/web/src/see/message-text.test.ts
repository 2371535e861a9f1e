// Messages as plain text.
import type { Message } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { lineOfMessage, textOfMessage } from "./message-text.ts"

const MESSAGES: readonly (readonly [Message, line: string, text: string])[] = [
  [{ role: "user", parts: [{ type: "text", text: "Look\n at  this" }] }, "Look at this", "Look\n at  this"],
  [
    { role: "user", parts: [{ type: "blob", hash: "h", mime: "image/png", size: 12, name: "a.png" }] },
    "[a.png, 12 bytes]",
    "[a.png, 12 bytes]",
  ],
  [
    {
      role: "assistant",
      text: "",
      reasoning: [{ text: "Hm." }],
      calls: [{ id: "1", name: "look", arguments: { path: "a" } }],
    },
    'look({"path":"a"})',
    '<thinking>\nHm.\n</thinking>\n\nlook({"path":"a"})',
  ],
  [
    { role: "tool", call: "1", name: "look", parts: [{ type: "text", text: "It is a." }], failed: false },
    "look: It is a.",
    "look:\nIt is a.",
  ],
]

describe("a message as text", () => {
  it.each(MESSAGES)("%#: in a line, and whole", (message, line, text) => {
    expect(lineOfMessage(message)).toBe(line)
    expect(textOfMessage(message)).toBe(text)
  })
})
