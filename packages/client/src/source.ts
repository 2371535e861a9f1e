// Where events come from. A connection brings events until it breaks; who follows opens the next one.

/** The events of a session behind a position, or the rows of all sessions. */
export type Stream =
  | { readonly session: string; readonly after: string }
  | { readonly all: true; readonly owner?: string | undefined }

export interface Source {
  /** Resolves when it is connected. The events end with the connection; what the server refuses is thrown. */
  open(stream: Stream, signal: AbortSignal): Promise<AsyncIterable<unknown>>
  /** Looks whether what is connected still is. */
  check?(): void
}
