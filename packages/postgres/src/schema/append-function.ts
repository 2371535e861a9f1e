// The function that appends: one statement for the appends of many sessions, each accepted or refused on its own, in one commit.

const WANTED = `wanted as materialized (
    select a.* from json_to_recordset(appends) as a (
      n integer, session text, seq integer, epoch integer, facts integer, status text, due_at bigint, open_requests text,
      turns integer, messages integer, usage text, preview text, updated_at bigint, error text, workspace text,
      consumed bigint[], spent json
    )
  )`

/** `more`: another reason to refuse. */
function judged(more: string): string {
  return `judged as materialized (
    select w.*, s.key, s.owner, case
      when s.key is null then 'missing'
      when s.epoch <> w.epoch then 'fenced'
      when s.seq <> w.seq then 'stale'
      ${more}
      end as reason
    from wanted w left join sessions s on s.id = w.session
  )`
}

const ARE_GONE = `when w.consumed is not null and cardinality(w.consumed) <> (
        select count(*) from inbox i where i.place = any(w.consumed) and i.session = s.key) then 'changed'`

/** Bodies come as lines, in the order of what is said about them. */
const FACTS = `written as (
    insert into facts (session, seq, type, command, body)
    select j.key, j.seq + f.i, f.type, f.command, f.body
    from unnest(owners, numbers, types, commands, string_to_array(bodies, E'\\n')) as f (n, i, type, command, body)
    join judged j on j.n = f.n where j.reason is null
  )`

const COMMANDS = `consumed as (
    delete from inbox i using judged j where j.reason is null and i.session = j.key and i.place = any(j.consumed)
  )`

const BLOBS = `stored as (
    insert into blobs (hash, bytes)
    select distinct on (b.hash) b.hash, b.bytes from unnest(hashes, contents, blob_owners) as b (hash, bytes, n)
    join judged j on j.n = b.n where j.reason is null order by b.hash
    on conflict do nothing
  ), referred as (
    insert into blob_refs (session, hash)
    select distinct j.key, b.hash from unnest(hashes, blob_owners) as b (hash, n)
    join judged j on j.n = b.n where j.reason is null order by 1, 2
    on conflict do nothing
  )`

/** What is known of one use of a model. */
export const SPENT = `day integer, model text, requests bigint, unpriced bigint, input bigint, output bigint, cache_read bigint,
      cache_write bigint, cost double precision, estimated boolean, tool_calls bigint, ms double precision`

/** Adds what was used to the sums of the owners: rows `x` of sessions `j`, as `from` names them. */
export function addUsage(from: string): string {
  return `added as (
    insert into usage as u (owner, day, model, shard, requests, unpriced, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, cost_usd, estimated, tool_calls, ms)
    select coalesce(j.owner, ''), x.day, x.model, pg_backend_pid() % 16, sum(x.requests), sum(x.unpriced), sum(x.input),
      sum(x.output), sum(x.cache_read), sum(x.cache_write), sum(x.cost), bool_or(x.estimated), sum(x.tool_calls), sum(x.ms)
    from ${from}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict on constraint usage_pkey do update set requests = u.requests + excluded.requests,
      unpriced = u.unpriced + excluded.unpriced, input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      cache_read_tokens = u.cache_read_tokens + excluded.cache_read_tokens,
      cache_write_tokens = u.cache_write_tokens + excluded.cache_write_tokens,
      -- A cost stays null until one is known.
      cost_usd = case when excluded.cost_usd is null then u.cost_usd else coalesce(u.cost_usd, 0) + excluded.cost_usd end,
      estimated = u.estimated or excluded.estimated, tool_calls = u.tool_calls + excluded.tool_calls,
      ms = u.ms + excluded.ms
  )`
}

const USAGE = addUsage(`judged j cross join lateral json_to_recordset(j.spent) as x (
      ${SPENT})
    where j.reason is null and j.spent is not null`)

