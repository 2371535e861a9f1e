// Finds missing comments of the public API: a sentence for each name, and an example for those that newcomers need first.
import { type Program, programsIn } from "./programs.ts"
import type { PublicName } from "./public-api.ts"

/** The names that a newcomer uses first, by entry point. Each needs an example in its comment. */
export const WITH_EXAMPLE: Readonly<Record<string, readonly string[]>> = {
  "@pawl/agent": [
    "createAgent",
    "tool",
    "ToolFailure",
    "PartialResult",
    "Session",
    "Session.send",
    "Session.ask",
    "Session.decide",
    "Session.events",
    "TurnStream",
    "Event",
    "memory",
    "sqlite",
    "profiles",
    "ownProfile",
    "Model",
    "Embedder",
    "ContextProvider",
    "FinishCheck",
    "Observer",
    "plugin",
    "Secret",
    "secret",
    "cleanUp",
    "redact",
    "schemaChecker",
    "PawlError",
    "isPawlError",
  ],
  "@pawl/agent/testing": ["scripted", "call", "modelServer", "FakeClock"],
  "@pawl/agent/ai-sdk": ["fromAiSdk"],
  "@pawl/agent/mcp": ["mcpTools", "loadServers", "login", "projectTrust"],
  "@pawl/agent/observe": ["statsOf", "auditOf", "recorder"],
  "@pawl/agent/otel": ["otelObserver", "turnIds"],
  "@pawl/agent/plugins": ["loadPlugins", "knownSecrets"],
  "@pawl/agent/providers": ["readModelName"],
  "@pawl/agent/replay": ["replaySession", "recordedRules", "recordedRequests"],
  "@pawl/agent/sessions": [
    "exportSession",
    "importSession",
    "forkSession",
    "cancelSession",
    "updateSession",
    "archiveOf",
  ],
}

/** Names without a sentence. A comment that begins with a tag, or has no words, does not count. */
export function undocumented(names: readonly PublicName[]): readonly string[] {
  return names.filter(({ comment }) => !/^[^@\s]/.test(comment)).map(placeOf)
}

/** Names that should have an example and have none, or that are not exported at all. */
export function withoutExample(names: readonly PublicName[]): readonly string[] {
  return Object.entries(WITH_EXAMPLE).flatMap(([entry, wanted]) =>
    wanted.flatMap((name) => {
      const found = names.find((each) => each.entry === entry && each.name === name)
      if (found === undefined) return [`${entry} does not export ${name}.`]
      return /^@example\n+```ts\n/m.test(found.comment) ? [] : [placeOf(found)]
    }),
  )
}

/** The examples to compile, each once, however many entry points export it. */
export function examplesIn(names: readonly PublicName[]): readonly Program[] {
  const once = new Map(names.map((each) => [`${each.file}:${each.line}`, each]))
  return [...once.values()].flatMap(({ file, comment, commentLine }) => programsIn(file, comment, commentLine))
}

function placeOf({ file, line, entry, name }: PublicName): string {
  return `${file}:${line}: ${name} of ${entry}`
}
