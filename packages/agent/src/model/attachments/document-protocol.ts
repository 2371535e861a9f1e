// What a thread that reads a document tells, page by page or piece by piece: whatever ends it, what came before is kept.

export type FromReader =
  | { readonly kind: "opened"; readonly pages: number }
  | { readonly kind: "page"; readonly text: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly why: DocumentFailure }

/** Why there is no text, or no more of it. */
export type DocumentFailure = "encrypted" | "damaged" | "too-slow" | "too-large"

export interface ReadTask {
  readonly bytes: Uint8Array
  readonly maxPages: number
  readonly maxChars: number
}
