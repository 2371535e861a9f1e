// Nothing to do: nobody performs it, the run ends.

/** Nothing to do until somebody says something. */
export interface Rest {
  readonly kind: "rest"
  readonly key: "rest"
}

export const rest: readonly Rest[] = [{ kind: "rest", key: "rest" }]
