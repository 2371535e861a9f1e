// Warns once when telemetry cannot be sent, not for every batch.
import { redactor } from "../redact.ts"
import { world } from "../world.ts"

export function warnOnce(warn: (line: string) => void): (message: string) => void {
  let isSaid = false
  return (message) => {
    if (isSaid) return
    isSaid = true
    const line = redactor(world().env)(message).replace(/\s+/g, " ").slice(0, 200)
    warn(
      `Traces or metrics are not sent: ${line}. Check OTEL_EXPORTER_OTLP_ENDPOINT, or unset it; the command goes on.`,
    )
  }
}
