// The type of the values that a JSON Schema allows, for schemas whose text TypeScript knows: those written in `tool({ input })`
// or given `as const`. A schema that is only known at run time allows any JSON.
import type { Json, JsonObject } from "../contracts/json.ts"

/** The arguments of a tool: always an object, of any fields where the schema names none. */
export type InferArguments<Schema> = Schema extends { readonly properties: infer Properties }
  ? NamesNothing<keyof Properties> extends true
    ? JsonObject
    : ObjectOf<Schema>
  : JsonObject

/** Any value that the schema allows. What types cannot express (`pattern`, `$ref`, `allOf`) is left to the check. */
export type InferJson<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? OfTypes<Schema, Type>
      : Schema extends { readonly anyOf: readonly (infer Each)[] } | { readonly oneOf: readonly (infer Each)[] }
        ? InferJson<Each>
        : Json

/** `type` is a name or a list of names: a list allows a value of each. */
type OfTypes<Schema, Type> = Type extends readonly (infer Each)[] ? OfType<Schema, Each> : OfType<Schema, Type>

type OfType<Schema, Type> = Type extends keyof Plain
  ? Plain[Type]
  : Type extends "array"
    ? readonly ItemOf<Schema>[]
    : Type extends "object"
      ? ObjectOf<Schema>
      : Json

interface Plain {
  readonly string: string
  readonly number: number
  readonly integer: number
  readonly boolean: boolean
  readonly null: null
}

type ItemOf<Schema> = Schema extends { readonly items: infer Item } ? InferJson<Item> : Json

type ObjectOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? NamesNothing<keyof Properties> extends true
    ? JsonObject
    : Fields<Properties, RequiredOf<Schema>>
  : Schema extends { readonly additionalProperties: infer Each extends JsonObject }
    ? Readonly<Record<string, InferJson<Each>>>
    : JsonObject

/** No name, or any: then nothing is known of the fields. */
type NamesNothing<Name> = [Name] extends [never] ? true : string extends Name ? true : false

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never

/** One mapped type over the intersection, so that an editor shows the fields and not how they were found. */
type Fields<Properties, Required> = Shown<
  { readonly [Name in keyof Properties as Name extends Required ? Name : never]: InferJson<Properties[Name]> } & {
    readonly [Name in keyof Properties as Name extends Required ? never : Name]?: InferJson<Properties[Name]>
  }
>

type Shown<Type> = { readonly [Name in keyof Type]: Type[Name] }
