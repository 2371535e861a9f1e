// Checks a provider's list for a model. Lists differ: some omit aliases, some add a prefix or a tag.

/** Advice when the model is not in the list; undefined when it is, or when there is no list. */
export async function modelList(
  name: string,
  { path, all }: { readonly path: string; readonly all: string },
  ask: (path: string) => Promise<Response>,
): Promise<string | undefined> {
  const names = idsIn(await jsonOf(await ask(path + all)))
  if (names === undefined || names.some((each) => isSame(each, name))) return undefined
  // "claude-sonnet-4-5" is an alias of a model with a date: no list has it, but it can be fetched by its name.
  const alone = await ask(`${path}/${encodeURIComponent(name)}`)
  if (alone.ok && isModel(await jsonOf(alone))) return undefined
  await alone.body?.cancel().catch(() => {})
  const some = names.slice(0, MAX_NAMED).join(", ")
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : ""
  return names.length === 0 ? "The provider lists no models." : `Choose one of: ${some}${more}.`
}

const MAX_NAMED = 5

/** Allows for Gemini's prefix and for Ollama's default tag. */
function isSame(listed: string, name: string): boolean {
  return listed === name || listed === `models/${name}` || listed === `${name}:latest`
}

export function idsIn(body: unknown): readonly string[] | undefined {
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

/** Undefined when the answer is no JSON, as with an HTML page. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
