// Finds secrets of a zod schema that its JSON Schema does not show, or that a transformation moves somewhere else.
// Reads zod's internal fields, because the library does not import zod.
import type { InputSchema } from "../tools/input-schema.ts"

/** The problems; empty when every secret can be found again in the schema's output. */
export function zodSecretProblems(schema: InputSchema): readonly string[] {
  if (!isZod(schema)) return []
  const shown = new Set(marked(schema, inputSide))
  const isHidden = marked(schema, bothSides).some((each) => !shown.has(each))
  const pipes = walk(schema, inputSide).filter((each) => defOf(each).type === "pipe")
  const isMoved = pipes.some((pipe) => {
    const { in: before } = defOf(pipe)
    return isZod(before) && marked(before, inputSide).some((each) => !isItself(before, each))
  })
  return [
    ...(isHidden ? ["settings: a secret comes after a transformation. Mark the schema before the transformation"] : []),
    ...(isMoved ? ["settings: a transformation's input contains a secret. Transform the secret alone"] : []),
  ]
}

interface Zod {
  readonly _zod: { readonly def: Def }
  meta?(): { readonly secret?: unknown } | undefined
}

type Def = Readonly<Record<string, unknown>>
type Inside = (schema: Zod) => readonly unknown[]

function marked(schema: Zod, inside: Inside): readonly Zod[] {
  return walk(schema, inside).filter((each) => each.meta?.()?.secret === true)
}

/** The schema and all schemas inside it, once each: they may refer to each other in circles. */
function walk(schema: Zod, inside: Inside): readonly Zod[] {
  const seen = new Set<Zod>()
  const waiting = [schema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...inside(next).filter(isZod))
  }
  return [...seen]
}

/** What its JSON Schema shows: the side before a transformation, or after one that comes first. */
function inputSide(schema: Zod): readonly unknown[] {
  const def = defOf(schema)
  if (def.type !== "pipe") return bothSides(schema)
  return [isZod(def.in) && defOf(def.in).type === "transform" ? def.out : def.in]
}

function bothSides(schema: Zod): readonly unknown[] {
  const def = defOf(schema)
  if (def.type === "lazy" && typeof def.getter === "function") return [def.getter()]
  return Object.values(def).flatMap((held) => (isPlain(held) ? Object.values(held) : held))
}

/** The same schema, at most wrapped as optional or nullable. */
function isItself(schema: Zod, secret: Zod): boolean {
  if (schema === secret) return true
  const def = defOf(schema)
  const inner = def.type === "pipe" ? inputSide(schema)[0] : def.innerType
  return isZod(inner) && isItself(inner, secret)
}

function defOf(schema: Zod): Def {
  return schema._zod.def
}

function isZod(value: unknown): value is Zod {
  return (typeof value === "object" || typeof value === "function") && value !== null && "_zod" in value
}

function isPlain(value: unknown): value is Def {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isZod(value)
}
