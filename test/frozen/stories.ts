// All stories, in the order in which they are played.
import type { Story } from "./stage.ts"
import { approvals } from "./stories/approvals.ts"
import { asking } from "./stories/asking.ts"
import { chain } from "./stories/chain.ts"
import { children } from "./stories/children.ts"
import { choice } from "./stories/choice.ts"
import { compaction } from "./stories/compaction.ts"
import { lists } from "./stories/lists.ts"
import { long } from "./stories/long.ts"
import { paymentKilled, paymentResumed } from "./stories/payment.ts"
import { plan } from "./stories/plan.ts"
import { transfer } from "./stories/transfer.ts"
import { undo } from "./stories/undo.ts"
import { wires } from "./stories/wire.ts"

export const stories: readonly Story[] = [
  approvals,
  asking,
  chain,
  children,
  choice,
  compaction,
  lists,
  long,
  paymentKilled,
  paymentResumed,
  plan,
  transfer,
  undo,
  ...wires,
]
