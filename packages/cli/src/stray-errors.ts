// Handles uncaught errors of plugins: Node would end the process with a stack trace that may contain secrets.
import { EXIT } from "./exit-codes.ts"
import { oneLine } from "./failure.ts"
import { redactor } from "./redact.ts"
import { world } from "./world.ts"

/** `clean`: removes known secrets. The last caller's handlers replace earlier ones. */
export function catchStrays(clean: (text: string) => string, warn: (line: string) => void): void {
  const { env, leave, onStray } = world()
  const redact = redactor(env)
  const tell = (line: string) => warn(redact(clean(line)))
  onStray({
    // Only the promise is lost: code that waits for it has a deadline.
    rejected: (reason) =>
      tell(`A promise was rejected without a handler, probably in a plugin: ${messageIn(reason)} The work goes on.`),
    // The state of the process is unknown after this. Every turn is safe in its log.
    thrown(error) {
      tell(
        `Stopped by an uncaught error, probably in a plugin: ${messageIn(error)} Continue the turn with "pawl resume".`,
      )
      leave(EXIT.failed)
    },
  })
}

function messageIn(error: unknown): string {
  const line = oneLine(error instanceof Error ? error.message : String(error))
  return /[.!?]$/.test(line) ? line : `${line}.`
}
