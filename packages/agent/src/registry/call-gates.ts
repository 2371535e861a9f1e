// The gates between a call and its run, in this order: those that refuse regardless of approvals, those that ask a
// person, and last those that check and keep files right before the call begins.
import { approvalGate } from "../features/approval/approval-gate.ts"
import { planGate } from "../features/approval/plan-gate.ts"
import { permitsGate } from "../features/offer/permits.ts"
import { turnToolsGate } from "../features/offer/turn-tools.ts"
import { questionGate } from "../features/questions/question-gate.ts"
import { checkpointGate, hiddenSecretGate, staleGate } from "../features/undo/files-before.ts"
import type { CallGate } from "../kernel/call-gate.ts"
import { lastWordsGate, withheldGate } from "../kernel/performers/own-gates.ts"

const GATES = [
  withheldGate,
  turnToolsGate,
  permitsGate,
  planGate,
  lastWordsGate,
  hiddenSecretGate,
  approvalGate,
  questionGate,
  staleGate,
  checkpointGate,
] as const

type GatePort = (typeof GATES)[number]["needs"][number]

export const callGates: readonly CallGate<GatePort>[] = GATES

export const GATE_NEEDS: readonly GatePort[] = callGates.flatMap(({ needs }) => needs)
