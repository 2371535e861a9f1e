// What a found session shows below its title: the place with the words, unless the title is that place.

/** Empty when the title says it all. */
export function besideTitle(title: string, excerpt: string): string {
  const [name, found] = [plain(title), plain(excerpt)]
  return found === "" || name.includes(found) ? "" : excerpt
}

/** Cut places have dots at their ends, and marks around what was looked for. */
function plain(text: string): string {
  return text
    .replaceAll(/[\s*]+/g, " ")
    .replaceAll(/^[\s….]+|[\s….]+$/g, "")
    .toLowerCase()
}
