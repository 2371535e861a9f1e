// The first page, made of the first words of README.md: what it is, what it promises, and the commands to begin with.
import { blocksIn } from "../scripts/docs/markdown.ts"

export function homePage(readme: string): string {
  const [, tagline = ""] = /^# .+\n+(.+)$/m.exec(readme) ?? []
  const promises = [...readme.matchAll(/^- \*\*(.+?)\.\*\* ((?:.+\n)(?: {2}.+\n)*)/gm)].slice(0, 4)
  const start = blocksIn(readme).find(({ language }) => language === "sh")
  if (tagline === "" || promises.length !== 4 || start === undefined) {
    throw new Error("README.md no longer begins with a sentence, four promises and a block of commands.")
  }
  return `---
layout: home
hero:
  name: Pawl
  tagline: ${JSON.stringify(tagline.replace(/^Pawl is an /, "An "))}
  actions:
    - { theme: brand, text: Tutorial, link: /guide/tutorial }
    - { theme: alt, text: Getting started, link: /guide/getting-started }
    - { theme: alt, text: The command line, link: /guide/cli }
    - { theme: alt, text: API reference, link: /api/ }
features:
${promises.map(([, title = "", details = ""]) => `  - { title: ${JSON.stringify(title)}, details: ${JSON.stringify(plain(details))} }`).join("\n")}
---

## Try it

In a checkout, with Node 20 or newer:

\`\`\`sh
${start.body}\`\`\`

The packages are not published yet. [The README](/readme.md#outside-the-checkout) says how to install them from a checkout.

## Where to look

| you want | look at |
|---|---|
| to use it in a program | [Getting started](/guide/getting-started.md), then the other [guides](/guide/index.md) |
| to port a program of another library | [Coming from another library](/guide/from-other-libraries.md) |
| to use it in a terminal | [The command line](/guide/cli.md) |
| a name of the library | [API reference](/api/index.md) |
| to know what it can do today | [README](/readme.md) |
| to know why it is as it is | [Architecture](/architecture.md), [decisions](/adr/index.md) |
| to change it | [Contributing](/contributing.md) |
`
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/`([^`]*)`/g, "<code>$1</code>")
}
