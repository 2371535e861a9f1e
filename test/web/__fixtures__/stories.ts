// The stories that the browser tests and the development server play, by a word of the person's message.
import type { Asked, Said, Story } from "./story-model.ts"

const MARKDOWN = `# A short tour

Some **bold** and *slanted* words, a [link](https://example.com/page), \`code\`, and a list:

- first
- second, with a longer line that has to wrap somewhere on a phone because it goes on and on
  - nested

| file | size | state |
|---|---:|---|
| a.txt | 12 | ok |
| b.txt | 2048 | changed |

\`\`\`ts
export function add(a: number, b: number): number {
  // Sums two numbers.
  return a + b
}
\`\`\`

> A quotation.

Maths: $e^{i\\pi} + 1 = 0$ and

$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$
`

const HOSTILE = `Look: <img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>
[click](javascript:document.title='owned') ![pixel](https://evil.example/pixel.png)
<iframe src="https://evil.example/"></iframe> <style>body{display:none}</style> <form action="https://evil.example"><input name=x></form>
<svg><script>document.title='owned'</script></svg> <a href="data:text/html,<script>1</script>">data</a>
<div style="position:fixed;inset:0;background:url(https://evil.example/x)">cover</div>
Still here.`

const ARABIC = "- أولا\n- ثانيا\n\n> اقتباس\n\n| اسم | حجم |\n|---|---|\n| ملف | ١ |\n\n1. English again\n"

const REWRITTEN = `Roses are red\nViolets are green\n${Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a longer poem`).join("\n")}\n`

const SHOTS = Array.from({ length: 7 }, (_, index) => `Screenshot ${index + 1}.png`)
const NAMES = ["invoice", "train-ticket", "error-dialog", "garden", "receipt", "map", "menu"]

const call = (name: string, given: object): Said => ({ calls: [{ name, arguments: given }] })

/** First row whose word is in the message. */
const STORIES: readonly (readonly [word: string, story: Story])[] = [
  ["tour", () => ({ text: MARKDOWN, thinking: "The person wants to see what Markdown looks like.", pauseMs: 5 })],
  ["hostile", () => ({ text: HOSTILE })],
  ["arabic", () => ({ text: ARABIC })],
  ["rule", () => ({ text: "Before.\n\n$\\raisebox{-8em}{\\rule{9999em}{9999em}}$\n\nAfter the rule." })],
  ["endless", () => ({ text: `Now:\n\n${"x".repeat(300_000)}\n\nAfter the word.` })],
  ["slow", () => ({ text: "This answer takes its time. ".repeat(60), pauseMs: 60 })],
  ["long", () => ({ text: `${MARKDOWN}\n`.repeat(6), pauseMs: 2 })],
  ["fail", () => ({ status: 400 })],
  [
    "screenshots",
    ({ results }) => {
      if (results.length === 0) return { ...call("list_directory", { path: "." }), text: "I look at what is there." }
      const next = results.length - 1
      const shot = SHOTS[next]
      if (shot === undefined) return { text: `All seven screenshots have names that say what they show.\n\n${list()}` }
      return call("run_command", { command: `mv "${shot}" "${NAMES[next]}.png"` })
    },
  ],
  [
    "write",
    ({ results }) =>
      results.length === 0
        ? { ...call("write_file", { path: "notes.md", content: "# Notes\n\nFirst line.\n" }), text: "I write it down." }
        : { text: "It is written." },
  ],
  [
    "edit",
    ({ results }) =>
      results.length === 0
        ? call("edit_file", { path: "poem.txt", old_text: "Roses are red", new_text: "Roses are blue" })
        : { text: "The poem is changed." },
  ],
  [
    "ask me",
    ({ results }) =>
      results.length === 0
        ? call("ask_user", { question: "Which colour do you like?", options: ["Green", "Blue"] })
        : { text: `You said: ${results[0]}` },
  ],
  ["busy", busy],
  [
    "team",
    ({ results }) =>
      results.length === 0
        ? {
            text: "Two sub-agents can do that at once.",
            calls: [
              { name: "delegate", arguments: { task: "Be busy and count.", title: "Counter" } },
              { name: "delegate", arguments: { task: "Take the tour.", title: "Guide" } },
            ],
          }
        : { text: "Both are back." },
  ],
  [
    "stanza",
    ({ results }) =>
      results.length === 0
        ? call("write_file", { path: "poem.txt", content: REWRITTEN })
        : { text: "The poem is longer now." },
  ],
  [
    "twice",
    ({ results }) =>
      results.length === 0
        ? {
            text: "Two things at once.",
            calls: [
              { name: "write_file", arguments: { path: "a.md", content: "A\n" } },
              { name: "run_command", arguments: { command: "rm -rf build && git push --force" } },
            ],
          }
        : { text: "Both are settled." },
  ],
  [
    "command",
    ({ results }) =>
      results.length === 0
        ? call("run_command", { command: "for i in 1 2 3 4 5; do echo line $i; sleep 0.3; done" })
        : { text: "The command is done." },
  ],
]

/** Many things at once and after each other: tasks, calls side by side, a retry, an error. */
function busy({ results, request }: Asked): Said {
  // The server fails now and then, and is asked again.
  if (results.length === 7 && request % 2 === 0) return { status: 503 }
  const rounds: readonly (readonly [until: number, said: Said])[] = [
    [1, { text: "I make a list.", ...call("tasks", { action: "create", titles: ["Look", "Count", "Tell"] }) }],
    [
      5,
      {
        thinking: "Three files can be read at once.",
        pauseMs: 40,
        calls: [
          { name: "read_file", arguments: { path: "poem.txt" } },
          { name: "run_command", arguments: { command: "sleep 1.2; echo first" } },
          { name: "read_file", arguments: { path: "missing.txt" } },
          { name: "run_command", arguments: { command: "sleep 0.8; echo second" } },
        ],
      },
    ],
    [6, call("write_file", { path: "count.md", content: "# Count\n\nSeven.\n" })],
    [7, call("tasks", { action: "update", id: 1, status: "done" })],
    [8, call("tasks", { action: "update", id: 2, status: "in_progress" })],
  ]
  const next = rounds.find(([until]) => results.length < until)
  return next?.[1] ?? { text: "There are seven screenshots, and a poem. ".repeat(8), pauseMs: 20 }
}

function list(): string {
  return SHOTS.map((shot, index) => `- ${shot} → ${NAMES[index]}.png`).join("\n")
}

export function stories(asked: Asked): Said {
  const found = STORIES.find(([word]) => asked.input.toLowerCase().includes(word))
  return found?.[1](asked) ?? { text: `You said: ${asked.input}`, pauseMs: 1 }
}
