// The kernel's own gates, which need no feature.
import { text } from "../../contracts/content.ts"
import { defineGate } from "../call-gate.ts"
import { refused, withheldTool } from "./results.ts"

/** Checks the tool's resolved name; the rule sees only the name that the model wrote. */
export const withheldGate = defineGate({
  needs: ["state"],
  pass({ state: { starts }, prepared: { name } }, { state }) {
    const isWithheld = starts === 0 && state.withheld.some(({ tool }) => tool === name)
    return isWithheld ? { kind: "settled", result: refused(withheldTool(name)) } : undefined
  },
})

/** A call that ends the turn has nothing to run. */
export const lastWordsGate = defineGate({
  needs: [],
  only: [{ prepared: "ends" }],
  pass({ prepared: { ends } }) {
    if (ends === undefined) return undefined
    return { kind: "settled", result: { outcome: "ok", content: [text(ends.text)], ends }, begins: true }
  },
})
