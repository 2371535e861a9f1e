// The user's messages in each profile, and the model's answers. The model decides by the request alone, so it also goes
// on when another process asks. When an outcome is unknown, it looks before it writes again.
import type { Script, ScriptRequest } from "../../packages/agent/src/model/scripted.ts"
import type { ApprovalPolicy } from "../../packages/agent/src/tools/prepare.ts"
import { once, type Story } from "../kill/story.ts"
import { MODEL_FORMATS, type ModelFormat, shownIn } from "../profiles/model-formats.ts"

export interface ChaosStory extends Story {
  readonly approve?: ApprovalPolicy
  /** What the ledger must hold at the end. */
  readonly items: readonly string[]
}

export const PROFILES = Object.keys(MODEL_FORMATS)
export const DONE = "It is written down."

/** What the model can know from a request. */
interface Known {
  readonly written: ReadonlySet<string>
  readonly stamped: boolean
  readonly ordered: boolean
  /** An effect may or may not have happened, and no call has looked since. */
  readonly doubts: boolean
  readonly looked: boolean
}

const SEEN =
  /Added (\w+)\.|Notes: ([\w, ]+)\.|(Stamped \w+\.)|(Ordered \w+\.)|(may or may not have taken effect)|(took effect)/g

function knownFrom(request: ScriptRequest): Known {
  const written = new Set<string>()
  let [stamped, ordered, doubts, looked] = [false, false, false, false]
  for (const [, added, notes, stamp, order, doubt, verified] of shownIn(request).matchAll(SEEN)) {
    if (added !== undefined) written.add(added)
    if (stamp !== undefined) stamped = true
    if (order !== undefined || verified !== undefined) ordered = true
    if (doubt !== undefined) doubts = true
    if (notes === undefined) continue
    ;[looked, doubts] = [true, false]
    for (const note of notes.split(", ")) if (note !== "none") written.add(note)
  }
  return { written, stamped, ordered, doubts, looked }
}

/** A script that writes down the items, one after the other. */
function writing(speech: ModelFormat, items: (request: ScriptRequest) => readonly string[], stamps = false): Script {
  return (request) => {
    const known = knownFrom(request)
    if (known.doubts) return speech.call("notes__list")
    const next = items(request).find((item) => !known.written.has(item))
    if (next !== undefined) return speech.call("notes__add", { note: next })
    if (stamps && !known.stamped) return speech.call("notes__stamp", { note: "milk" })
    if (stamps && !known.looked) return speech.call("notes__list")
    return speech.final(DONE)
  }
}

export function storiesFor(profile: string): Readonly<Record<string, ChaosStory>> {
  const speech = MODEL_FORMATS[profile] as ModelFormat // Every profile has one.
  return {
    "one effect": { script: writing(speech, () => ["milk"]), says: ["Write down milk."], items: ["milk"], ends: DONE },
    "every class": {
      script: writing(speech, () => ["milk", "bread"], true),
      says: ["Write down milk, then bread, and stamp it."],
      items: ["milk", "bread"],
      ends: DONE,
    },
    "an approval": {
      script: writing(speech, () => ["milk"]),
      says: ["Write down milk."],
      items: ["milk"],
      approve: "ask",
      react: async (event, session) => {
        if (event.type === "approval-requested")
          await once(session.decide(event.call, "approve", { id: `ok-${event.call}` }))
      },
      ends: DONE,
    },
    "two turns": {
      script: writing(speech, (request) => (shownIn(request).includes("Then bread") ? ["milk", "bread"] : ["milk"])),
      says: ["Write down milk.", "Then bread."],
      items: ["milk", "bread"],
      ends: DONE,
    },
    "a verified effect": {
      script: (request) => (knownFrom(request).ordered ? speech.final(DONE) : speech.call("order", { item: "tea" })),
      says: ["Order tea."],
      items: ["tea"],
      ends: DONE,
    },
    "a cancel": {
      script: (request) => (shownIn(request).includes("Still there") ? speech.final(DONE) : speech.call("wait", {})),
      says: ["Wait for me.", "Still there?"],
      items: [],
      react: async (event, session) => {
        if (event.type === "tool-call") await session.cancel({ id: "stop" })
      },
      ends: DONE,
    },
  }
}
