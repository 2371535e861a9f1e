// What belongs to the person who asks: tokens, and grants for all sessions.
import { z } from "zod"
import { localRows, revokeLocal } from "../access/local-grants.ts"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { AnyObject, DONE, Done } from "../schemas/common.ts"
import { MadeToken, TokenRecord } from "../schemas/users.ts"

const tokens = route("own.tokens", {
  summary: "Your tokens, without the tokens themselves.",
  answer: z.object({ tokens: z.array(TokenRecord) }),
  async handle({ principal: { user, uid }, services: { users } }) {
    return { tokens: uid === undefined ? [] : [...(await users.tokens(user))] }
  },
})

const rotateToken = route("own.rotate-token", {
  summary: "Replaces the token that you send: the old one is refused at once.",
  answer: MadeToken,
  async handle({ principal: { user, token }, services: { users }, remark }) {
    if (token === undefined)
      throw new HttpError(409, "token-missing", "You came without a token, so none can be replaced.")
    remark({ token })
    return users.rotateToken(user, token)
  },
})

/** Sessions of the person at the machine have no owner. */
const ownerOf = ({ isLocal, user }: Principal) => (isLocal === true ? undefined : user)

const GrantRecord = z
  .object({
    id: z.string(),
    grant: AnyObject,
    from: z
      .enum(["server", "machine"])
      .describe("Where it is kept: by the server, or on its machine, where it holds for the terminal program too."),
  })
  .meta({ id: "StoredGrant" })

const grants = route("own.grants", {
  summary: "What you granted for all your sessions: calls that need no approval.",
  description:
    "`pawl serve` keeps the grants of the person at the machine in the file permissions.json of the terminal program. Only that " +
    "person sees them here, with `from` machine.",
  answer: z.object({ grants: z.array(GrantRecord) }),
  async handle({ principal, services: { users, localGrants } }) {
    const stored = (await users.grants.rows(ownerOf(principal))).map((row) => ({ ...row, from: "server" }) as const)
    const local = principal.isLocal === true ? await localRows(localGrants) : []
    const rows = [...stored, ...local.map((row) => ({ ...row, from: "machine" }) as const)]
    // Plain data of the library.
    return { grants: rows as unknown as z.input<typeof GrantRecord>[] }
  },
})

const revokeGrant = route("own.revoke-grant", {
  summary: "Revokes a grant: calls like it need an approval again.",
  params: z.object({ grant: z.string().min(1).max(100) }),
  answer: Done,
  async handle({ params: { grant }, principal, services: { users, localGrants } }) {
    if (principal.isLocal === true && (await revokeLocal(localGrants, grant))) return DONE
    await users.grants.remove(ownerOf(principal), grant)
    return DONE
  },
})

export const ownRoutes = [tokens, rotateToken, grants, revokeGrant]
