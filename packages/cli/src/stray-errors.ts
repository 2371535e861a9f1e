// Errors of plugins that nobody waits for: Node would end the process with a stack trace, secrets and all.
import { EXIT } from "./exit-codes.ts"
import { oneLine } from "./failure.ts"
import { redactor } from "./redact.ts"
import { world } from "./world.ts"

/** `clean`: takes out what is known to be secret. Whoever opens an agent last hears of it. */
export function catchStrays(clean: (text: string) => string, warn: (line: string) => void): void {
  const { env, leave, onStray } = world()
  const redact = redactor(env)
  const tell = (line: string) => warn(redact(clean(line)))
  onStray({
    // The promise is lost, and nothing else: whoever needed it has a deadline.
    rejected: (reason) => tell(`Something failed that nobody waited for, probably in a plugin: ${messageIn(reason)}`),
    // After this nobody knows what state the process is in. Every turn is safe in its log.
    thrown(error) {
      tell(`Stopped by an error that nobody caught, probably in a plugin: ${messageIn(error)} "pawl resume" goes on.`)
      leave(EXIT.failed)
    },
  })
}

function messageIn(error: unknown): string {
  const line = oneLine(error instanceof Error ? error.message : String(error))
  return /[.!?]$/.test(line) ? line : `${line}.`
}
