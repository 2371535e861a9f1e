// Wraps a tool's body: everything it returns, prints or asks is made well-formed Unicode and cleaned of the secrets that
// the agent knows, before it reaches a model, a person or the log.
import { goOn, type Soon } from "../base/at-hand.ts"
import { wellFormed, wholeCharacters } from "../base/well-formed.ts"
import type { Preparation, RunOptions, ToolResult, Verdict } from "../contracts/toolbox.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { cleanPreparation, cleanResult, cleanValue } from "./clean.ts"

export interface Guard {
  preparation(prepared: Soon<Preparation>): Soon<Preparation>
  /** Runs the body with guarded options, and guards its result. */
  run(how: RunOptions, body: (how: RunOptions) => Soon<ToolResult>): Soon<ToolResult>
  verdict(verdict: Verdict): Verdict
}

export function guardFor(secrets: KnownSecrets | undefined): Guard {
  return inWholeCharacters(secrets === undefined ? UNGUARDED : withoutSecrets(secrets))
}

/** A tool's results and questions become facts and are sent with every later request, so they must be well-formed. */
function inWholeCharacters(guard: Guard): Guard {
  return {
    // It contains the arguments, which are the model's own.
    preparation: (prepared) => goOn(guard.preparation(prepared), (given) => wellFormed(given, wholeCharacters)),
    run: ({ ask, askModel, askApproval, ...how }, body) => {
      const whole = {
        ...how,
        ...(ask && { ask: (question, more) => ask(wellFormed(question), more) }),
        ...(askApproval && { askApproval: (request, more) => askApproval(wellFormed(request, wholeCharacters), more) }),
        ...(askModel && { askModel: (request, more) => askModel(wellFormed(request), more) }),
      } satisfies RunOptions
      return goOn(guard.run(whole, body), (result) => wellFormed(result))
    },
    verdict: (verdict) => wellFormed(guard.verdict(verdict)),
  }
}

function withoutSecrets(secrets: KnownSecrets): Guard {
  const { clean } = secrets
  return {
    preparation: (prepared) => goOn(prepared, (given) => cleanPreparation(given, clean)),
    run(how, body) {
      const output = secrets.stream(how.onOutput)
      const { ask, askModel, askApproval } = how
      const running = body({
        ...how,
        onOutput: output.push,
        ...(ask && { ask: (question, more) => ask(cleaned(question), more) }),
        ...(askApproval && { askApproval: (request, more) => askApproval(cleaned(request), more) }),
        ...(askModel && {
          askModel: ({ system, messages, ...rest }, more) =>
            askModel({ ...rest, system: clean(system), messages: cleaned(messages) }, more),
        }),
      })
      return goOn(running, (result) => {
        output.end()
        return cleanResult(result, clean)
      })
    },
    verdict: (verdict) =>
      verdict.outcome === "happened" && verdict.result !== undefined
        ? { ...verdict, result: cleanResult(verdict.result, clean) }
        : verdict,
  }

  /** The shape stays the same; only texts change. */
  function cleaned<Value>(value: Value): Value {
    return cleanValue(value, clean) as Value
  }
}

const UNGUARDED: Guard = {
  preparation: (prepared) => prepared,
  run: (how, body) => body(how),
  verdict: (verdict) => verdict,
}
