// A typedoc plugin: each entry goes by the name that people import, and begins with what its file says it is for.
import { readFileSync } from "node:fs"
import { Comment, Converter, ReflectionKind } from "typedoc"
import { entries } from "./entries.js"

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return
    const source = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName
    const entry = entries.find(({ file }) => file === source)
    if (entry === undefined) return
    reflection.name = entry.name
    reflection.comment = new Comment([{ kind: "text", text: purposeOf(entry.file) }])
  })
}

/** The comment at the top of a file, without the name that stands above it on the page. */
function purposeOf(file) {
  const [top = ""] = /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8")) ?? []
  const words = top
    .replaceAll(/^\/\/ ?/gm, "")
    .replaceAll("\n", " ")
    .trim()
  const text = words.replace(/^(?:The subpath )?@pawl\/agent[\w/-]*: /, "")
  return text.charAt(0).toUpperCase() + text.slice(1)
}
