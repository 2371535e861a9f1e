// Step: nothing to do. It has no performer; the run ends.

/** Nothing to do until the next command. */
export interface Rest {
  readonly kind: "rest"
  readonly key: "rest"
}

export const rest: readonly Rest[] = [{ kind: "rest", key: "rest" }]
