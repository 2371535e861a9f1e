import { expect, it } from "vitest"
import { type Doing, explain } from "./explain.ts"

const failed = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })

it.each([
  [
    "no password was given",
    failed("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"),
    /wants a password, and none was given\. Set PGPASSWORD/,
  ],
  ["the password is wrong", failed('password authentication failed for user "ann"', "28P01"), /refused the login/],
  ["there is no such database", failed('database "pawl" does not exist', "3D000"), /createdb NAME/],
  [
    "the role may not use the schema",
    failed("no schema has been selected to create in", "3F000"),
    /may not use its schema\. Give this role the rights/,
  ],
  ["a right is missing", failed("permission denied for table facts", "42501"), /Give this role the rights/],
  ["nothing listens", failed("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"), /cannot be reached/],
  ["it has no TLS", failed("The server does not support SSL connections"), /does not speak TLS.*sslmode=disable/],
  ["something else is wrong", failed("odd", "XX000"), /odd \(XX000\)\. Look into the log of the database server/],
])("says what to do when %s", (_, error, words) => {
  expect(explain('"pawl" on db', error, "open")).toMatchObject({
    code: "store-failed",
    cause: error,
    message: expect.stringMatching(words),
  })
})

const every = ["ECONNREFUSED", "08006", "3F000", "42501", "53100", "55P03", "XX000"]

it.each(every)("says of %s whether a write was kept, and nothing of writes to those who only read", (code) => {
  const said = (doing: Doing) => explain('"pawl" on db', failed("odd", code), doing).message
  expect(said("write")).toMatch(/this write was kept/)
  for (const doing of ["open", "read"] as const) expect(said(doing)).not.toMatch(/\bwrite\b|kept\b(?! a row)/)
})
