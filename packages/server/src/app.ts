// Puts the application together: what happens around every request, and the routes.
import { OpenAPIHono } from "@hono/zod-openapi"
import type { MiddlewareHandler } from "hono"
import { methodsOf } from "./access/guard.ts"
import type { Document } from "./docs/document.ts"
import { docsPage, PAGE_HEADERS } from "./docs/page.ts"
import { envelope, HttpError, problemOf } from "./http/envelope.ts"
import type { Env, Route } from "./http/route.ts"
import { FixedPathsFirst } from "./http/router.ts"
import { tracing } from "./http/tracing.ts"
import { ROUTES } from "./routes/all.ts"
import type { Services } from "./services.ts"
import type { AppFiles } from "./web/app-files.ts"
import { appPage, isForApp } from "./web/app-pages.ts"

export interface AppOptions {
  readonly services: Services
  /** Finds out who asks, and refuses those who may not: runs before every route. */
  readonly guards: readonly MiddlewareHandler<Env>[]
  readonly routes?: readonly Route[]
  /** The files of the web app, for every address that is no route. */
  readonly web?: AppFiles | undefined
}

export type App = OpenAPIHono<Env>

export function createApp({ services, guards, routes = ROUTES, web }: AppOptions): App {
  const app = new OpenAPIHono<Env>({
    router: new FixedPathsFirst(),
    defaultHook: (result) => {
      if (!result.success) throw inputInvalid(result.error.issues)
    },
  })
  app.use(tracing(services))
  for (const guard of guards) app.use(guard)
  for (const each of routes) each.register(app, services)
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" })
  app.doc31("/openapi.json", DOCUMENT)
  app.get("/docs", (c) => c.body(docsPage(documentOf(app)), 200, PAGE_HEADERS))
  app.notFound((c) => {
    const page = web === undefined || !isForApp(c.req.method, c.req.path) ? undefined : appPage(c, web)
    return page ?? envelope(c, problemOf(noRoute(c.req)))
  })
  app.onError((error, c) => {
    const problem = problemOf(asHttp(error))
    if (problem.status >= 500) services.log.error({ trace: c.get("trace"), error }, "request failed")
    return envelope(c, problem)
  })
  return app
}

function noRoute({ method, path }: { readonly method: string; readonly path: string }): HttpError {
  const message = `There is no ${method} ${path}. GET /openapi.json lists the routes.`
  const allow = methodsOf(path).join(", ")
  if (allow === "") return new HttpError(404, "route-missing", message)
  return new HttpError(405, "method-missing", `${message} This path has ${allow}.`, { headers: { allow } })
}

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pawl", version: "1", description: "Sessions of agents: send, follow, approve, look, go back." },
  security: [{ bearer: [] }],
}

/** The document of the routes. */
export function documentOf(app: App): Document {
  return app.getOpenAPI31Document(DOCUMENT) as unknown as Document
}

/** What hono itself refuses, by status. */
const REFUSED: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["input-invalid", "The body is not valid JSON. Send a JSON object."],
  415: ["media-type-unknown", 'The body has another type. Send JSON, with "content-type: application/json".'],
}

function asHttp(error: Error): Error {
  const status = "status" in error ? Number(error.status) : 0
  const [code, message] = error instanceof HttpError ? [] : (REFUSED[status] ?? [])
  return code === undefined || message === undefined ? error : new HttpError(status as 400, code, message)
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function inputInvalid(issues: readonly Issue[]): HttpError {
  const list = issues.slice(0, 5).map(({ path, message }) => `${path.map(String).join(".") || "input"}: ${message}`)
  return new HttpError(400, "input-invalid", `${list.join("; ")}. GET /openapi.json describes what is expected.`)
}
