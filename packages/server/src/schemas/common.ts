// Schemas that several routes share.
import type { Json } from "@pawl/agent"
import { z } from "zod"

export const SessionParams = z.object({ session: z.string().min(1).max(200) })

/** A number in a query, which is text. */
export const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** "true" or "false" in a query. */
export const flag = z.enum(["true", "false"]).transform((word) => word === "true")

/** Plain JSON that the library describes, and that is passed on as it is. What comes in was parsed from JSON. */
export const AnyJson = z.unknown() as unknown as z.ZodType<Json, Json>
export const AnyObject = z.record(z.string(), AnyJson)

export const Done = z.object({ done: z.literal(true) }).meta({ id: "Done" })
export const DONE = { done: true } as const
