// The groups of users.
import { HttpError } from "../http/http-error.ts"
import { changeRecord, type Records } from "../records.ts"
import { type GroupDocument, KINDS } from "./documents.ts"
import { readName } from "./names.ts"

export interface Group extends GroupDocument {
  readonly name: string
}

export class Groups {
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  async list(): Promise<readonly Group[]> {
    const all = await this.#records.list(KINDS.group)
    return all.map(({ key, value }) => ({ name: key, ...(value as unknown as GroupDocument) }))
  }

  async get(name: string): Promise<GroupDocument | undefined> {
    return (await this.#records.get(KINDS.group, name))?.value as GroupDocument | undefined
  }

  /** Those that exist. */
  async named(names: readonly string[]): Promise<readonly GroupDocument[]> {
    const found = await Promise.all(names.map((name) => this.get(name)))
    return found.filter((each) => each !== undefined)
  }

  /** Makes the group, or replaces what it allows. */
  async put(name: string, group: GroupDocument): Promise<Group> {
    const key = readName(name, "group")
    return { name: key, ...(await changeRecord<GroupDocument>(this.#records, { kind: KINDS.group, key }, () => group)) }
  }

  /** Its members keep its name, which allows nothing then: nobody gets more by the removal of a group. */
  async remove(name: string): Promise<void> {
    if (!(await this.#records.remove(KINDS.group, name))) throw groupMissing(name)
  }

  async refuseUnknown(names: readonly string[]): Promise<void> {
    for (const name of names) if ((await this.get(name)) === undefined) throw groupMissing(name)
  }
}

export function groupMissing(name: string): HttpError {
  return new HttpError(404, "group-missing", `There is no group "${name}". Make it first, or check its name.`)
}
