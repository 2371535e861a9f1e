// @pawl/agent/profiles: the list of profiles, one line each. Data only, so that a command line can list them without
// loading any.

/** The profiles by name, one line each. */
export const PROFILE_LINES = {
  default:
    "Parallel tools, retries and fallback models; an answer stands unless its structure says otherwise; always ends with words.",
  "chat-service":
    "A chat service with MCP tools: calls in order, any text is final, 20 steps, 3 attempts after 3 and 6 s.",
  "local-desktop":
    "Weak local models: a judge model is asked about answers that may stop short, repeats are stopped, failing tools taken away.",
  "xml-tools": "Tool calls as XML in text, for models without native calls: one call an answer, ended by a tool.",
  "structured-react":
    "One typed decision a step, a final response or one tool; 5 steps in which retries count; friendly endings.",
  terminal: "A terminal agent: parallel tools, up to 5 patient attempts, long answers continued, 15 steps.",
} as const

/** The name of a profile that comes with Pawl. */
export type ProfileName = keyof typeof PROFILE_LINES
