// Which runners' own connections have ended: a process that dies loses its connections at once, on whatever machine it was.

/** Advisory locks of this class are held by runners. */
export const TIES_CLASS = 7362

/**
 * Each runner holds a lock on the connection that it listens on. A tie says that it does, and to which start of the server: when the
 * server restarts, all connections end, and that proves nothing. An unlogged table is empty after a crash, and on a standby.
 */
export const TIES = `
create unlogged table ties (runner text primary key, server text not null);

create or replace function server_start() returns text language sql stable as $$
  select extract(epoch from pg_postmaster_start_time())::text
$$;

create or replace function tie_key(of text) returns integer language sql stable as $$
  select hashtext(current_schema() || '.' || of)
$$;

create or replace function tie(of text) returns void language plpgsql as $$
begin
  perform pg_advisory_lock_shared(${TIES_CLASS}, tie_key(of));
  delete from ties where server <> server_start();
  insert into ties (runner, server) values (of, server_start())
    on conflict (runner) do update set server = excluded.server;
end $$;

create or replace function cut_off() returns setof text language sql stable as $$
  select t.runner from ties t where t.server = server_start() and not exists (
    select from pg_locks l where l.locktype = 'advisory' and l.classid = ${TIES_CLASS} and l.objsubid = 2
      and l.objid::bigint = (tie_key(t.runner)::bigint & 4294967295) and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database()))
$$;
`