/** A command that waits, and is not consumed by this, keeps its session due. */
const COLUMNS = `changed as (
    update sessions s set seq = j.seq + j.facts, status = j.status, open_requests = j.open_requests, turns = j.turns,
      messages = j.messages, usage = j.usage, preview = j.preview, updated_at = j.updated_at,
      updated_second = j.updated_at / 1000, error = j.error, workspace = coalesce(j.workspace, s.workspace), due_in = null,
      due_at = coalesce(j.due_at, case when exists (
        select from inbox i where i.session = j.key and (j.consumed is null or i.place <> all(j.consumed))) then 0 end)
    from judged j where s.key = j.key and j.reason is null
  )`

/** What most appends need: a statement without the other parts takes a fifth less time. */
const PLAIN = [WANTED, judged(""), FACTS, COLUMNS].join(", ")
const WHOLE = [WANTED, judged(ARE_GONE), FACTS, COMMANDS, BLOBS, USAGE, COLUMNS].join(", ")

/**
 * The rows are locked first, in the same order by all, and the rest sees what was committed until then: a command that arrived
 * while it waited for a row keeps its session due. A blob that a removal deleted meanwhile makes the caller try again.
 */
export const APPEND = `
create or replace function append_all(
  is_plain boolean, ids text[], appends json, owners integer[], numbers integer[], types text[], commands text[], bodies text,
  blob_owners integer[], hashes text[], contents bytea[]
) returns table (place integer, refusal text) language plpgsql as $$
declare
  kept bigint;
begin
  perform from sessions where id = any(ids) order by key for no key update;
  if is_plain then
    return query with ${PLAIN} select j.n, j.reason from judged j;
    return;
  end if;
  return query with ${WHOLE} select j.n, j.reason from judged j;
  if cardinality(hashes) > 0 then
    select count(*) into kept from (
      select from blobs b where b.hash in (
        select r.hash from blob_refs r join sessions s on s.key = r.session where s.id = any(ids) and r.hash = any(hashes))
      order by b.hash for key share) locked;
    if kept < (select count(distinct r.hash) from blob_refs r join sessions s on s.key = r.session
        where s.id = any(ids) and r.hash = any(hashes)) then
      raise serialization_failure;
    end if;
  end if;
end $$;
`

/**
 * The same for one session alone, without blobs, commands to consume and usage. An older Pawl calls it; now `append-due.ts` does most
 * of this. It changes the row and so locks it; what waits in the inbox is looked at after that, by a statement that sees what arrived
 * meanwhile.
 */
export const APPEND_ONE = `
create or replace function append_one(
  of text, expected integer, held integer, types text[], commands text[], bodies text, now_status text, due bigint,
  requests text, turn_count integer, message_count integer, used text, words text, at bigint, failure text, folder text
) returns text language plpgsql as $$
declare
  s record;
begin
  update sessions t set seq = expected + cardinality(types), status = now_status, open_requests = requests,
    turns = turn_count, messages = message_count, usage = used, preview = words, updated_at = at, updated_second = at / 1000,
    error = failure, workspace = coalesce(folder, t.workspace), due_in = null, due_at = due
  where t.id = of and t.epoch = held and t.seq = expected returning t.key into s;
  if not found then
    select t.epoch into s from sessions t where t.id = of;
    return case when not found then 'missing' when s.epoch <> held then 'fenced' else 'stale' end;
  end if;
  if cardinality(types) = 1 then
    insert into facts (session, seq, type, command, body) values (s.key, expected + 1, types[1], commands[1], bodies);
  else
    insert into facts (session, seq, type, command, body)
      select s.key, expected + f.i, f.type, f.command, f.body
      from unnest(types, commands, string_to_array(bodies, E'\\n')) with ordinality as f (type, command, body, i);
  end if;
  if due is null and exists (select from inbox i where i.session = s.key) then
    update sessions t set due_at = 0 where t.key = s.key;
  end if;
  return null;
end $$;
`

/** For databases that have them as they were: with a setting of their own, which took a tenth of their time. */
export const APPENDS_WITHOUT_SETTING = [APPEND, APPEND_ONE].join("\n")
