// How typedoc makes pages of the library's sources and their comments.
import { entries } from "./entries.js"

/** @type {Partial<import("typedoc").TypeDocOptions & import("typedoc-plugin-markdown").PluginOptions>} */
export default {
  entryPoints: entries.map(({ file }) => file),
  tsconfig: "../../tsconfig.base.json",
  plugin: ["typedoc-plugin-markdown", "./name-entries.js"],
  out: "../.pages/api",
  name: "API reference",
  readme: "none",
  router: "member",
  entryFileName: "index",
  pageTitleTemplates: { module: "{name}", member: "{name}" },
  hidePageHeader: true,
  useCodeBlocks: true,
  parametersFormat: "table",
  typeDeclarationFormat: "table",
  indexFormat: "table",
  tableColumnSettings: {
    hideSources: true,
    hideModifiers: true,
    hideInherited: true,
    hideOverrides: true,
    hideDefaults: true,
  },
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  excludeExternals: true,
  sanitizeComments: true,
  sort: ["kind", "source-order"],
  // Shapes inside of the library are shown where they are used. A test of ours says what lacks a comment.
  validation: { notExported: false, notDocumented: false },
  // The sources are compiled by a newer TypeScript, which has the last word on them.
  skipErrorChecking: true,
  logLevel: "Warn",
}
