// Takes secrets out of what is logged or shown. The values in our own environment are known exactly; the rest by its shape.
import { redact } from "@pawl/agent"

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH/i

export function redactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value?.length ?? 0) >= 8)
    .map(([, value]) => value ?? "")
  return (text) => redact(secrets.reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text))
}
