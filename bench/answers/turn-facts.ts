// Makes the facts of a labelled turn as in the log of a real session, up to the answer that is judged.
import type { Fact } from "@pawl/agent"
import type { Draft } from "../../packages/agent/src/contracts/fact.ts"
import { isKnownLine } from "../../packages/agent/src/features/approval/policy/harmless-lines.ts"
import { callAtEnd } from "../../packages/agent/src/model/dialects/call-at-end.ts"
import type { Profile } from "../../packages/agent/src/profiles/profile.ts"
import {
  aCall,
  answered,
  asked,
  opened,
  said,
  stamp,
  toolFinished,
} from "../../packages/agent/src/testing/fact-builders.ts"
import type { Judged, JudgedCall } from "./labelled.ts"

export function turnFacts(given: Judged, { checks = [] }: Pick<Profile, "checks">): readonly Fact[] {
  const names = checks.map(({ name }) => name)
  const tools = given.tools ?? ["a tool"]
  const last = given.calls.length + 1
  const drafts: Draft[] = [opened(), { ...said(given.user), checks: names } as Draft]
  for (const [index, call] of given.calls.entries()) drafts.push(...callFacts(call, index + 1, tools))
  drafts.push(requested(last, tools), {
    ...answered({ text: given.answer }, `1.${last}.1`),
    ...writtenIn(given),
  } as Draft)
  return stamp(drafts.map((draft, seq) => (draft.type === "model-asked" ? { ...draft, seen: seq } : draft)))
}

function callFacts(call: JudgedCall, iteration: number, tools: readonly string[]): readonly Draft[] {
  const attempt = `1.${iteration}.1`
  const id = `call_${iteration}`
  const { name, args, result, isError } = call
  const started = { call: id, asked: name, name, arguments: args, repairs: [], effectKey: id, effect: effectOf(call) }
  return [
    requested(iteration, tools),
    answered({ calls: [aCall(id, name, args)] }, attempt),
    { type: "tool-started", ...started },
    { ...toolFinished(id, isError ? "error" : "ok"), name, content: [{ type: "text", text: result }] } as Draft,
  ]
}

function requested(iteration: number, tools: readonly string[]): Draft {
  const budget = {
    window: 32_000,
    system: 500,
    tools: tools.length,
    history: 500,
    output: 2000,
    safety: 500,
    remaining: 1,
  }
  return { ...asked(`1.${iteration}.1`), budget } as Draft
}

/** If the set does not list the offered tools, those that were called are offered. */
function writtenIn({ answer, calls, tools = [] }: Judged) {
  const names = new Set([...tools, ...calls.map(({ name }) => name)])
  const found = callAtEnd(
    answer,
    [...names].map((name) => ({ name, description: "", inputSchema: { type: "object" } })),
  )
  return found === undefined ? {} : { written: { ...found, wanted: "native" } }
}

/** Real tools declare their effect class. The sets do not, so derive it from the first word of the name; for a command,
 * from what it runs. */
function effectOf({ name, args, effect }: JudgedCall): "read" | "once" | "idempotent" {
  if (effect !== undefined) return effect
  const command = args.command ?? args.cmd
  if (typeof command === "string") return isKnownLine(command) ? "read" : "once"
  return LOOKS.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, "_")) ? "read" : "once"
}

const LOOKS =
  /(?:^|[_.-])(?:get|list|ls|read|search|find|grep|fetch|check|view|show|query|describe|status|info|count|stats?|cat|inspect|scan|lookup|browse|preview|schema|states?|ocr|history|report|glob|diff|log|free|test|tests|text|suchen|suche|lesen|liste|zeigen)(?:$|[_.-])/i
