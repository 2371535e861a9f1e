// Facts, columns and usage of sessions that stay due, in one plain statement. Nothing has to be looked for in their inboxes, so it
// needs no function and locks nothing beforehand: a row is changed if its epoch and number are as expected, and only then has facts.
import type { Appended } from "@pawl/agent/types"
import { type Appending, commandOf, factsOf, numbers, rowOf, spentOf } from "./append-values.ts"
import type { Query } from "./database.ts"
import { addUsage, SPENT } from "./schema/append-function.ts"

/** Whether it consumes no commands, stores no blobs, and leaves its session due. */
export function staysDue({ append: { columns, consumed = [] }, blobs }: Appending): boolean {
  return columns.dueAt !== null && consumed.length + blobs.length === 0
}

export async function appendDue(query: Query, group: readonly Appending[]): Promise<readonly Appended[]> {
  const [first] = group
  const isOne = first !== undefined && group.length === 1
  const spent = spentOf(group)
  const { name, text } = STATEMENTS[isOne ? "one" : "many"][spent.length > 0 ? "spending" : "plain"]
  const values = isOne ? valuesOfOne(first) : valuesOfMany(group)
  if (spent.length > 0) values.push(JSON.stringify(spent))
  const written = await query<{ readonly n: number }>(text, values, name)
  if (written.length === group.length) return group.map(() => DONE)
  return refusals(query, group, new Set(written.map(({ n }) => n)))
}

const DONE: Appended = { ok: true }

/** Who was refused learns why. Epochs and numbers only rise, so a later look gives the reason that there was. */
async function refusals(
  query: Query,
  group: readonly Appending[],
  written: ReadonlySet<number>,
): Promise<readonly Appended[]> {
  const ids = group.map(({ append }) => append.session)
  const rows = await query<{ readonly id: string; readonly epoch: number }>(EPOCHS, [ids], "append-epochs")
  const epochs = new Map(rows.map(({ id, epoch }) => [id, epoch]))
  return group.map(({ append: { session, epoch } }, n) => {
    if (written.has(n)) return DONE
    const found = epochs.get(session)
    const reason = found === undefined ? "missing" : found === epoch ? "stale" : "fenced"
    return { ok: false, reason }
  })
}

const EPOCHS = "select id, epoch from sessions where id = any($1)"

const COLUMNS = [
  ["id", "text"],
  ["seq", "integer"],
  ["epoch", "integer"],
  ["facts", "integer"],
  ["status", "text"],
  ["due_at", "bigint"],
  ["open_requests", "text"],
  ["turns", "integer"],
  ["messages", "integer"],
  ["usage", "text"],
  ["preview", "text"],
  ["updated_at", "bigint"],
  ["error", "text"],
  ["workspace", "text"],
] as const

/** How a statement reads its values: what is compared and set, the facts, and what was spent. */
interface Form {
  readonly appends: string
  readonly facts: string
  readonly spent: string
}

/** Plain values and short lists take less time to read than what many need. */
const ONE: Form = {
  appends: `(select 0 as n, ${COLUMNS.map(([name, type], at) => `$${at + 1}::${type} as ${name}`)}) a`,
  facts: `changed c, unnest($15::text[], $16::text[], string_to_array($17, E'\\n')) with ordinality as f (type, command, body, i)`,
  spent: "$18",
}
const MANY: Form = {
  appends: `(select b.place - 1 as n, b.* from unnest(${COLUMNS.map(([, type], at) => `$${at + 1}::${type}[]`)})
      with ordinality as b (${COLUMNS.map(([name]) => name)}, place)) a`,
  facts: `unnest($15::integer[], $16::integer[], $17::text[], $18::text[], string_to_array($19, E'\\n')) as f (n, i, type, command, body)
      join changed c on c.n = f.n`,
  spent: "$20",
}

const STATEMENTS = { one: statements("one", ONE), many: statements("many", MANY) }

function statements(name: string, form: Form) {
  const added = addUsage(
    `changed j join json_to_recordset(${form.spent}::json) as x (n integer, ${SPENT}) on x.n = j.n`,
  )
  return {
    plain: { name: `append-${name}`, text: statement(form, "") },
    spending: { name: `append-${name}-spending`, text: statement(form, `, ${added}`) },
  }
}

/** A row that another transaction changes meanwhile is waited for, and compared as that one leaves it. */
function statement({ appends, facts }: Form, more: string): string {
  return `with changed as (
    update sessions s set seq = a.seq + a.facts, status = a.status, open_requests = a.open_requests, turns = a.turns,
      messages = a.messages, usage = a.usage, preview = a.preview, updated_at = a.updated_at,
      updated_second = a.updated_at / 1000, error = a.error, workspace = coalesce(a.workspace, s.workspace),
      due_in = null, due_at = a.due_at
    from ${appends} where s.id = a.id and s.epoch = a.epoch and s.seq = a.seq
    returning a.n::integer as n, a.seq, s.key, s.owner
  ), written as (
    insert into facts (session, seq, type, command, body)
    select c.key, c.seq + f.i, f.type, f.command, f.body from ${facts}
  )${more}
  select c.n from changed c`
}

function valuesOfOne({ append, bodies }: Appending): unknown[] {
  const row = rowOf(append, 0)
  const columns = COLUMNS.map(([name]) => (name === "id" ? row.session : row[name]))
  return [...columns, append.facts.map(({ type }) => type), append.facts.map(commandOf), bodies.join("\n")]
}

function valuesOfMany(group: readonly Appending[]): unknown[] {
  const rows = group.map(({ append }, n) => rowOf(append, n))
  const columns = COLUMNS.map(([name, type]) => {
    const values = rows.map((row) => (name === "id" ? row.session : row[name]))
    return type === "text" ? values : numbers(values)
  })
  return [...columns, ...factsOf(group)]
}
