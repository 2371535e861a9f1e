// Fields that are there, without those that are undefined: `{ ...defined({ owner, title }) }`. An optional field is left out, never undefined.

/** Which of the fields may be left out follows from their types. */
export type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
} & { [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined> }

export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Record<string, unknown> = {}
  // It is called many times for each fact, always with an object made on the spot: `for in` makes no list of its keys.
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept as Defined<Fields> // What is undefined is left out, and only that.
}
