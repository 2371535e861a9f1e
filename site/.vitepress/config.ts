// How VitePress makes a site of the pages that site/main.ts puts together in .pages.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { defineConfig } from "vitepress"
import { sidebars } from "../sidebar.ts"

const base = process.env.PAWL_SITE_BASE ?? "/"
const pages = join(process.cwd(), ".pages")
// Loaded by Node and not bundled: the bundler of VitePress is older than what our sources are written for.
const { slugOf } = await import(pathToFileURL(join(process.cwd(), "../scripts/docs/markdown.ts")).href)

export default defineConfig({
  title: "Pawl",
  description:
    "An agent runtime for TypeScript that writes every step of a session to disk before it takes the next one.",
  lang: "en",
  base,
  srcDir: ".pages",
  outDir: "dist",
  // What all pages share, the lists beside them above all, is one file.
  metaChunk: true,
  cacheDir: "node_modules/.vitepress",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }]],
  // The same anchors as on GitHub: links are checked once, for both.
  markdown: { anchor: { slugify: slugOf }, theme: { light: "github-light", dark: "github-dark" } },
  // The index of the search is one file, and loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 5000 } },
  themeConfig: {
    logo: "/logo.svg",
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Guides", link: "/guide/", activeMatch: "^/guide/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: "Decisions", link: "/adr/", activeMatch: "^/adr/" },
      {
        text: "Project",
        items: [
          { text: "What works today", link: "/readme" },
          { text: "Architecture", link: "/architecture" },
          { text: "Glossary", link: "/glossary" },
          { text: "Security", link: "/security" },
          { text: "Changelog", link: "/changelog" },
          { text: "Contributing", link: "/contributing" },
        ],
      },
    ],
    sidebar: sidebars(pages) as never,
    notFound: {
      title: "There is no such page",
      quote: "It may have moved: search for a word of it.",
      linkText: "First page",
    },
    docFooter: { prev: "Before", next: "Next" },
  },
})
