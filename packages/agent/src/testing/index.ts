// @pawl/agent/testing: the helpers of our own tests, for yours.
export { call, type Script, type ScriptAnswer, type ScriptReply, ScriptRequest, scripted } from "../model/scripted.ts"
export { anthropicObjections, openAiObjections } from "../model/strict/history.ts"
export * as facts from "./fact-builders.ts"
export { FakeClock, settle } from "./fake-clock.ts"
export type { Fault } from "./model-server/faults.ts"
export { type ModelServer, type ModelServerOptions, modelServer, type ServedRequest } from "./model-server.ts"
