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
    if (typeof value !== "object" || value === null || value instanceof Error) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(key, each)]))
  }
  return <T>(value: T) => clean(value) as T // The same shape: only strings change.
}
