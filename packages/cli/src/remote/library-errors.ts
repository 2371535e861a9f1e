// A client whose errors are the library's: commands and exit codes know those.
import { type ErrorCode, PawlError } from "@pawl/agent"
import { PawlClientError } from "@pawl/client"
import { EXIT } from "../exit-codes.ts"
import { Failure } from "../failure.ts"

/** The same object, with other errors. What its methods return is treated alike, unless it is plain data. */
export function withLibraryErrors<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      // With the object itself as `this`: its private fields are not those of the proxy.
      const value: unknown = Reflect.get(object, name, object)
      if (typeof value !== "function") return handed(value)
      return (...given: readonly unknown[]) => {
        try {
          return handed(Reflect.apply(value, object, given))
        } catch (error) {
          throw translated(error)
        }
      }
    },
  })
}

function handed(value: unknown): unknown {
  if (value instanceof Promise)
    return value.then(handed, (error: unknown) => {
      throw translated(error)
    })
  return isHandle(value) ? withLibraryErrors(value) : value
}

/** Plain data and bytes are passed on as they are. */
function isHandle(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false
  return (
    Object.values(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value) ?? {})).some(isMethod) ||
    hasMethods(value)
  )
}

function isMethod({ value }: PropertyDescriptor): boolean {
  return typeof value === "function" && value !== Object.prototype.constructor && !BUILT_IN.has(value)
}

const BUILT_IN = new Set<unknown>(
  Object.values(Object.getOwnPropertyDescriptors(Object.prototype)).map(({ value }) => value),
)

function hasMethods(value: object): boolean {
  return Object.values(value).some((each) => typeof each === "function") || Symbol.asyncIterator in value
}

function translated(error: unknown): unknown {
  if (!(error instanceof PawlClientError)) return error
  const { code, message, status } = error
  if (status === 401) return new Failure(EXIT.auth, `${message} pawl takes it from PAWL_TOKEN.`, { cause: error })
  if (status === 0) return new Failure(EXIT.failed, message, { cause: error })
  // The codes of a server are those of the library, and a few of its own, which no command looks for.
  return new PawlError(code as ErrorCode, message, { cause: error })
}
