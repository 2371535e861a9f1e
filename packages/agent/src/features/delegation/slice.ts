// The delegations' part of a call's state.

export interface DelegationCall {
  /** The session that does the work. */
  readonly child?: string
}
