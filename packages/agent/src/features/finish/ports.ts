// What performers need to ask a judge about an answer.
import type { Model } from "../../contracts/model.ts"

export interface FinishPorts {
  /**
   * The models that are asked whether an answer is finished, by place in the chain: one for all, or the models
   * themselves.
   */
  readonly judges?: readonly Model[]
}
