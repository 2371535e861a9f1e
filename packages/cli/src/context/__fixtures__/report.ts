// A typical context report of a session.
import type { ContextReport } from "@pawl/agent"

export const report: ContextReport = {
  model: "a:model",
  budget: { window: 8000, system: 300, tools: 150, history: 1250, output: 2000, safety: 300, remaining: 4000 },
  sections: [
    { name: "instructions", text: "Be kind.", place: "system", tokens: 180 },
    { name: "environment", text: "Today", place: "system", tokens: 120 },
    { name: "tool-rules", text: "- Look.", place: "turn", tokens: 20 },
  ],
  messages: [
    { message: { role: "user", parts: [{ type: "text", text: "hi" }] }, tokens: 200 },
    { message: { role: "assistant", text: "", reasoning: [], calls: [] }, tokens: 50 },
    {
      message: { role: "tool", call: "c1", name: "t", parts: [{ type: "text", text: "x" }], failed: false },
      tokens: 900,
    },
    { message: { role: "user", parts: [{ type: "text", text: "earlier" }], from: "digest" }, tokens: 60 },
    { message: { role: "user", parts: [{ type: "text", text: "go on" }] }, tokens: 40 },
  ],
  tools: [
    { tool: { name: "read_file", description: "Reads.", inputSchema: { type: "object" } }, tokens: 100 },
    { tool: { name: "fs__list", description: "Lists.", inputSchema: { type: "object" } }, tokens: 50 },
  ],
  system: "Be kind.\n\nToday",
  estimate: { samples: 12, error: 0.0324 },
}
