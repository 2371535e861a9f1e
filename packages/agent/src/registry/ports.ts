// The ports that features add for performers.
import type { ApprovalPorts } from "../features/approval/ports.ts"
import type { CompactionPorts } from "../features/compaction/ports.ts"
import type { DelegationPorts } from "../features/delegation/ports.ts"
import type { FinishPorts } from "../features/finish/ports.ts"
import type { LimitPorts } from "../features/limits/ports.ts"
import type { PermitPorts } from "../features/offer/permits.ts"
import type { PermitModelPorts } from "../features/offer/permits-model.ts"
import type { OutputPorts } from "../features/output/ports.ts"
import type { UndoPorts } from "../features/undo/ports.ts"

export interface FeaturePorts
  extends ApprovalPorts,
    CompactionPorts,
    DelegationPorts,
    FinishPorts,
    LimitPorts,
    OutputPorts,
    PermitModelPorts,
    PermitPorts,
    UndoPorts {}
