// `pawl groups`: what the members of a group may use on the server of this database.
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { onUsers, type Recorded } from "./on-users.ts"
import { rightsIn } from "./rights-words.ts"
import { groupsText, groupText } from "./users-text.ts"

export function groups({ words, flags }: Request): Promise<number> {
  const [what = "list", name = "", ...rest] = words
  if (what === "list") return onUsers(flags, (opened) => list(opened, flags))
  if (what !== "set" && what !== "remove")
    throw wrongUsage(`There is no "pawl groups ${named(what)}". Use "list", "set NAME RIGHT=..." or "remove NAME".`)
  if (name === "") throw wrongUsage(`Name the group: "pawl groups ${what} NAME".`)
  if (what === "remove") return onUsers(flags, (opened) => remove(opened, name))
  const rights = rightsIn(rest)
  return onUsers(flags, async ({ users, record }) => {
    const group = await record("groups set", { group: name, ...rights }, () => users.groups.put(name, rights))
    if (flags.has("json")) out.json(group)
    else out.line(groupText(group))
    return EXIT.done
  })
}

async function list({ users }: Recorded, flags: Request["flags"]): Promise<number> {
  const all = await users.groups.list()
  if (flags.has("json")) out.json(all)
  else out.write(groupsText(all))
  return EXIT.done
}

async function remove({ users, record }: Recorded, name: string): Promise<number> {
  await record("groups remove", { group: name }, () => users.groups.remove(name))
  out.line(`Removed "${named(name)}". Members who are in no other group may use nothing now.`)
  return EXIT.done
}
