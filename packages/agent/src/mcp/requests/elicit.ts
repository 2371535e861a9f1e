// A server's form as questions to a person: one per field, each with the server's description. If the person declines one,
// the server gets nothing. A page to visit is shown and never opened: the person decides whether to go there.
import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client"
import type { AskPerson } from "../../contracts/toolbox.ts"
import { isRecord } from "../config.ts"
import { indented, onOneLine } from "../display-text.ts"
import { type Field, readAnswer, readField, suggestionsFor } from "./elicit-field.ts"

/** More than any form needs: a server that asks more has other intentions. Counted per call. */
export const MAX_QUESTIONS = 20

export interface Asking {
  readonly server: string
  readonly ask: AskPerson
}

export const DECLINE = "(decline)"
const SKIP = "(skip)"
const GO = "I have seen it, go on"

type Content = Record<string, string | number | boolean | string[]>

export async function elicit(params: ElicitRequestParams, asking: Asking): Promise<ElicitResult> {
  try {
    return params.mode === "url" ? await page(params, asking) : await form(params, asking)
  } catch {
    // The question expired, or the call was cancelled.
    return { action: "cancel" }
  }
}

async function page(params: { readonly message: string; readonly url: string }, { server, ask }: Asking) {
  const host = URL.canParse(params.url) ? new URL(params.url).host : "an address that cannot be read"
  const question = [
    `MCP server "${server}" wants you to visit a page at ${host}: ${indented(params.message)}`,
    `    ${onOneLine(params.url)}`,
    "Open it yourself if you trust it. Nothing is opened for you, and what you enter there is not seen here.",
  ].join("\n")
  const answer = await ask({ question, suggestions: [GO, DECLINE], otherwise: DECLINE })
  return isSame(answer, DECLINE) || isRefusal(answer) ? DECLINED : ({ action: "accept" } as const)
}

async function form(params: { readonly message: string; readonly requestedSchema: unknown }, asking: Asking) {
  const fields = fieldsOf(params.requestedSchema)
  const content: Content = {}
  for (const [index, field] of fields.entries()) {
    const front =
      index === 0
        ? `MCP server "${asking.server}" asks: ${indented(params.message)}\n`
        : `MCP server "${asking.server}", ${index + 1} of ${fields.length}: `
    const value = await fill(field, front, asking.ask)
    if (value === null) return DECLINED
    if (value !== undefined) content[field.name] = value
  }
  if (fields.length > 0) return { action: "accept", content } as const
  const question = `MCP server "${asking.server}" asks: ${indented(params.message)}`
  const answer = await asking.ask({ question, suggestions: ["yes", DECLINE], otherwise: DECLINE })
  return isSame(answer, DECLINE) || isRefusal(answer) ? DECLINED : ({ action: "accept", content } as const)
}

const DECLINED = { action: "decline" } as const

/** People mistype, but a server whose field cannot be filled in must not ask endlessly. */
const MAX_TRIES = 5

/** Null when the person declined; undefined when the field was skipped. */
async function fill(field: Field, front: string, ask: AskPerson): Promise<Content[string] | undefined | null> {
  let problem = ""
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const suggestions = [...suggestionsFor(field), ...(field.isRequired ? [] : [SKIP]), DECLINE]
    const answer = await ask({ question: `${problem}${front}${field.words}`, suggestions, otherwise: DECLINE })
    if (isSame(answer, DECLINE)) return null
    if (isSame(answer, SKIP) && !field.isRequired) return undefined
    const read = readAnswer(field, answer)
    if (read.ok) return read.value
    problem = `That does not fit: ${read.problem}.\n`
  }
  return null
}

function fieldsOf(schema: unknown): readonly Field[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, each]) =>
    readField(name, isRecord(each) ? each : {}, required.includes(name)),
  )
}

function isSame(answer: string, choice: string): boolean {
  return answer.trim().toLowerCase() === choice.toLowerCase()
}

function isRefusal(answer: string): boolean {
  return /^(no|n|decline|deny|nein)$/i.test(answer.trim())
}
