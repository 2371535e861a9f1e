// What the thread that reads a PDF tells, page by page: whatever ends it, what came before is kept.

export type FromPdf =
  | { readonly kind: "opened"; readonly pages: number }
  | { readonly kind: "page"; readonly text: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly why: PdfFailure }

/** Why there is no text, or no more of it. */
export type PdfFailure = "encrypted" | "damaged" | "too-slow" | "too-large"

export interface PdfTask {
  readonly bytes: Uint8Array
  readonly maxPages: number
  readonly maxChars: number
}
