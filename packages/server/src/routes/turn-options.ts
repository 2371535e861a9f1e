// The options of a turn that a person asks for, within what the owner's groups allow.
import type { SendOptions } from "@pawl/agent"
import { covers, notAllowed, refuseUnlessAllowed } from "../access/allows.ts"
import type { Principal } from "../access/principal.ts"
import type { Opened } from "../workspaces.ts"

type Wanted = Pick<SendOptions, "id" | "whenBusy" | "model" | "tools" | "toolChoice" | "output">

/** `opened`: the session, with the rights of its owner. */
export function turnOptions(
  { user }: Principal,
  opened: Pick<Opened, "rights" | "row" | "workspace">,
  wanted: Wanted,
): SendOptions {
  const { rights, row } = opened
  refuseUnlessAllowed("profiles", row.profile, rights)
  return { ...wanted, by: user, ...modelWithin(opened, wanted.model), ...toolsWithin(rights, wanted.tools) }
}

/** Who names no model, and may not use the usual one, gets the first that is allowed. */
function modelWithin({ rights, workspace: { models } }: Pick<Opened, "rights" | "workspace">, wanted: Wanted["model"]) {
  const allowed = rights.allows.models
  if (allowed === undefined) return {}
  if (wanted !== undefined) {
    refuseUnlessAllowed("models", String(wanted), rights)
    return {}
  }
  const [usual = ""] = models
  if (covers(allowed, usual)) return {}
  const model = models.find((each) => covers(allowed, each))
  if (model === undefined) throw notAllowed("models", usual, rights)
  return { model }
}

/** Those wanted that are allowed; all that are allowed if none are named. */
function toolsWithin(rights: Principal, wanted: readonly string[] | undefined) {
  const allowed = rights.allows.tools
  if (allowed === undefined) return {}
  for (const name of wanted ?? []) refuseUnlessAllowed("tools", name, rights)
  return { tools: wanted ?? allowed }
}
