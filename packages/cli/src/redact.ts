// Removes secrets from what is logged or shown. Values from the environment are known exactly, others by their shape.
import { redact } from "@pawl/agent"

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH/i

export function redactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value?.length ?? 0) >= 8)
    .map(([, value]) => value ?? "")
  return (text) => redact(secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text))
}

/** The same for every text in a value. */
export function cleaner(redact: (text: string) => string): <T>(value: T) => T {
  /** A key such as `password` marks its value as a secret, so redact both together. */
  const named = (key: string, value: unknown): unknown => {
    const mark = `${key}=`
    const pair = typeof value === "string" ? redact(mark + value) : ""
    return pair.startsWith(mark) ? redact(pair.slice(mark.length)) : clean(value)
  }
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return redact(value)
    if (Array.isArray(value)) return value.map(clean)
    if (value instanceof Error) return clean(plainError(value))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(key, each)]))
  }
  return <T>(value: T) => clean(value) as T // The same shape: only strings change.
}

/** Deeper causes say nothing new, and one may be its own. */
const MOST_CAUSES = 3

/** Written as JSON, an error would lose its message and its cause: they are no fields that are listed. */
function plainError(error: Error, causes = MOST_CAUSES): object {
  const { name, message, stack, cause } = error
  const why = cause instanceof Error && causes > 0 ? { cause: plainError(cause, causes - 1) } : {}
  return { ...error, name, message, stack, ...why }
}
