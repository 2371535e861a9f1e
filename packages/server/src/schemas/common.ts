// Schemas that several routes share.
import type { Json } from "@pawl/agent"
import { z } from "zod"

export const SessionParams = z.object({ session: z.string().min(1).max(200) })

/** A number in a query, which is text. */
export const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** "true" or "false" in a query. */
export const flag = z.enum(["true", "false"]).transform((word) => word === "true")

/** Any JSON. Not zod's own, which makes new schemas each time that it is described, without an end. */
export const AnyJson: z.ZodType<Json, Json> = z
  .lazy(() => z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(AnyJson), z.record(z.string(), AnyJson)]))
  .meta({ id: "Json" })

/** Plain JSON that the library describes, and that is passed on as it is. */
export const AnyObject = z.record(z.string(), AnyJson)

export const Done = z.object({ done: z.literal(true) }).meta({ id: "Done" })
export const DONE = { done: true } as const
