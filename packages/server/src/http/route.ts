// A route as data: its row in the table of access, its schemas, and a handler of a few lines.
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi"
import type { Json } from "@pawl/agent"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { z } from "zod"
import type { AccessRow } from "../access/guard.ts"
import type { Principal } from "../access/principal.ts"
import { ACCESS, type Access, type RouteName } from "../access/table.ts"
import type { Services } from "../services.ts"
import { ErrorEnvelope } from "./envelope.ts"
import { refuseUnknownKeys } from "./unknown-keys.ts"
import { wholeTexts } from "./whole-text.ts"

export interface Variables {
  readonly trace: string
  /** The row of the request in the table of access; undefined if it is for none of the routes. */
  readonly row: AccessRow | undefined
  readonly principal: Principal
  /** What a handler adds to the audit. */
  readonly remarks?: Readonly<Record<string, Json>>
  /** The session, if it is not the caller's own. */
  readonly others?: { readonly session: string; readonly owner: string | null }
}

export interface Env {
  readonly Variables: Variables
}

type Shape = z.ZodType | undefined
type Of<S extends Shape> = S extends z.ZodType ? Exact<z.output<S>> : undefined

/** A field that is left out is absent: zod's types also allow undefined, which it never makes. */
export type Exact<T> = T extends readonly (infer E)[]
  ? readonly Exact<E>[]
  : T extends object
    ? { [K in keyof T]: Exact<Exclude<T[K], undefined>> }
    : T

export interface Asked<P extends Shape, Q extends Shape, B extends Shape>
  extends Omit<Variables, "row" | "remarks" | "others"> {
  readonly params: Of<P>
  readonly query: Of<Q>
  readonly body: Of<B>
  readonly services: Services
  /** Aborted when the client goes away, and when the rights of the person who asks change. */
  readonly signal: AbortSignal
  /** Adds to what the audit keeps of this request. Never a secret. */
  readonly remark: (detail: Readonly<Record<string, Json>>) => void
  readonly header: (name: string) => string | undefined
  /** For the few routes that set cookies, upgrade the connection, or read a body that is not JSON. */
  readonly context: Context<Env>
}

export interface Definition<P extends Shape, Q extends Shape, B extends Shape, A extends z.ZodType> {
  readonly summary: string
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The media type of a body that is not JSON: the handler reads it from the request. */
  readonly takes?: string
  /** The schema of the answer. */
  readonly answer: A
  readonly status?: ContentfulStatusCode
  /** The answer's media type, when it is not JSON: the handler returns a Response. */
  readonly media?: string
  /** Returns the answer, or a Response of its own. */
  handle(asked: Asked<P, Q, B>): Promise<z.input<A> | Response> | z.input<A> | Response
}

export interface Route {
  readonly name: RouteName
  register(app: OpenAPIHono<Env>, services: Services): void
}

export function route<
  A extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(name: RouteName, definition: Definition<P, Q, B, A>): Route {
  return { name, register: (app, services) => register(app, services, name, definition) }
}

/** An answer that is JSON already. */
export function jsonOf(c: Context<Env>, json: Uint8Array<ArrayBuffer>): Response {
  return c.body(json, 200, JSON_TYPE)
}

const JSON_TYPE = { "content-type": "application/json" }

function register<P extends Shape, Q extends Shape, B extends Shape, A extends z.ZodType>(
  app: OpenAPIHono<Env>,
  services: Services,
  name: RouteName,
  definition: Definition<P, Q, B, A>,
): void {
  const { answer, status = 200, handle } = definition
  app.openapi(described(name, definition), (async (c: Context<Env>) => {
    const valid = (where: "param" | "query" | "json") => c.req.valid(where as never)
    if (definition.body !== undefined) refuseUnknownKeys(definition.body, await sentJson(c))
    const asked = {
      params: definition.params && valid("param"),
      query: definition.query && valid("query"),
      body: definition.body && wholeTexts(valid("json")),
      principal: c.get("principal"),
      trace: c.get("trace"),
      services,
      // Made only for those who ask: it costs more than many a handler.
      get signal() {
        return AbortSignal.any([c.req.raw.signal, services.revocations.signalFor(c.get("principal"))])
      },
      remark: (detail: Readonly<Record<string, Json>>) => c.set("remarks", { ...c.get("remarks"), ...detail }),
      header: (header: string) => c.req.header(header),
      context: c,
    }
    // The validators above have checked them against these very schemas.
    const answered = await handle(asked as unknown as Asked<P, Q, B>)
    if (answered instanceof Response) return answered
    if (services.checksAnswers) answer.parse(answered)
    return c.json(answered as never, status)
  }) as never)
}

/** A request that has no type has no body: with one it was refused before. */
function sentJson(c: Context<Env>): Promise<unknown> | object {
  return c.req.header("content-type") === undefined ? {} : c.req.json()
}

/** Where nothing has to be said, a request without a body counts as an empty one. */
function mayBeEmpty(body: z.ZodType): boolean {
  return body.safeParse({}).success
}

function described(name: RouteName, definition: Definition<Shape, Shape, Shape, z.ZodType>) {
  const { summary, description, params, query, body, answer, takes, status = 200 } = definition
  const { media = "application/json" } = definition
  const { method, path, may }: Access = ACCESS[name]
  const [tag = name] = name.split(".")
  return createRoute({
    method,
    path,
    operationId: name,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(may === "anyone" ? { security: [] } : {}),
    request: {
      ...(params !== undefined && { params: params as never }),
      ...(query !== undefined && { query: query as never }),
      ...(takes !== undefined && { body: { required: true, content: { [takes]: { schema: z.string() } } } }),
      ...(body !== undefined && {
        body: { required: !mayBeEmpty(body), content: { "application/json": { schema: body } } },
      }),
    },
    responses: {
      [status]: { description: summary, content: { [media]: { schema: answer } } },
      default: { description: "An error.", content: { "application/json": { schema: ErrorEnvelope } } },
    },
  })
}
