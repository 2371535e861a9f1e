// The options of a turn that a person asks for, within what the owner's groups allow.
import type { SendOptions } from "@pawl/agent"
import { covers, notAllowed, refuseUnlessAllowed } from "../access/allows.ts"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import type { Opened } from "../workspaces.ts"

type Wanted = Pick<
  SendOptions,
  "id" | "whenBusy" | "model" | "tools" | "toolChoice" | "approval" | "priority" | "output"
>

/** `opened`: the session, with the rights of its owner. */
export function turnOptions(
  { user }: Principal,
  opened: Pick<Opened, "rights" | "row" | "workspace">,
  wanted: Wanted,
): SendOptions {
  const { rights, row } = opened
  refuseUnlessAllowed("profiles", row.profile, rights)
  refuseUnknownModel(opened, wanted.model)
  return { ...wanted, by: user, ...modelWithin(opened, wanted.model), ...toolsWithin(rights, wanted.tools) }
}

/** In words for those who cannot change the agent. */
function refuseUnknownModel(
  { rights, workspace }: Pick<Opened, "rights" | "workspace">,
  wanted: Wanted["model"],
): void {
  if (wanted === undefined || workspace.models.includes(String(wanted))) return
  const open = workspace.models.filter((each) => covers(rights.allows.models, each)).join(", ") || "none"
  throw new HttpError(400, "model-unknown", `This workspace has no model "${wanted}". You may use: ${open}.`)
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
