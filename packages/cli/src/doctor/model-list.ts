// Whether a provider has a model, by its own list. Lists differ: some leave out aliases, some write a prefix or a tag.

/** What to do when the model is not there; undefined when it is, or when there is no list to tell by. */
export async function modelList(
  name: string,
  { path, all }: { readonly path: string; readonly all: string },
  ask: (path: string) => Promise<Response>,
): Promise<string | undefined> {
  const names = idsIn(await jsonOf(await ask(path + all)))
  if (names === undefined || names.some((each) => isSame(each, name))) return undefined
  // "claude-sonnet-4-5" stands for one with a date, and is in no list; asked for by name it is there.
  const alone = await ask(`${path}/${encodeURIComponent(name)}`)
  if (alone.ok && isModel(await jsonOf(alone))) return undefined
  await alone.body?.cancel().catch(() => {})
  const some = names.slice(0, MAX_NAMED).join(", ")
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : ""
  return names.length === 0 ? "It lists none at all." : `Choose one of: ${some}${more}.`
}

const MAX_NAMED = 5

/** With Gemini's prefix, and Ollama's tag for what has none. */
function isSame(listed: string, name: string): boolean {
  return listed === name || listed === `models/${name}` || listed === `${name}:latest`
}

function idsIn(body: unknown): readonly string[] | undefined {
  const data = typeof body === "object" && body !== null && "data" in body ? body.data : undefined
  return Array.isArray(data) ? data.flatMap((each: unknown) => idOf(each) ?? []) : undefined
}

function isModel(body: unknown): boolean {
  return idOf(body) !== undefined
}

function idOf(body: unknown): string | undefined {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : undefined
  return typeof id === "string" ? id : undefined
}

/** A page is as good as nothing. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
