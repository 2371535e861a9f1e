// Messages from the thread that reads a document, page by page or piece by piece, so that an early end keeps what came
// before.

export type FromReader =
  | { readonly kind: "opened"; readonly pages: number }
  | { readonly kind: "page"; readonly text: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly why: DocumentFailure }

/** Why there is no text, or why it ends early. */
export type DocumentFailure = "encrypted" | "damaged" | "too-slow" | "too-large"

export interface ReadTask {
  readonly bytes: Uint8Array
  readonly maxPages: number
  readonly maxChars: number
}
