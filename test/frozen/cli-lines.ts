// The command lines to record, by the story whose database they run
// on. Every reading command is recorded on at least two stories.

/** By story; "ID" stands for its session. */
export const LINES: Readonly<Record<string, readonly string[]>> = {
  approvals: [
    "sessions list",
    "sessions list --json",
    "show ID",
    "show ID --facts",
    "show ID --requests",
    "show ID --requests --call 3",
    "trace ID",
    "audit ID",
    "audit ID --json",
    "stats",
    "replay ID",
    "sessions export ID --format markdown",
    "context ID",
    "sessions search rent",
  ],
  asking: ["show ID --facts", "trace ID"],
  chain: ["show ID", "trace ID", "stats ID --json"],
  children: ["sessions list", "sessions list --all", "sessions list --all --json", "trace ID", "audit ID"],
  choice: ["show ID --requests", "context ID"],
  compaction: ["show ID", "trace ID --json", "context ID --request"],
  lists: ["show ID", "show ID --facts"],
  "payment-killed": ["sessions list", "show ID", "effects", "trace ID", "replay ID"],
  "payment-resumed": ["effects ID", "effects --json", "replay ID --json"],
  plan: ["show ID", "trace ID", "replay ID"],
  transfer: ["sessions search marmalade --json", "sessions export ID", "show ID --json", "undo ID --list", "rewind ID"],
  undo: ["undo ID --list", "undo ID --list --json", "undo ID --dry-run", "rewind ID", "sessions export ID"],
  "wire-xml": ["show ID", "replay ID --with-profile terminal"],
}

/** Recorded once, without any session. */
export const ALONE: readonly string[] = [
  "--help",
  "help models",
  "profiles",
  "profiles chat-service",
  "profiles local-desktop --json",
  "sessions list",
  "sessions lst",
  "shwo",
  "show nobody",
  "config schema",
  "config schema profile",
]
