// Every event with its sentence, for the page of the type: the reference shows a union by its name alone.
import type { PublicName } from "../scripts/docs/public-api.ts"

export function eventTable(names: readonly PublicName[]): string {
  const rows = names.flatMap(({ entry, name, comment }) => {
    const [, types] = /^Event (.+)$/.exec(name) ?? []
    return types === undefined || entry !== "@pawl/agent" ? [] : [`| ${typesIn(types)} | ${oneLine(comment)} |`]
  })
  if (rows.length < 20) throw new Error("The events are no longer found in the sources.")
  const head = "| `type` | what it tells |\n|---|---|\n"
  return `\n## Events\n\nTheir order and their fields are in the guide [Events](/guide/events.md).\n\n${head}${rows.join("\n")}\n`
}

/** `"a" | "b"` as two words of code; two events are told in the words of their facts. */
function typesIn(types: string): string {
  const named = NAMED[types] ?? types.replaceAll('"', "")
  return named
    .split(" | ")
    .map((type) => `\`${type}\``)
    .join(", ")
}

const NAMED: Readonly<Record<string, string>> = { ApprovalAsked: "approval-requested", QuestionAsked: "question-asked" }

function oneLine(comment: string): string {
  return comment.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")
}
