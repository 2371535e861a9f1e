// Decides what runs without an approval: the grants that an agent was given or stores, and which of them covers a call.
import { resolve } from "node:path"
import type { Grant } from "../contracts/fact.ts"
import { isPlaced, placeOf } from "../features/approval/policy/grant-place.ts"
import { grantIn, isGraveCall } from "../features/approval/policy/granting.ts"
import type { Grants } from "../features/approval/policy/grants.ts"
import type { HasReadSecrets } from "../features/approval/policy/secrets-read.ts"
import type { PerformPorts } from "../kernel/performer.ts"
import type { ToolSource } from "../tools/tool.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import type { AgentOptions } from "./options.ts"

/** A list holds the initial grants. Without a store for grants, "always" lasts as long as the agent. */
export function grantsOf(options: Pick<AgentOptions, "grants">): Grants {
  const given = options.grants ?? []
  // The application stores the grants: perhaps for many workspaces, and perhaps since before grants had one.
  if ("list" in given) {
    const list = async (owner?: string) =>
      (await given.list(owner)).filter((grant) => isPlaced(grant) && isOf(owner)(grant))
    return { list, add: (grant) => given.add(grant) }
  }
  const known = kept.get(options)
  if (known !== undefined) return known
  const added: Grant[] = []
  const grants: Grants = {
    // What the program grants holds for all, unless it names an owner. What a person grants holds for that person.
    list: (owner) => [
      ...given.filter((grant) => grant.owner === undefined || isOf(owner)(grant)),
      ...added.filter(isOf(owner)),
    ],
    add: (grant) => void added.push(grant),
  }
  kept.set(options, grants)
  return grants
}

/** Sessions without an owner are those of one person, as of the terminal program: no other person has their grants. */
function isOf(owner: string | undefined): (grant: Grant) => boolean {
  return (grant) => grant.owner === owner
}

const kept = new WeakMap<object, Grants>()

export function grantingFor(
  { options, parts: { store, files } }: Pick<BehaviourInputs, "options" | "parts">,
  sources: readonly ToolSource[],
): Required<Pick<PerformPorts, "grantFor" | "isGrave">> {
  const folder = resolve(options.workspace ?? process.cwd())
  // Loaded only when a granted call could send secrets away.
  let loading: Promise<HasReadSecrets> | undefined
  const hasReadSecrets: HasReadSecrets = async (session) => {
    loading ??= import("../features/approval/policy/secrets-read.ts").then(({ secretsReadIn }) =>
      secretsReadIn(store, folder, (name) => contentsOf(name, sources)),
    )
    return (await loading)(session)
  }
  // Resolved once, so that a symbolic link that is changed later does not move a grant to another folder.
  const root = files?.root ?? placeOf(folder)
  const granting = { grants: grantsOf(options), root, hasReadSecrets }
  return {
    grantFor: (asked, ofSession, of) => grantIn(of, asked, ofSession, granting),
    isGrave: (asked, of) => isGraveCall(of, asked, granting),
  }
}

function contentsOf(name: string, sources: readonly ToolSource[]): readonly string[] {
  const found = sources.flatMap((source) => source.tools()).find((tool) => tool.name === name)
  return found?.contents ?? []
}
