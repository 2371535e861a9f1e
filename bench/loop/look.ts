// What every contender is given: the same words, and the same tool.

export const SYSTEM = "You are a careful assistant."
export const PROMPT = "Go"

/** How often the tool ran: a contender that stops half-way must not look quick. */
export const looked = { times: 0 }

export const LOOK = {
  name: "look",
  description: "Looks at a file.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
  run: ({ path }: { readonly path?: unknown }): string => {
    looked.times += 1
    return `${String(path)}: ${"what stands in the file, again and again; ".repeat(5)}`
  },
} as const
