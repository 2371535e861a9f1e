// Walks the declaration files of a package: which types can be reached from what it exports, and are exported nowhere that a
// user may import them from.
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseAst } from "rolldown/parseAst"

/** The parts of a syntax tree that this file uses. */
interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

interface Source {
  readonly file: string
  /** What the file itself declares. */
  readonly declared: ReadonlyMap<string, readonly Node[]>
  /** Local names of what it imports from files of the package: `[file, name there]`. */
  readonly imported: ReadonlyMap<string, Place>
  readonly exported: ReadonlyMap<string, Place>
}

interface Place {
  readonly file: string
  readonly name: string
}

export interface Hidden extends Place {
  /** The exported or reachable name that mentions it. */
  readonly mentionedBy: string
}

/** `entries`: declaration files. What one of them exports may be mentioned by all. */
export function hiddenTypes(entries: readonly string[]): readonly Hidden[] {
  const read = reader()
  const open = new Set(entries.flatMap((entry) => exportsOf(entry, read)).map(keyOf))
  return entries.flatMap((entry) => hiddenIn(entry, open, read))
}

function hiddenIn(entry: string, own: ReadonlySet<string>, read: Read): readonly Hidden[] {
  const exported = exportsOf(entry, read)
  const hidden = new Map<string, Hidden>()
  const seen = new Set<string>()
  const waiting = [...exported]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(keyOf(place))) continue
    seen.add(keyOf(place))
    for (const mentioned of mentionsOf(place, read)) {
      if (!own.has(keyOf(mentioned))) hidden.set(keyOf(mentioned), { ...mentioned, mentionedBy: place.name })
      waiting.push(mentioned)
    }
  }
  return [...hidden.values()]
}

function exportsOf(file: string, read: Read): readonly Place[] {
  return [...read(file).exported.values()].map((place) => origin(place, read))
}

/** Follows imports and re-exports to the declaration. */
function origin({ file, name }: Place, read: Read): Place {
  const { declared, exported, imported } = read(file)
  if (declared.has(name)) return { file, name }
  const next = imported.get(name) ?? exported.get(name)
  return next === undefined ? { file, name } : origin(next, read)
}

/** What a declaration names, without its own type parameters, globals and packages. */
function mentionsOf(place: Place, read: Read): readonly Place[] {
  const { declared, imported } = read(place.file)
  const names = new Set((declared.get(place.name) ?? []).flatMap(namesIn))
  names.delete(place.name)
  return [...names]
    .filter((name) => declared.has(name) || imported.has(name))
    .map((name) => origin({ file: place.file, name }, read))
}

/** Every identifier below a node that refers to a type or a value, not the keys of members. */
function namesIn(node: Node): readonly string[] {
  if (node.type === "Identifier") return [String(node.name), ...below(node, ["typeAnnotation"])]
  const isKeyed = "key" in node && node.computed !== true
  const fields = Object.keys(node).filter((field) => !(isKeyed && field === "key") && field !== "parent")
  return below(node, fields)
}

function below(node: Node, fields: readonly string[]): readonly string[] {
  return fields
    .flatMap((field) => node[field])
    .filter((each): each is Node => typeof each === "object" && each !== null && "type" in each)
    .flatMap(namesIn)
}

type Read = (file: string) => Source

function reader(): Read {
  const known = new Map<string, Source>()
  return (file) => {
    const source = known.get(file) ?? parsed(file)
    known.set(file, source)
    return source
  }
}

function parsed(file: string): Source {
  const { body } = parseAst(readFileSync(file, "utf8"), { lang: "dts", astType: "ts" }, file)
  const declared = new Map<string, Node[]>()
  const imported = new Map<string, Place>()
  const exported = new Map<string, Place>()
  for (const node of body as unknown as readonly Node[]) {
    for (const [name, declaration] of declarationsIn(node)) {
      declared.set(name, [...(declared.get(name) ?? []), declaration])
      if (node.type.startsWith("Export")) exported.set(name, { file, name })
    }
    const from = fileOf(node, file)
    for (const { local, exported: outer, imported: inner } of specifiersOf(node)) {
      if (node.type === "ImportDeclaration" && from !== undefined)
        imported.set(nameOf(local), { file: from, name: nameOf(inner) })
      if (node.type === "ExportNamedDeclaration")
        exported.set(nameOf(outer), { file: from ?? file, name: nameOf(local) })
    }
  }
  return { file, declared, imported, exported }
}

function declarationsIn(node: Node): readonly (readonly [string, Node])[] {
  const declaration = (node.declaration ?? node) as Node
  if (declaration.type === "VariableDeclaration") {
    return (declaration.declarations as readonly Node[]).map((each) => [nameOf(each.id), each])
  }
  return "id" in declaration && declaration.id !== null ? [[nameOf(declaration.id), declaration]] : []
}

function specifiersOf(node: Node): readonly Readonly<Record<"local" | "exported" | "imported", unknown>>[] {
  return (node.specifiers ?? []) as ReturnType<typeof specifiersOf>
}

/** The declaration file that an import of the same package leads to. */
function fileOf(node: Node, importer: string): string | undefined {
  const source = (node.source as { readonly value: string } | null | undefined)?.value
  return source?.startsWith(".") ? join(dirname(importer), source.replace(/\.[jt]s$/, ".d.ts")) : undefined
}

function nameOf(node: unknown): string {
  return (node as { readonly name?: string } | undefined)?.name ?? "default"
}

function keyOf({ file, name }: Place): string {
  return `${file}#${name}`
}
