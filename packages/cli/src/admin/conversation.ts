// Facts -> what was said and done, for a reader. Long text is fetched from where the log keeps it.
import type { Fact, JsonObject, Part, Store, ToolOutcome } from "@pawl/agent"

export type Entry =
  | { readonly kind: "user"; readonly text: string; readonly at: number }
  | { readonly kind: "model"; readonly text: string; readonly at: number }
  | { readonly kind: "call"; readonly name: string; readonly arguments: JsonObject; readonly at: number }
  | {
      readonly kind: "result"
      readonly name: string
      readonly outcome: ToolOutcome
      readonly text: string
      readonly at: number
    }
  | { readonly kind: "end"; readonly outcome: string; readonly text: string; readonly at: number }

export async function conversationOf(facts: readonly Fact[], store: Store): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (const fact of facts) entries.push(...(await entriesOf(fact, store)))
  return entries
}

async function entriesOf(fact: Fact, store: Store): Promise<readonly Entry[]> {
  const { at } = fact
  switch (fact.type) {
    case "turn-started":
    case "input-added":
      return [{ kind: "user", text: await textOf(fact.input, store), at }]
    case "model-answered":
      return fact.text === "" ? [] : [{ kind: "model", text: fact.text, at }]
    case "tool-started":
      return [{ kind: "call", name: fact.name, arguments: fact.arguments, at }]
    case "tool-finished":
      return [{ kind: "result", name: fact.name, outcome: fact.outcome, text: await textOf(fact.content, store), at }]
    case "turn-finished":
      return fact.outcome === "completed"
        ? []
        : [{ kind: "end", outcome: fact.outcome, text: fact.error?.message ?? "", at }]
    default:
      return []
  }
}

async function textOf(parts: readonly Part[], store: Store): Promise<string> {
  const texts = parts.map(async (part) => {
    if (part.type === "text") return part.text
    const bytes = part.mime === "text/plain" ? await store.blobs.read(part.hash) : undefined
    return bytes === undefined ? `[${part.name ?? part.mime}, ${part.size} bytes]` : new TextDecoder().decode(bytes)
  })
  return (await Promise.all(texts)).join("\n")
}
