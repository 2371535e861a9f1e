// What performers need to have an answer judged.
import type { Model } from "../../contracts/model.ts"

export interface FinishPorts {
  /** Who is asked whether an answer is finished, by place in the chain: one for all, or the models themselves. */
  readonly judges?: readonly Model[]
}
