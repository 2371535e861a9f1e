// The log as a table: number, time, fact, and the detail a reader wants. Every call shows its arguments, who allowed it and how it ended.
import type { Fact } from "@pawl/agent"
import { short } from "../plain.ts"
import { callText, partsText } from "../run/notes.ts"
import { dim, yellow } from "../style.ts"

export function factsTable(facts: readonly Fact[]): string {
  return facts
    .map(
      (fact) =>
        `${dim(String(fact.seq).padStart(5))}  ${dim(timeOf(fact.at))}  ${fact.type.padEnd(20)} ${onOneLine(detailOf(fact))}\n`,
    )
    .join("")
}

/** Names in it are those of tools and models, and may have lines that look like other facts. */
function onOneLine(detail: string): string {
  return detail.replace(/\s*\n\s*/g, " ")
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}

function detailOf(fact: Fact): string {
  if (fact.malformed !== undefined) return `${yellow("malformed, as it stands:")} ${fact.malformed}`
  switch (fact.type) {
    case "session-opened":
      return `profile ${fact.profile}${fact.parent === undefined ? "" : `, ${fact.parent.kind} of ${fact.parent.session}`}`
    case "turn-started":
      return `turn ${fact.turn}, trace ${fact.trace}: ${short(partsText(fact.input), 60)}`
    case "input-added":
      return short(partsText(fact.input), 60)
    case "model-asked":
      return dim(
        `${fact.model}, attempt ${fact.attempt}${phaseText(fact)}${fact.why === undefined ? "" : `: ${short(fact.why)}`}`,
      )
    case "model-answered":
      return [short(fact.text, 60), ...fact.calls.map((call) => `-> ${call.name}`), dim(`(${fact.ms} ms)`)]
        .filter(Boolean)
        .join(" ")
    case "model-failed":
      return yellow(`${fact.error.class}: ${short(fact.error.message)}`)
    case "nudged":
      return `${fact.reason}: ${short(fact.evidence)}${fact.attempt === undefined ? "" : dim(` (${fact.attempt} taken back)`)}`
    case "approval-requested":
      return `${fact.from === undefined ? "" : `for ${fact.from.session}: `}${short(fact.preview)}`
    case "approval-settled":
      return `${fact.decision}${fact.by === undefined ? "" : ` by ${fact.by}`}${fact.reason === undefined ? "" : `: ${short(fact.reason)}`}`
    case "question-asked":
      return short(fact.question)
    case "question-answered":
      return short(fact.answer)
    case "question-withdrawn":
      return fact.why
    case "tool-started":
      return `${callText(fact.name, fact.arguments)} ${dim(`(${fact.effect})`)}${fact.child === undefined ? "" : ` -> ${fact.child}`}`
    case "tool-finished":
      return `${fact.name}: ${fact.outcome === "ok" ? "ok" : yellow(fact.outcome)} ${dim(`(${fact.ms} ms)`)}`
    case "turn-finished":
      return fact.error === undefined ? fact.outcome : yellow(`${fact.outcome}: ${short(fact.error.message)}`)
    case "checkpoint-made":
      return dim(short(Object.keys({ ...fact.files, ...fact.skipped }).join(", ")))
    case "restore-asked":
      return fact.to === undefined ? "put files back" : `go back to before turn ${fact.turn}`
    case "files-restored":
      return fact.refused === undefined
        ? short(
            Object.entries(fact.report)
              .map(([path, what]) => `${path} ${what}`)
              .join(", "),
          )
        : yellow(short(fact.refused))
    case "plan-made":
      return `${fact.steps.length} steps`
    case "plan-step-finished":
      return `step ${fact.step}: ${fact.outcome} ${dim(short(fact.result, 60))}`
    case "plan-failed":
      return short(fact.why)
    case "catalogue-changed":
      return short(
        [...fact.added.map((name) => `+ ${name}`), ...fact.removed.map((name) => `- ${name}`), dim(fact.why)].join(" "),
      )
    case "conversation-rewound":
      return yellow(`back to fact ${fact.to}`)
    default:
      return ""
  }
}

function phaseText({ phase, step }: Extract<Fact, { type: "model-asked" }>): string {
  return phase === undefined ? "" : `, ${phase}${step === undefined ? "" : ` of step ${step.number}`}`
}
