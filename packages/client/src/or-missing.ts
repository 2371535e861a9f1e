// What is not there is undefined, and no error.
import { PawlClientError } from "./error.ts"

export async function orMissing<T>(wanted: Promise<T>): Promise<T | undefined> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof PawlClientError && error.status === 404) return undefined
    throw error
  }
}
