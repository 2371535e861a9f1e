// What a handler throws when no code of the library stands for it. The terminal program prints the same sentences.
import type { ContentfulStatusCode } from "hono/utils/http-status"

export class HttpError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly retryable: boolean
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    how: {
      readonly retryable?: boolean
      readonly headers?: Readonly<Record<string, string>>
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: how.cause })
    this.name = "HttpError"
    this.status = status
    this.code = code
    this.retryable = how.retryable ?? false
    this.headers = how.headers ?? {}
  }
}
