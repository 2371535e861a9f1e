// The step that adds a queue: since when sessions wait for a runner, how soon they are to run, and how many of an owner do.
import { NOW } from "./now.ts"

const COLUMNS = `
-- Since when the session waits for a runner, or will, by the clock of the database.
alter table sessions add column queued_at bigint;
-- Null for "normal".
alter table sessions add column priority text;
-- The runner that the session is kept for until somebody has it.
alter table sessions add column given_to text;
update sessions set queued_at = updated_at where due_at is not null;
create index sessions_waiting on sessions (due_at, queued_at) where runner is null and due_at is not null;
create index sessions_running on sessions (owner) where runner is not null;
`

/** As in the first step, and a session that was not due waits from now on. */
const PUT = `
create or replace function put_command(of bigint, command json, body text, channel text) returns bigint
language plpgsql as $$
declare
  given bigint;
begin
  perform pg_advisory_xact_lock(7361, hashtext(current_schema() || '.inbox'));
  insert into inbox (session, id, kind, call, body)
    values (of, command->>'id', command->>'kind', command->>'call', body) returning place into given;
  update sessions set due_at = 0, queued_at = ${NOW} where key = of and (due_at is null or due_at > 0);
  update sessions set priority = command->>'priority' where key = of and priority is distinct from command->>'priority'
    and command->>'priority' is not null;
  update sessions set given_to = command->>'runner' where key = of and runner is null and command->>'runner' is not null;
  -- With the commit, so that a process that dies right after it leaves no command that nobody was told of.
  perform pg_notify(channel, 'commands');
  return given;
end $$;
`

/** As in the first step, and a session that is kept for a runner is refused to others while that one lives. */
const ACQUIRE_GIVEN = `
create or replace function acquire(wanted text, by_runner text, over_runner text, over_epoch integer, over_beat bigint)
returns table (outcome text, epoch integer, seq integer, runner text, pid integer, boot text, started text, beat bigint)
language plpgsql as $$
declare
  s record;
  r record;
  held boolean;
begin
  if not exists (select from runners where id = by_runner) then
    return query select 'not-joined', null::integer, null::integer, null, null::integer, null, null, null::bigint;
    return;
  end if;
  select t.key, t.seq, t.epoch, t.runner, t.given_to into s from sessions t where t.id = wanted for no key update;
  if not found then
    return query select 'missing', null::integer, null::integer, null, null::integer, null, null, null::bigint;
    return;
  end if;
  -- Locked, so that a beat of the holder comes before or after, not in between.
  select t.* into r from runners t where t.id = s.runner for no key update;
  held := found;
  if not held and s.given_to <> by_runner then
    select t.* into r from runners t where t.id = s.given_to for no key update;
    held := found;
  end if;
  if held and (r.id is distinct from over_runner or s.epoch <> over_epoch or r.beat <> over_beat) then
    return query select 'held', s.epoch, s.seq, r.id, r.pid, r.boot, r.started, r.beat;
    return;
  end if;
  update sessions t set epoch = t.epoch + 1, runner = by_runner, given_to = null where t.key = s.key;
  return query select 'acquired', s.epoch + 1, s.seq, null, null::integer, null, null, null::bigint;
end $$;
`

/** The lock of the owner comes before that of the row, as with all who count what an owner has. */
const ACQUIRE = `
create or replace function acquire_within(
  wanted text, by_runner text, over_runner text, over_epoch integer, over_beat bigint, most integer
) returns table (outcome text, epoch integer, seq integer, runner text, pid integer, boot text, started text, beat bigint)
language plpgsql as $$
declare
  s record;
begin
  select t.key, t.owner, t.parent_kind into s from sessions t where t.id = wanted;
  if found and s.parent_kind is distinct from 'delegation' then
    perform pg_advisory_xact_lock(7361, hashtext(current_schema() || '.owner.' || coalesce(s.owner, '')));
    if most <= (select count(*) from sessions t where t.runner is not null and t.due_at is not null and t.key <> s.key
        and (t.owner = s.owner or (t.owner is null and s.owner is null)) and t.parent_kind is distinct from 'delegation') then
      return query select 'full', null::integer, null::integer, null, null::integer, null, null, null::bigint;
      return;
    end if;
  end if;
  return query select * from acquire(wanted, by_runner, over_runner, over_epoch, over_beat);
end $$;
`

export const QUEUE = [COLUMNS, PUT, ACQUIRE_GIVEN, ACQUIRE].join("\n")
