// Which parts of checks are open, and why. A check that is not
// listed here is fully shown by the tests that carry its number.

const STATUS = "The HTTP status comes with the server; here it is a code."

export const OPEN: Readonly<Record<string, string>> = {
  T11: STATUS,
  T21: `${STATUS} An encrypted PDF, and a file that is neither text, image, PDF nor Word document, is not refused: the model and the user get a note.`,
  T24: "Polling comes with the server and the web app.",
  T28: "The status endpoint comes with the server; `pawl doctor` lists the issue.",
  T29: "Comes with the web app.",
  L19: "The registry of 83 tools and its 100 prompts are not available. On requests that were not used for tuning, fewer than 94 of 100 tools are in the first 15: docs/guide/many-tools.md has the figures.",
  F27: "A model cannot make its own tools: tools come from the program, from plugins and from MCP servers, and those of servers may come and go within a turn.",
  F28: "There is no memory beyond a session.",
  F29: "There is no mode for continuous integration: no limits on files and lines, no quality gates whose results go back to the model, no artifacts. What there is: `-p`, `--tools`, `--approve deny`, a step limit and exit codes.",
  M1: STATUS,
  M18: "A client's disconnect comes with the server.",
  M22: STATUS,
  M24: "The history endpoint, which hides observations, comes with the server.",
  M25: STATUS,
  M27: "There are no notifications.",
  M28: "There are no notifications.",
  M29: "There are no autonomous turns: every turn begins with a message.",
  X9: "Gemini is called in the OpenAI format, at Google's endpoint for it. Its own API format is only available through the AI SDK, and no test runs that.",
  X19: "There is no voice.",
  X21: "By design, a request offers more than the search tool and the tools it loaded: also the tools that fit the message, and those used in the last two turns. Only tools that were found and not used are left out again in the next turn.",
  X23: "The full-screen terminal and the WebSocket come later; the REPL and the library have it.",
  X25: "There is no memory beyond a session, and no /memory.",
  X26: "Comes with the server.",
  X27: "There are no scheduled jobs.",
  X30: "Needs a real model; the suite has none.",
}
