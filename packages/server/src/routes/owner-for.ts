// Whose sessions a list shows: a person's own; an admin may ask for those of others.
import { hasRole, type Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"

export function ownerFor(principal: Principal, wanted?: string): { readonly owner?: string } {
  const isOwn = wanted === undefined || wanted === principal.user
  if (isOwn) return principal.isLocal === true ? {} : { owner: principal.user }
  if (!hasRole(principal, "admin")) throw new HttpError(403, "not-allowed", "Only admins list the sessions of others.")
  return wanted === "*" ? {} : { owner: wanted }
}
