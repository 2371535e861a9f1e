// Builds a Model from a codec: encode, exchange, parse. Holds everything that the two formats share.
import { defined } from "../../base/defined.ts"
import type { Failure } from "../../contracts/answer.ts"
import { Asking } from "../../contracts/asking.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { FitTool, Model, ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { type Connections, connectionsTo, type Environment } from "./connections.ts"
import { exchange } from "./exchange.ts"
import { ABORTED, failure, type Peer } from "./failures.ts"
import { changesOf, sentTool, withOwnNames } from "./fit/fit-tools.ts"
import type { SchemaRules } from "./fit/rules.ts"
import type { Body } from "./kept-messages.ts"
import { defaultLimits, type Limits } from "./limits.ts"
import { namesOf } from "./names.ts"
import { once } from "./once.ts"
import { type Format, Receiver } from "./receiver.ts"

export interface WireOptions {
  /** The provider's name for the model. */
  readonly model: string
  readonly baseUrl: string
  readonly apiKey?: string
  /** The model's name in the log. Default: `provider:model`. */
  readonly name?: string
  readonly provider?: string
  /** The variables that hold key and address, named in error messages. */
  readonly keyName?: string
  readonly urlName?: string
  readonly headers?: Readonly<Record<string, string>>
  /** False for endpoints that cannot stream. A plain JSON answer is accepted either way. */
  readonly stream?: boolean
  readonly limits?: Partial<Limits>
  /** Additional fields of the request: `{ temperature: 0 }`. */
  readonly extra?: JsonObject
  /** Holds the proxy settings. Default: `process.env`. */
  readonly env?: Environment
}

export interface Codec {
  readonly format: Format
  /** The answer is asked for piece by piece. A plain JSON answer is accepted either way. */
  readonly isStreamed: boolean
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly encode: (request: ModelRequest) => Body
  /** The rules that tool schemas are fitted to. */
  readonly rules: SchemaRules
  /** Another way to ask, after a failure that says that this one is refused. All later requests take it too. */
  readonly otherwise?: (failed: Failure) => Codec | undefined
}

export function wireModel(options: WireOptions, first: Codec): Model {
  const { provider = "The model" } = options
  const { format, path: ending, rules } = first
  const base = new URL(options.baseUrl)
  const path = base.pathname.replace(/\/+$/, "") + ending + base.search
  const { origin } = base
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const wayOf = (codec: Codec): Way => {
    const accept = codec.isStreamed ? "text/event-stream, application/json" : "application/json"
    const fixed = { "content-type": "application/json", accept, ...credentialsIn(base) }
    return { codec, headers: { ...fixed, ...codec.headers, ...options.headers } }
  }
  let way = wayOf(first)
  const { apiKey, keyName, urlName } = options
  const peer: Peer = {
    provider,
    model: options.model,
    url: origin + path,
    ...defined({ apiKey, keyName, urlName }),
  }
  // Resolved once: reading process.env costs more than the rest of the lookup.
  let dispatcher: Connections | undefined
  const names = new WeakMap<readonly ToolDefinition[], (wireName: string) => string>()
  const fit: FitTool = (tool) => sentTool(tool, rules)
  const ask: Model["ask"] = async (request, how) => {
    const { onText, onReasoning } = how
    const signal = Asking.stopOf(how)
    if (signal.aborted) return failure(ABORTED, "")
    dispatcher ??= connectionsTo(origin, options.env ?? process.env)
    const asked = way
    const tools = request.known ?? request.tools
    const nameOf = once(names, tools, namesOf)
    const receiver = new Receiver({ format, peer, nameOf, tools, onText, onReasoning })
    const body = asked.codec.encode(request)
    const { headers } = asked
    const reply = await exchange({
      dispatcher,
      origin,
      path,
      headers,
      body: body.bytes,
      peer,
      limits,
      signal,
      receiver,
    })
    if (reply.kind === "answer") {
      // Who answered has read the request. After a failure, a part of it may still be on its way.
      body.done()
      return withOwnNames(reply, tools, rules)
    }
    const other = asked.codec.otherwise?.(reply)
    if (other === undefined) return reply
    // Another request may have found that out meanwhile.
    if (way === asked) way = wayOf(other)
    return ask(request, how)
  }
  return {
    name: options.name ?? `${options.provider ?? base.host}:${options.model}`,
    sentOtherwise: (tool) => changesOf(tool, rules),
    toolFitting: async () => fit,
    sentChars: (request) => {
      const body = way.codec.encode(request)
      body.done()
      return body.chars
    },
    ask,
  }
}

/** How requests are sent now. */
interface Way {
  readonly codec: Codec
  readonly headers: Record<string, string>
}

/** Credentials in a URL, `https://user:password@host`, as some users write for their own endpoint. */
function credentialsIn({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "") return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}
