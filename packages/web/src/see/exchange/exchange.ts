// One request to a model, exactly as it was sent, and what came back.
import type { Operations } from "@pawl/client"
import { client } from "../../data/client.ts"

export type Exchange = Operations["look.exchange"]["answer"]

export function loadExchange(session: string, attempt: string): Promise<Exchange> {
  return client.call("look.exchange", { params: { session, attempt } })
}
