// Tells a store on a server from one on this machine, without loading the client.
import type { Store } from "@pawl/agent"
import type { Client } from "@pawl/client"

export interface RemoteStore extends Store {
  readonly client: Client
}

export function isRemote(store: Store): store is RemoteStore {
  return "client" in store
}
