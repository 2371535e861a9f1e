// The types of the wire as one TypeScript file: every component, and every operation with its path, query, body and answer.
import { createApp, documentOf } from "../../packages/server/src/app.ts"
import { answerOf, type Document, type Operation, operationsIn } from "../../packages/server/src/docs/document.ts"
import { typeText } from "../../packages/server/src/docs/type-text.ts"
import type { Services } from "../../packages/server/src/services.ts"

export function clientTypes(): string {
  const log = { info: () => {}, error: () => {} }
  // Routes are only described, so they need nothing to work with.
  return typesOf(documentOf(createApp({ services: { log } as unknown as Services, guards: [] })))
}

export function typesOf(document: Document): string {
  const { schemas } = document.components
  const components = Object.keys(schemas)
    .toSorted()
    .map((name) => `export type ${name} = ${name === "Json" ? JSON_TYPE : typeText(schemas[name] ?? {})}\n`)
  const operations = operationsIn(document).toSorted((a, b) =>
    a.operation.operationId < b.operation.operationId ? -1 : 1,
  )
  const paths = operations.map(
    ({ method, path, operation }) =>
      `  ${JSON.stringify(operation.operationId)}: ["${method.toUpperCase()}", "${path}"],`,
  )
  return `${HEAD}
${components.join("\n")}
/** What each operation takes and answers. */
export interface Operations {
${operations.map(({ operation }) => `  readonly ${JSON.stringify(operation.operationId)}: ${operationText(operation)}`).join("\n")}
}

/** The method and the path of each operation. */
export const OPERATIONS = {
${paths.join("\n")}
} as const satisfies Readonly<Record<keyof Operations, readonly [string, string]>>
`
}

const HEAD = `// The types of the wire, written by "npm run client-types" from the OpenAPI document of @pawl/server. Do not edit.
`

/** A schema that describes it would be checked to any depth. */
const JSON_TYPE = "string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }"

function operationText({ parameters = [], requestBody, ...rest }: Operation): string {
  const group = (where: string) => {
    const mine = parameters.filter((each) => each.in === where)
    const fields = mine.map(
      ({ name, required, schema }) => `readonly ${name}${required === true ? "" : "?"}: ${typeText(schema)}`,
    )
    return fields.length === 0 ? "undefined" : `{ ${fields.join("; ")} }`
  }
  const [body] = Object.entries(requestBody?.content ?? {})
  const answer = answerOf({ parameters, ...rest })
  const isJson = (media: string) => media === "application/json"
  return [
    `{ readonly params: ${group("path")}`,
    `readonly query: ${group("query")}`,
    `readonly body: ${body === undefined || !isJson(body[0]) ? "undefined" : typeText(body[1].schema)}`,
    `readonly answer: ${answer === undefined ? "undefined" : isJson(answer.media) ? typeText(answer.schema) : "Response"} }`,
  ].join("; ")
}
