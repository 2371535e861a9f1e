// What this browser keeps for one user: the next one who logs in here neither sees it nor sends it.
import { dropFiles } from "./kept-files.ts"
import { removeStored, storedKeys } from "./storage.ts"

let user = ""

/** Set as soon as the server has said who asks. True if another one was in before, on this very page. */
export function setUser(name: string): boolean {
  const isOther = user !== "" && user !== name
  user = name
  return isOther
}

export function ownKey(name: string): string {
  return `${beginning()}${name}`
}

/** At a logout. */
export async function dropOwn(): Promise<void> {
  for (const key of storedKeys(beginning())) removeStored(key)
  await dropFiles(beginning())
}

/** No name of a user reaches past the second slash. */
function beginning(): string {
  return `pawl.of/${encodeURIComponent(user)}/`
}
