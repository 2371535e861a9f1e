// Every kind of Markdown, word by word, as models send it.

const PART = `## What was found

The **orders** of this week were *late*, see \`orders.csv\`, [the report](https://example.com/report) and the list. It was
written on Monday by hand, so that some of the numbers are guesses, and others were copied from the letters.

- the first one was sent on Monday
- the second one waits for the customer

| order | state | days |
|---|---|---:|
| 42 | sent | 3 |
| 43 | waiting | 12 |

\`\`\`ts
export function late(orders: readonly Order[]): readonly Order[] {
  return orders.filter(({ days }) => days > 10)
}
\`\`\`

> Each order has its own number.

`

const TIMES = 10

/** So many words, of which `last` is the last and tells that all is there. */
export function markdownWords(many: number, last: string): readonly string[] {
  const words = PART.repeat(TIMES).match(/\s*\S+\s*/g) ?? []
  return [...words.slice(0, many - 1), last]
}
