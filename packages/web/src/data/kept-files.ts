// Files that are not sent yet, in the database of this browser: a reload loses none. A browser may deny it, or have no room left; then
// they live as long as the page, and it asks before it is left.

const DATABASE = "pawl"
const FILES = "files"
/** Sorts after every key with the same beginning. */
const LAST = "\u{ffff}"

let database: Promise<IDBDatabase> | undefined

/** What a reload would lose: not kept, or not yet. */
const unkept = new Set<string>()

export async function keepFile(key: string, file: unknown): Promise<void> {
  unkept.add(key)
  askBeforeLeaving()
  const isKept = await tried("readwrite", (files) => files.put(file, key))
  if (isKept !== undefined) unkept.delete(key)
  askBeforeLeaving()
}

/** All whose keys begin so, in the order of their keys. */
export async function keptFiles<T>(beginning: string): Promise<readonly T[]> {
  return ((await tried("readonly", (files) => files.getAll(from(beginning)))) ?? []) as T[]
}

export async function dropFiles(beginning: string): Promise<void> {
  for (const key of unkept) if (key.startsWith(beginning)) unkept.delete(key)
  askBeforeLeaving()
  await tried("readwrite", (files) => files.delete(from(beginning)))
}

const from = (beginning: string) => IDBKeyRange.bound(beginning, beginning + LAST)

/** Undefined where the browser denies it. Transactions take their turns, so a read sees every write that was begun before it. */
async function tried<T>(mode: IDBTransactionMode, work: (files: IDBObjectStore) => IDBRequest<T>) {
  try {
    database ??= opened()
    const transaction = (await database).transaction(FILES, mode)
    const request = work(transaction.objectStore(FILES))
    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } catch {
    return undefined
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(FILES)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const ask = (event: Event) => event.preventDefault()

function askBeforeLeaving(): void {
  if (unkept.size > 0) globalThis.addEventListener?.("beforeunload", ask)
  else globalThis.removeEventListener?.("beforeunload", ask)
}
