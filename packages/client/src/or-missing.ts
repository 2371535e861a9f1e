// What is not there is undefined, and no error. Any other 404 is an error: of a proxy, or of a route that is not there.
import { PawlClientError } from "./error.ts"

const GONE = new Set(["session-missing", "blob-missing", "attempt-missing"])

export async function orMissing<T>(wanted: Promise<T>): Promise<T | undefined> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof PawlClientError && GONE.has(error.code)) return undefined
    throw error
  }
}
