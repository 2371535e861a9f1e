// Joins class names; what is false or empty is left out.
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== "").join(" ")
}
