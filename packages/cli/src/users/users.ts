// `pawl users`: adds, lists, changes and removes the users of the database that "pawl serve" works on, and their tokens.
import type { MadeToken, Role, UserChange, Users } from "@pawl/server/access"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { err, out } from "../terminal/screen.ts"
import { onUsers, type Recorded } from "./on-users.ts"
import { limitsIn } from "./rights-words.ts"
import { tokensText, usersText, userText } from "./users-text.ts"

interface Asked extends Recorded {
  readonly name: string
  readonly rest: readonly string[]
  readonly flags: Request["flags"]
}

const ACTIONS: Readonly<Record<string, (asked: Asked) => Promise<number>>> = {
  show,
  add,
  set,
  token,
  rotate,
  revoke,
  lock: (asked) => changed(asked, { disabled: true }),
  unlock: (asked) => changed(asked, { disabled: false }),
  remove,
}

export function users({ words, flags }: Request): Promise<number> {
  const [what = "list", name = "", ...rest] = words
  if (what === "list") return onUsers(flags, async ({ users: all }) => list(all, flags))
  const action = Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined
  if (action === undefined)
    throw wrongUsage(`There is no "pawl users ${named(what)}". Run "pawl users --help" to see what there is.`)
  if (name === "") throw wrongUsage(`Name the user: "pawl users ${what} NAME".`)
  return onUsers(flags, (opened) => action({ ...opened, name, rest, flags }))
}

async function list(all: Users, flags: Request["flags"]): Promise<number> {
  const found = await all.list()
  if (flags.has("json")) out.json(found)
  else out.write(usersText(found))
  return EXIT.done
}

async function show({ users: all, name, flags }: Asked): Promise<number> {
  const [user, tokens] = [await all.get(name), await all.tokens(name)]
  if (flags.has("json")) out.json({ ...user, tokens })
  else out.write(`${userText(user)}${tokensText(tokens)}`)
  return EXIT.done
}

async function add(asked: Asked): Promise<number> {
  const { users: all, name, rest, flags, record } = asked
  const [limits, expiresAt] = [limitsIn(rest), expiryIn(flags)]
  const rights = { ...rightsIn(flags), ...(limits && { limits }), ...(flags.has("adopt") && { adopts: true }) }
  // As over HTTP: from the first user on, only an admin can manage the server there.
  if (rights.role !== "admin" && (await all.isEmpty()))
    throw badInput(`The first user must be an admin. Write "pawl users add ${named(name)} --role admin".`)
  const user = await record("users add", { user: name, ...rights }, () => all.add(name, rights))
  const made = await all.makeToken(name, { name: "first", expiresAt })
  return shown(asked, made, `Added ${user.role} "${named(name)}". This is the token, shown once:`)
}

async function set(asked: Asked): Promise<number> {
  const limits = limitsIn(asked.rest)
  const change = { ...rightsIn(asked.flags), ...(limits && { limits }) }
  if (Object.keys(change).length === 0)
    throw wrongUsage('Say what to set: --role, --group, or a limit such as tokens=100000. "--group none": no groups.')
  return changed(asked, change)
}

async function changed({ users: all, name, flags, record }: Asked, change: UserChange): Promise<number> {
  const user = await record("users set", { user: name, ...change }, () => all.change(name, change, endingOf(flags)))
  if (flags.has("json")) out.json(user)
  else out.write(userText(user))
  return EXIT.done
}

async function token(asked: Asked): Promise<number> {
  const { users: all, name, rest, flags, record } = asked
  const how = { name: rest.join(" "), expiresAt: expiryIn(flags) }
  const made = await record("users token", { user: name, for: how.name }, () => all.makeToken(name, how))
  return shown(asked, made, `One more token of "${named(name)}", shown once:`)
}

async function rotate(asked: Asked): Promise<number> {
  const { users: all, name, rest, record } = asked
  const id = rest[0] ?? (await onlyToken(all, name))
  const made = await record("users rotate", { user: name, token: id }, () => all.rotateToken(name, id))
  return shown(
    asked,
    made,
    `The old token of "${named(name)}" is refused from now on. This is the new one, shown once:`,
  )
}

async function onlyToken(all: Users, name: string): Promise<string> {
  const [first, ...others] = await all.tokens(name)
  if (first === undefined) throw badInput(`"${named(name)}" has no token. Make one: "pawl users token ${named(name)}".`)
  if (others.length === 0) return first.id
  throw wrongUsage(
    `"${named(name)}" has several tokens. Name one by its id: "pawl users show ${named(name)}" lists them.`,
  )
}

async function revoke({ users: all, name, rest: [id], record }: Asked): Promise<number> {
  const detail = { user: name, token: id ?? "all" }
  await record("users revoke", detail, () => (id === undefined ? all.revokeTokens(name) : all.revokeToken(name, id)))
  out.line(
    `${id === undefined ? "All tokens" : "The token"} of "${named(name)}" ${id === undefined ? "are" : "is"} refused from now on.`,
  )
  return EXIT.done
}

async function remove({ users: all, name, flags, record }: Asked): Promise<number> {
  await record("users remove", { user: name }, () => all.remove(name, endingOf(flags)))
  out.line(`Removed "${named(name)}", with tokens and grants. The sessions stay.`)
  return EXIT.done
}

/** Who has the database can make an admin again, so the last one may go. */
function endingOf(flags: Request["flags"]) {
  return { leavesNoAdmin: flags.has("yes") }
}

/** Only the token goes to stdout, so that it can be piped into a file. */
function shown({ flags, name }: Asked, made: MadeToken, words: string): number {
  if (flags.has("json")) out.json({ user: name, ...made })
  else {
    err.line(words)
    out.line(made.token)
  }
  return EXIT.done
}

function rightsIn(flags: Request["flags"]): { readonly role?: Role; readonly groups?: readonly string[] } {
  const role = flags.get("role") as Role | undefined
  const groups = flags.get("group")?.split("\u0000")
  const named = groups?.join() === "none" ? [] : groups
  return { ...(role !== undefined && { role }), ...(named !== undefined && { groups: named }) }
}

const DAY_MS = 86_400_000

function expiryIn(flags: Request["flags"]): number | null {
  const given = flags.get("expires")
  if (given === undefined) return null
  const days = Number(given)
  if (given !== "" && Number.isFinite(days) && days > 0) return Date.now() + days * DAY_MS
  throw wrongUsage(`--expires takes a number of days above 0, and got "${named(given)}".`)
}
