// Gate: a call that is a question to a person waits for the answer, which is its result.
import { defineGate } from "../../kernel/call-gate.ts"
import { expiryFrom } from "../approval/expire.ts"

export const questionGate = defineGate({
  needs: ["clock", "answerWithinMs"],
  only: [{ prepared: "question" }],
  pass({ call, prepared: { question } }, ports) {
    if (question === undefined) return undefined
    return { kind: "asked", fact: { type: "question-asked", call: call.id, ...question, ...expiryFrom(ports) } }
  },
})
