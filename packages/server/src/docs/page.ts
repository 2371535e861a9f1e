// The routes as a page to read: made from the OpenAPI document, without a script and without a request to anywhere.
import { answerOf, type Document, type Operation, operationsIn } from "./document.ts"
import { typeText } from "./type-text.ts"

export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
}

export function docsPage(document: Document): string {
  const { info, components } = document
  const operations = operationsIn(document)
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? "")]
  const list = groups.map(([tag]) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`)
  const sections = groups.map(
    ([tag, those]) => `<h2 id="${escaped(tag)}">${escaped(tag)}</h2>\n${those.map(operationHtml).join("\n")}`,
  )
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="type-${escaped(name)}">${escaped(name)}</h3>\n${code(typeHtml(schema))}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}: routes</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(info.title)}</h1>
<p>${escaped(info.description ?? "")} The same as data: <a href="/openapi.json">openapi.json</a>.</p>
<p>Send <code>Authorization: Bearer TOKEN</code>. Every error is an <a href="#type-Error">Error</a>: a code, a message, whether trying again may help, and a trace.</p>
<nav>${list.join(" ")} <a href="#types">types</a></nav>
${sections.join("\n")}
<h2 id="types">types</h2>
${types.join("\n")}
</body>
</html>
`
}

interface Listed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

function operationHtml({ method, path, operation }: Listed): string {
  const { operationId, summary, description = "", security, parameters = [], requestBody } = operation
  const answer = answerOf(operation)
  const inQuery = parameters.filter((each) => each.in === "query")
  const query = inQuery.map(
    ({ name, schema, required }) =>
      `<li><code>${escaped(name)}${required === true ? "" : "?"}: ${typeHtml(schema)}</code> ${escaped(schema.description ?? "")}</li>`,
  )
  const [body] = Object.values(requestBody?.content ?? {})
  return [
    `<section id="${escaped(operationId)}">`,
    `<h3><code><b>${escaped(method.toUpperCase())}</b> ${escaped(path)}</code></h3>`,
    `<p>${escaped(`${summary} ${description}`.trim())}${security?.length === 0 ? " Needs no token." : ""}</p>`,
    query.length === 0 ? "" : `<p>Query:</p><ul>${query.join("")}</ul>`,
    body === undefined ? "" : `<p>Body:</p>${code(typeHtml(body.schema))}`,
    answer === undefined ? "" : `<p>Answer (${escaped(answer.media)}):</p>${code(typeHtml(answer.schema))}`,
    "</section>",
  ]
    .filter((line) => line !== "")
    .join("\n")
}

/** The type, with a link to each component. Names of components hold letters only, so the marks stand for nothing else. */
function typeHtml(schema: Parameters<typeof typeText>[0]): string {
  const text = escaped(typeText(schema, (name) => `⟦${name}⟧`).replaceAll("readonly ", ""))
  return text.replace(/⟦(\w+)⟧/g, (_all, name: string) => `<a href="#type-${name}">${name}</a>`)
}

function code(html: string): string {
  return `<pre>${html.replaceAll("; ", "\n  ").replaceAll(" | {", "\n| {")}</pre>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
code, pre { font: 14px/1.45 ui-monospace, monospace }
pre { background: #f4f4f2; padding: .6rem .8rem; overflow-x: auto; white-space: pre-wrap }
section { border-top: 1px solid #ddd } h2 { margin-top: 2.5rem } h3 { margin-bottom: .3rem } b { color: #0a5 }
nav a { margin-right: .8rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616 } pre { background: #222 } a { color: #8bf } section { border-color: #333 } b { color: #4d9 } }
`
