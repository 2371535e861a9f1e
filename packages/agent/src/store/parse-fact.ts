// Parses a stored fact. Facts of an unknown version or type are refused, never guessed; fields that do not fit their type
// are repaired and marked.
import { messageOf, PawlError } from "../contracts/error.ts"
import { FACT_VERSION, type Fact } from "../contracts/fact.ts"
import { repairedFact } from "../kernel/fact-shape.ts"
import { isFactType } from "../registry/facts.ts"

/** A fact as it was stored. Throws when it was written by a newer Pawl, or is damaged. */
export function parseFact(body: string, session: string): Fact {
  const fact = parse(body, session)
  if (fact.v !== FACT_VERSION || !isFactType(fact.type)) throw unreadable(fact, session)
  // A malformed field that an earlier version stored must not stop readers of the log: it is shown as what it is.
  return repairedFact(fact, fact.type)
}

function parse(body: string, session: string): Fact {
  try {
    // The only place where rows become facts. What was written is a Fact; its version and type are checked next.
    const fact = JSON.parse(body) as Fact | null
    if (typeof fact === "object" && fact !== null) return fact
  } catch (cause) {
    const message = `A fact of session "${session}" is damaged: ${messageOf(cause)}. The session was not changed; restore it from a backup.`
    throw new PawlError("fact-unreadable", message, { cause })
  }
  throw new PawlError(
    "fact-unreadable",
    `A fact of session "${session}" is not an object. The session was not changed; restore it from a backup.`,
  )
}

function unreadable(fact: Fact, session: string): PawlError {
  const { v, type, seq } = fact
  return new PawlError(
    "fact-unreadable",
    `Fact ${seq} of session "${session}" is of type "${type}", version ${v}: it was written by a newer Pawl than this one, ` +
      `which reads version ${FACT_VERSION}. Upgrade Pawl to open this session; it was not changed.`,
  )
}
