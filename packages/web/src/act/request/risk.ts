// How bad a mistake would be, in words.
import type { OpenRequestInfo } from "@pawl/client"
import { t } from "../../i18n/words.ts"
import type { Tone } from "../../ui/badge.tsx"

export type Risk = NonNullable<OpenRequestInfo["risk"]>

const RISKS = {
  changes: ["act.riskChanges", "warn"],
  destructive: ["act.riskDestructive", "bad"],
  unknown: ["act.riskUnknown", "warn"],
} as const

export function riskWords(risk: Risk): string {
  return t(RISKS[risk][0])
}

export function riskTone(risk: Risk): Tone {
  return RISKS[risk][1]
}
