// The delegations' part of a call's state.

/** What a call keeps of the child that it waits for. */
export interface DelegationCall {
  /** The session that does the work. */
  readonly child?: string
}
