// What is looked at before a request is made. Who has something to put on record has it made once more, from the state that
// knows: the request has to show it.
import { catalogueChange } from "../features/tool-choice/catalogue-change.ts"
import type { BuiltRequest, PerformContext, Yielded } from "../kernel/performer.ts"

type Look = (
  built: BuiltRequest,
  ports: Pick<PerformContext, "state" | "toolbox" | "blobs">,
) => Promise<Yielded | undefined>

export const beforeRequest: readonly Look[] = [catalogueChange]
