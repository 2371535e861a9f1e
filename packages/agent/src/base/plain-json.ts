// Says where a value is not plain JSON: what would come back from JSON as something else, or not at all.

/** The first place that is no plain JSON, with what is there; undefined when all of it is. A field may be undefined. */
export function unlikeJson(value: unknown, path: string, around: readonly unknown[] = []): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${path} is ${value}`
  if (typeof value !== "object") return `${path} is a ${typeof value}`
  if (around.includes(value)) return `${path} is a cycle`
  const within = [...around, value]
  if (Array.isArray(value)) return first(value.map((each, place) => unlikeJson(each, `${path}[${place}]`, within)))
  const made: unknown = Object.getPrototypeOf(value)
  if (made !== null && made !== Object.prototype) return `${path} is a ${value.constructor?.name || "class instance"}`
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  return first(fields.map(([name, each]) => unlikeJson(each, `${path}.${name}`, within)))
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined)
}
