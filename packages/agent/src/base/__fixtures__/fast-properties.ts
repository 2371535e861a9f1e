// Whether V8 keeps an object's fields by their place. Otherwise the object is a dictionary, and each copy of it, and each copy made
// on the same line of code, is made field by field.
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--allow-natives-syntax")
const isFast = new Function("value", "return %HasFastProperties(value)") as (value: object) => boolean
setFlagsFromString("--no-allow-natives-syntax")

export function hasFastProperties(value: object): boolean {
  return isFast(value)
}
