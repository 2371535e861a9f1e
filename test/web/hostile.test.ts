// An answer that is meant to harm: it is shown, and can do nothing.
import { expect, it } from "vitest"
import { answers, begin, conversation, rests } from "./__fixtures__/page.ts"
import { stage } from "./__fixtures__/stage.ts"
import { stories } from "./__fixtures__/stories.ts"
import type { Asked, Said } from "./__fixtures__/story-model.ts"

const MORE = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=document.title='owned'>">`,
  `<a href="&#106;avascript:document.title='owned'">entity</a> <a href="java\tscript:document.title='owned'">tab</a>`,
  `[vb](vbscript:x) [data](data:text/html;base64,PHNjcmlwdD4=) <details open ontoggle="document.title='owned'">d</details>`,
  `<svg><animate onbegin="document.title='owned'" attributeName=x></svg> <object data="https://evil.example/x"></object>`,
  `<link rel=stylesheet href="https://evil.example/x.css"> <meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<base href="https://evil.example/"> <video src="https://evil.example/v" poster="https://evil.example/p"></video>`,
  `<button form=x formaction="https://evil.example">b</button> <p id="page" class="fixed inset-0">clobber</p>`,
  "$\\href{javascript:document.title='owned'}{x}$ $\\includegraphics{https://evil.example/i.png}$",
  "```html\n<script>document.title='owned'</script>\n```",
  "All of it is here.",
].join("\n\n")

/** More quotes in each other than a stack holds. */
const DEEP = `Deep:\n\n${">".repeat(20_000)} inside`

const told: readonly (readonly [word: string, said: Said])[] = [
  ["harm", { text: MORE }],
  ["deep", { text: DEEP }],
]
const story = (asked: Asked): Said => told.find(([word]) => asked.input.includes(word))?.[1] ?? stories(asked)
const on = stage({ story })

/** Everything of an answer that could run, load, send or cover, as the browser has it. */
const DANGERS =
  "script,iframe,object,embed,form,input,button[formaction],style,link,meta,base,video,audio,svg[onload],[style],[id=page],[srcset]"

it.each([
  ["hostile, please", "Still here."],
  ["do harm", "All of it is here."],
])("T29: nothing of the answer to “%s” runs, is fetched, is sent or covers the page", async (words, end) => {
  const page = await on.open()
  await begin(page, words)
  await conversation(page).getByText(end).waitFor()
  await rests(page)
  const found = await answers(page).evaluateAll(
    (articles, dangers) =>
      articles.flatMap((article) => {
        // Buttons and icons are the page's own.
        const own = new Set(article.querySelectorAll("button, button *, svg, svg *"))
        const all = [...article.querySelectorAll("*")].filter((each) => !own.has(each))
        const bad = all.filter((each) => each.matches(dangers)).map((each) => each.outerHTML)
        const attributes = all.flatMap((each) => [...each.attributes])
        const live = attributes.filter(
          ({ name, value }) => /^on/i.test(name) || /^\s*(?:java|vb)script:|^\s*data:text/i.test(value),
        )
        const fetched = attributes.filter(
          ({ name, value }) => /^(?:src|poster|data)$/i.test(name) && /^https?:/.test(value),
        )
        return [...bad, ...[...live, ...fetched].map(({ name, value }) => `${name}=${value}`)]
      }),
    DANGERS,
  )
  expect(found).toEqual([])
  expect(await page.title()).not.toContain("owned")
  expect(new URL(page.url()).origin).toBe(on.server.url)
  const links = await answers(page).getByRole("link").all()
  for (const link of links) expect(await link.getAttribute("rel")).toContain("noopener")
})

it("T29: an answer that no reader of Markdown can take is shown as it was written, also after a reload", async () => {
  const page = await on.open()
  await begin(page, "deep, please")
  await rests(page)
  for (const again of [false, true]) {
    if (again) await page.reload()
    await answers(page).getByText(">>> inside").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  }
})
