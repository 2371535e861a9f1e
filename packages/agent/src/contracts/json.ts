// Plain JSON values: all that facts, commands and tool arguments may be made of.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}
