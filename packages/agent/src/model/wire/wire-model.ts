// A Model out of a codec: encode, exchange, read. All that the two formats share is here.
import type { Dispatcher } from "undici"
import { defined } from "../../base/defined.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { FitTool, Model, ModelRequest } from "../../contracts/model.ts"
import { connectionsTo, type Environment } from "./connections.ts"
import { exchange } from "./exchange.ts"
import { ABORTED, failure, type Peer } from "./failures.ts"
import { changesOf, sentTool, withOwnNames } from "./fit/fit-tools.ts"
import type { SchemaRules } from "./fit/rules.ts"
import { defaultLimits, type Limits } from "./limits.ts"
import { namesOf } from "./names.ts"
import { type Format, Receiver } from "./receiver.ts"

export interface WireOptions {
  /** As the provider calls it. */
  readonly model: string
  readonly baseUrl: string
  readonly apiKey?: string
  /** What the model is called in the log; `provider:model` unless you say otherwise. */
  readonly name?: string
  readonly provider?: string
  /** Where key and address come from, for messages that help. */
  readonly keyName?: string
  readonly urlName?: string
  readonly headers?: Readonly<Record<string, string>>
  /** False for endpoints that cannot stream. One that answers with plain JSON all the same is understood. */
  readonly stream?: boolean
  readonly limits?: Partial<Limits>
  /** Further fields of the request: `{ temperature: 0 }`. */
  readonly extra?: JsonObject
  /** Where proxies are named; `process.env` unless you say otherwise. */
  readonly env?: Environment
}

export interface Codec {
  readonly format: Format
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly encode: (request: ModelRequest) => string
  /** What tools are fitted to. */
  readonly rules: SchemaRules
}

export function wireModel(options: WireOptions, codec: Codec): Model {
  const { provider = "The model", stream = true } = options
  const base = new URL(options.baseUrl)
  const path = base.pathname.replace(/\/+$/, "") + codec.path + base.search
  const { origin } = base
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const headers = {
    "content-type": "application/json",
    accept: stream ? "text/event-stream, application/json" : "application/json",
    ...credentialsIn(base),
    ...codec.headers,
    ...options.headers,
  }
  const { apiKey, keyName, urlName } = options
  const peer: Peer = {
    provider,
    model: options.model,
    url: origin + path,
    ...defined({ apiKey, keyName, urlName }),
  }
  const { format } = codec
  // Looked up once: reading process.env costs more than the rest of the lookup.
  let dispatcher: Dispatcher | undefined
  const fit: FitTool = (tool) => sentTool(tool, codec.rules)
  return {
    name: options.name ?? `${options.provider ?? base.host}:${options.model}`,
    sentOtherwise: (tool) => changesOf(tool, codec.rules),
    toolFitting: async () => fit,
    sentChars: (request) => codec.encode(request).length,
    async ask(request, { signal, onText, onReasoning }) {
      if (signal.aborted) return failure(ABORTED, "")
      dispatcher ??= connectionsTo(origin, options.env ?? process.env)
      const receiver = new Receiver({
        format,
        peer,
        nameOf: namesOf(request.known ?? request.tools),
        tools: request.known ?? request.tools,
        onText,
        onReasoning,
      })
      const body = codec.encode(request)
      const reply = await exchange({
        dispatcher,
        origin,
        path,
        headers,
        body,
        peer,
        limits,
        signal,
        receiver,
      })
      return withOwnNames(reply, request.known ?? request.tools, codec.rules)
    },
  }
}

/** `https://user:password@host`, as some put in front of their own endpoint. */
function credentialsIn({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "") return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}
