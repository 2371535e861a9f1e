// Drops undefined fields: `{ ...defined({ owner, title }) }`. An optional field is left out, never undefined.

/** The types of the fields decide which of them may be left out. */
export type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
} & { [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined> }

export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Record<string, unknown> = {}
  // Called many times per fact, always with a fresh object: `for in` allocates no list of keys.
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept as Defined<Fields> // Only undefined fields are left out.
}
