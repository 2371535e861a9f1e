// For data that is made field by field: optional fields are set after the literal, because a spread between other fields of
// a literal costs as much as twenty fields.
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
