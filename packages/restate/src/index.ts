// The public API of @pawl/restate.
export type { RestateHostOptions } from "./options.ts"
export { type HostTrouble, type RestateHost, restateHost } from "./restate-host.ts"
