// Limits of delegation and the kinds of children: Pawl's defaults, and what an agent's options set.
import type { ChildKind, Delegated, DelegationOptions } from "../../contracts/delegation.ts"

export type DelegationLimits = Required<Omit<DelegationOptions, "maxTokens">> & Pick<DelegationOptions, "maxTokens">

/** The part of an agent's options that this file reads. */
export interface Delegation {
  readonly delegation?: DelegationOptions | boolean
}

const KINDS: Readonly<Record<string, ChildKind>> = {
  general: { about: "has the same tools as you." },
  "read-only": { about: "can look, and change nothing.", tools: "read" },
}

/** Undefined where delegation is off. */
export function delegationOf({ delegation }: Delegation): DelegationLimits | undefined {
  if (delegation === undefined || delegation === false) return undefined
  const {
    maxDepth = 2,
    maxChildren = 8,
    timeoutMs = 600_000,
    maxIterations = 25,
    maxTokens,
    kinds,
  } = delegation === true ? {} : delegation
  const limits = { maxDepth, maxChildren, timeoutMs, maxIterations, kinds: { ...KINDS, ...kinds } }
  return maxTokens === undefined ? limits : { ...limits, maxTokens }
}

export function kindOf(delegated: Delegated, options: Delegation): ChildKind | undefined {
  const kinds = delegationOf(options)?.kinds ?? KINDS
  return Object.hasOwn(kinds, delegated.kind) ? kinds[delegated.kind] : undefined
}

/** What a child is told in addition to the agent's instructions. */
export function delegatedWords(delegated: Delegated, options: Delegation): string {
  const own = kindOf(delegated, options)?.instructions
  return own === undefined ? WORDS : `${WORDS} ${own}`
}

const WORDS =
  "You work for another agent, which gave you this task and sees nothing but your last answer. Do all of it, then answer with what it needs: results, paths, figures, and what you could not do. Do not ask back unless you cannot go on without an answer."
