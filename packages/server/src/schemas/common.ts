// Schemas that several routes share.
import type { Json } from "@pawl/agent"
import { z } from "zod"

/** Half a character or NUL would be stored as another one, so the id would be another id. */
const isWhole = (text: string) => text.isWellFormed() && !text.includes("\0")

/** An id: of a session, a message, a command, a call. */
export const idOf = (most: number) =>
  z.string().min(1).max(most).refine(isWhole, "has half a character or NUL in it; choose another id")
export const Id = idOf(200)

export const SessionParams = z.object({ session: Id })
export const CallParams = SessionParams.extend({ call: idOf(300) })

const PRINTABLE = /^\P{Cc}*$/u

/** One line that people are shown: control characters would move the cursor of a terminal. */
export const lineOf = (most: number) =>
  z
    .string()
    .max(most)
    .refine((line) => PRINTABLE.test(line), "has control characters; leave them out")

/** A number in a query, which is text. */
export const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** "true" or "false" in a query. */
export const flag = z.enum(["true", "false"]).transform((word) => word === "true")

/** One value in a query, or several: the name is repeated. */
export const oneOrMore = <S extends z.ZodType>(one: S) => z.union([one, z.array(one).max(20)])

/** Plain JSON that the library describes, and that is passed on as it is. What comes in was parsed from JSON. */
export const AnyJson = z
  .unknown()
  .refine((value) => value !== undefined)
  .meta({ id: "Json", description: "Any JSON." }) as unknown as z.ZodType<Json, Json>
export const AnyObject = z.record(z.string(), AnyJson)

export const Done = z.object({ done: z.literal(true) }).meta({ id: "Done" })
export const DONE = { done: true } as const
