// Turns facts into the entries of a readable conversation. Long text is read from blobs.
import type { Fact, JsonObject, Part, Store, ToolOutcome } from "@pawl/agent"
import { notYetShown } from "../run/remaining-text.ts"
import { suggestionLines } from "../run/suggestions.ts"

export type Entry =
  | { readonly kind: "user"; readonly text: string; readonly at: number }
  /** `takenBack`: why the answer was taken back. */
  | { readonly kind: "model"; readonly text: string; readonly takenBack?: string; readonly at: number }
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
  const takenBack = new Map(
    facts.flatMap((fact) =>
      fact.type === "nudged" && fact.attempt !== undefined ? [[fact.attempt, fact.reason]] : [],
    ),
  )
  const entries: Entry[] = []
  let answers: string[] = []
  for (const fact of facts) {
    // Asides are not part of the conversation.
    if ("purpose" in fact && fact.purpose !== undefined) continue
    // The answers of planner and router were never shown.
    if (fact.type === "model-answered" && (fact.phase === "plan" || fact.phase === "route")) continue
    if (fact.type === "turn-started") answers = []
    if (fact.type === "model-answered" && !takenBack.has(fact.attempt)) answers.push(fact.text)
    if (fact.type === "turn-finished") entries.push(...lastWords(fact, answers))
    entries.push(...(await entriesOf(fact, takenBack, store)))
  }
  return entries
}

/** Closing text that no answer contained, and the suggested answers. */
function lastWords(
  { text, suggestions = [], at }: Extract<Fact, { type: "turn-finished" }>,
  answers: readonly string[],
): readonly Entry[] {
  const words = [notYetShown(text, answers), ...suggestionLines(suggestions)].filter((line) => line !== "").join("\n")
  return words === "" ? [] : [{ kind: "model", text: words, at }]
}

async function entriesOf(fact: Fact, takenBack: ReadonlyMap<string, string>, store: Store): Promise<readonly Entry[]> {
  const { at } = fact
  switch (fact.type) {
    case "turn-started":
    case "input-added":
      return [{ kind: "user", text: await textOf(fact.input, store), at }]
    case "model-answered": {
      const why = takenBack.get(fact.attempt)
      return fact.text === "" ? [] : [{ kind: "model", text: fact.text, at, ...(why && { takenBack: why }) }]
    }
    case "tool-started":
      // A call that ends the turn is shown by its closing text.
      return fact.ends === true ? [] : [{ kind: "call", name: fact.name, arguments: fact.arguments, at }]
    case "tool-finished":
      return [{ kind: "result", name: fact.name, outcome: fact.outcome, text: await textOf(fact.content, store), at }]
    case "turn-finished":
      return fact.outcome === "completed"
        ? []
        : [{ kind: "end", outcome: fact.outcome, text: fact.error?.message ?? "", at }]
    case "files-restored":
      return fact.refused === undefined ? [{ kind: "end", outcome: "put back", text: reportText(fact), at }] : []
    case "conversation-rewound": {
      const where = fact.turn === undefined ? `fact ${fact.to}` : `before turn ${fact.turn}`
      return [
        { kind: "end", outcome: "rewound", text: `to ${where}: the model no longer sees what came after that`, at },
      ]
    }
    default:
      return []
  }
}

function reportText({ report }: Extract<Fact, { type: "files-restored" }>): string {
  const files = Object.entries(report).map(([path, what]) => `${path} ${what}`)
  return files.join(", ")
}

/** Text as it is, files by their names. */
export async function textOf(parts: readonly Part[], store: Store): Promise<string> {
  const texts = parts.map(async (part) => {
    if (part.type === "text") return part.text
    // A blob with a name is an attached file: show only its name.
    const isSaid = part.mime === "text/plain" && part.name === undefined
    const bytes = isSaid ? await store.blobs.read(part.hash) : undefined
    return bytes === undefined ? `[${part.name ?? part.mime}, ${part.size} bytes]` : new TextDecoder().decode(bytes)
  })
  return (await Promise.all(texts)).join("\n")
}
