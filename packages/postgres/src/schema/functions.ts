// Functions of the store's schema: what has to look and write in one step, without a round trip in between.
import { APPEND, APPEND_ONE } from "./append-function.ts"

/**
 * Places are given under a lock that is held until the commit: otherwise a reader that remembers the last place it saw would
 * miss a lower one that was committed later. The lock comes last, so that it is held for the commit alone.
 */
const PLACES = `
create or replace function put_command(of bigint, command json, body text, channel text) returns bigint
language plpgsql as $$
declare
  given bigint;
begin
  perform pg_advisory_xact_lock(7361, hashtext(current_schema() || '.inbox'));
  insert into inbox (session, id, kind, call, body)
    values (of, command->>'id', command->>'kind', command->>'call', body) returning place into given;
  update sessions set due_at = 0 where key = of and (due_at is null or due_at > 0);
  -- With the commit, so that a process that dies right after it leaves no command that nobody was told of.
  perform pg_notify(channel, 'commands');
  return given;
end $$;

create or replace function note_change(changed text, kept integer) returns void language plpgsql as $$
declare
  given bigint;
begin
  perform pg_advisory_xact_lock(7361, hashtext(current_schema() || '.session_changes'));
  insert into session_changes (id) values (changed) returning place into given;
  delete from session_changes where place <= given - kept;
end $$;
`

const LEASES = `
create or replace function acquire(wanted text, by_runner text, over_runner text, over_epoch integer, over_beat bigint)
returns table (outcome text, epoch integer, seq integer, runner text, pid integer, boot text, started text, beat bigint)
language plpgsql as $$
declare
  s record;
  r record;
begin
  if not exists (select from runners where id = by_runner) then
    return query select 'not-joined', null::integer, null::integer, null, null::integer, null, null, null::bigint;
    return;
  end if;
  select t.key, t.seq, t.epoch, t.runner into s from sessions t where t.id = wanted for no key update;
  if not found then
    return query select 'missing', null::integer, null::integer, null, null::integer, null, null, null::bigint;
    return;
  end if;
  -- Locked, so that a beat of the holder comes before or after, not in between.
  select t.* into r from runners t where t.id = s.runner for no key update;
  if found and (r.id is distinct from over_runner or s.epoch <> over_epoch or r.beat <> over_beat) then
    return query select 'held', s.epoch, s.seq, r.id, r.pid, r.boot, r.started, r.beat;
    return;
  end if;
  update sessions t set epoch = t.epoch + 1, runner = by_runner where t.key = s.key;
  return query select 'acquired', s.epoch + 1, s.seq, null, null::integer, null, null, null::bigint;
end $$;
`

const REMOVAL = `
create or replace function remove_session(wanted text, seen_seq integer, seen_epoch integer) returns boolean
language plpgsql as $$
declare
  s record;
begin
  select t.* into s from sessions t where t.id = wanted for update;
  if not found then return false; end if;
  if seen_seq is not null and (s.seq <> seen_seq or s.epoch <> seen_epoch or not s.archived or s.pinned
      or s.status not in ('idle', 'failed') or exists (select from inbox where session = s.key)) then
    return false;
  end if;
  insert into removed (id, epoch) values (s.id, s.epoch) on conflict (id) do update set epoch = excluded.epoch;
  -- Who refers to one of these blobs now holds it; after the lock, the references of all others are seen.
  perform from blobs where hash in (select hash from blob_refs where session = s.key) order by hash for update;
  delete from blobs where hash in (
    select mine.hash from blob_refs mine where mine.session = s.key and not exists (
      select from blob_refs other where other.hash = mine.hash and other.session <> mine.session));
  delete from blob_refs where session = s.key;
  delete from facts where session = s.key;
  delete from inbox where session = s.key;
  delete from snapshots where session = s.key;
  delete from searched where session = s.key;
  delete from sessions where key = s.key;
  return true;
end $$;
`

export const FUNCTIONS = [PLACES, LEASES, REMOVAL, APPEND, APPEND_ONE].join("\n")
