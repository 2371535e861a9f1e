// What Markdown becomes before it is sanitised: addresses and pictures that answers may have.
import { expect, it } from "vitest"
import { markdown } from "./marked.ts"

const html = (text: string) => markdown.parse(text, { async: false }).trim()

it.each([
  ["[a](https://example.com/x)", '<p><a href="https://example.com/x">a</a></p>'],
  ["[a](javascript:alert(1))", "<p>a</p>"],
  ["[a](data:text/html,x)", "<p>a</p>"],
  ["[a](/v1/sessions)", "<p>a</p>"],
  ["![alt](https://evil.example/p.png)", '<p><a href="https://evil.example/p.png">alt</a></p>'],
  ["![alt](javascript:x)", "<p>alt</p>"],
  ["![a](data:image/png;base64,AAAA)", '<p><img src="data:image/png;base64,AAAA" alt="a"></p>'],
  ["![a](data:image/svg+xml;base64,AAAA)", "<p>a</p>"],
  ['[a](https://example.com/"onclick=x)', '<p><a href="https://example.com/&quot;onclick=x">a</a></p>'],
])("%j becomes %j", (text, expected) => {
  expect(html(text)).toBe(expected)
})

it.each([
  ["a<br>b", "<p>a<br>b</p>"],
  ['H<sub class="fixed inset-0">2</sub>O', "<p>H<sub>2</sub>O</p>"],
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
  ["a <script>alert(1)</script>", "<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ['<div style="position:fixed">x</div>', "&lt;div style=&quot;position:fixed&quot;&gt;x&lt;/div&gt;"],
  ["<b onclick=x>y</b>", "<p><b>y</b></p>"],
  ["<details>\n<summary>More</summary>\nText\n</details>", "<details>\n<summary>More</summary>\nText\n</details>"],
  ["<!-- hidden -->shown", "shown"],
  ['<p title="<script>alert(1)</script>">', "<p>&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["<svg><script>1</script></svg>", "&lt;svg&gt;&lt;script&gt;1&lt;/script&gt;&lt;/svg&gt;"],
])("HTML in an answer, %j, becomes %j", (text, expected) => {
  const made = html(text)
  expect(made).toContain(expected)
  expect(made).not.toMatch(/<(?:script|img|div|svg|style|iframe|form|a)\b|<[^>]*\s(?:on\w+|style|class)=/i)
})

it("a task is a sign and no control", () => {
  expect(html("- [x] done\n- [ ] open")).not.toContain("<input")
  expect(html("- [x] done")).toContain("☑")
})
