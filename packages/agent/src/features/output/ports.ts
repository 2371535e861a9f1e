// What performers need to check a typed answer.
import type { LiveOutputs } from "./live-outputs.ts"

export interface OutputPorts {
  /** The checks of the turns that this process asked for. */
  readonly outputs?: Pick<LiveOutputs, "checkOf">
}
