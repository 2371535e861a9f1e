// The subpath @pawl/agent/host: what every host has in common, for those who write another one.

export { Slots, type SlotsSetup } from "./session/slots.ts"
