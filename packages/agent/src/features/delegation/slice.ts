// What a call knows of the session that does its work.

export interface DelegationCall {
  /** The session that does the work. */
  readonly child?: string
}
