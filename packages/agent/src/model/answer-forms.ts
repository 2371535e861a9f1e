// How providers are made to give typed answers, as data for their rows.
import type { AnswerForms } from "../contracts/model.ts"

/** The provider restricts answers to a schema, beside tools as well. */
export const BY_FORMAT: AnswerForms = { alone: "format", withTools: "format" }
/** The same, but not in a request that offers tools. */
export const ALONE_BY_FORMAT: AnswerForms = { alone: "format", withTools: "tool" }
/** Whether a model can be restricted depends on the model, but all of them call tools. */
export const BY_TOOL: AnswerForms = { alone: "tool", withTools: "tool" }
/** Local servers restrict what is written without showing the schema to the model. */
export const UNSEEN: AnswerForms = { ...ALONE_BY_FORMAT, explained: true }
