// Names that a person types into a list, apart by commas, each once.
export function withNames(names: readonly string[], text: string): readonly string[] {
  const typed = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
  return [...new Set([...names, ...typed])]
}
