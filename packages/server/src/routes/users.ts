// Users and their tokens, for admins.
import { z } from "zod"
import type { User } from "../access/users.ts"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { DONE, Done } from "../schemas/common.ts"
import { MadeToken, NewUserBody, TokenBody, TokenRecord, UserChangeBody, UserRecord } from "../schemas/users.ts"

const UserParams = z.object({ user: z.string().min(1).max(200) })
const TokenParams = UserParams.extend({ token: z.string().min(1).max(100) })

function recordOf({ groups, limits, ...user }: User): z.input<typeof UserRecord> {
  return { disabled: false, fromLogin: false, ...user, groups: [...groups], ...(limits && { limits: { ...limits } }) }
}

const list = route("users.list", {
  summary: "All users, by name.",
  answer: z.object({ users: z.array(UserRecord) }),
  handle: async ({ services: { users } }) => ({ users: (await users.list()).map(recordOf) }),
})

const get = route("users.get", {
  summary: "One user, with the tokens.",
  params: UserParams,
  answer: UserRecord.extend({ tokens: z.array(TokenRecord) }),
  async handle({ params: { user }, services: { users } }) {
    return { ...recordOf(await users.get(user)), tokens: [...(await users.tokens(user))] }
  },
})

const add = route("users.add", {
  summary: "Adds a user, with a first token.",
  body: NewUserBody,
  answer: z.object({ user: UserRecord, token: MadeToken }),
  status: 201,
  async handle({ body: { name, ...rights }, services: { users }, remark }) {
    remark({ user: name, role: rights.role ?? "user", groups: rights.groups ?? [] })
    if (rights.role !== "admin" && (await users.isEmpty())) throw firstIsAdmin()
    const user = await users.add(name, rights)
    return { user: recordOf(user), token: await users.makeToken(name, { name: "first" }) }
  },
})

/** From the first user on, nobody comes in without a token: somebody has to be able to manage the others. */
function firstIsAdmin(): HttpError {
  return new HttpError(409, "first-is-admin", 'The first user must be an admin. Send "role": "admin".')
}

const change = route("users.change", {
  summary: "Changes role, groups and limits of a user, or shuts the user out. What is left out stays as it is.",
  params: UserParams,
  body: UserChangeBody,
  answer: UserRecord,
  async handle({ params: { user }, body, services: { users }, remark }) {
    remark({ user, ...body })
    return recordOf(await users.change(user, body))
  },
})

const remove = route("users.remove", {
  summary: "Removes a user, with tokens, logins and grants. The sessions stay.",
  params: UserParams,
  answer: Done,
  async handle({ params: { user }, services: { users }, remark }) {
    remark({ user })
    await users.remove(user)
    return DONE
  },
})

const makeToken = route("users.make-token", {
  summary: "Makes one more token for a user.",
  params: UserParams,
  body: TokenBody,
  answer: MadeToken,
  status: 201,
  async handle({ params: { user }, body, services: { users }, remark }) {
    const made = await users.makeToken(user, body)
    remark({ user, token: made.id })
    return made
  },
})

const rotateToken = route("users.rotate-token", {
  summary: "Replaces a token: the old one is refused at once.",
  params: TokenParams,
  answer: MadeToken,
  async handle({ params: { user, token }, services: { users }, remark }) {
    remark({ user, token })
    return users.rotateToken(user, token)
  },
})

const revokeToken = route("users.revoke-token", {
  summary: "Revokes a token: it is refused at once, in all processes.",
  params: TokenParams,
  answer: Done,
  async handle({ params: { user, token }, services: { users }, remark }) {
    remark({ user, token })
    await users.revokeToken(user, token)
    return DONE
  },
})

export const userRoutes = [list, get, add, change, remove, makeToken, rotateToken, revokeToken]
