// The tables, as a list of migrations: the lowest byte of a file's user_version says how many of them it has.

/** "Pawl" in ASCII: distinguishes our files from SQLite files of other programs. */
export const APPLICATION_ID = 0x5061776c

/**
 * A fact's row id combines its session's key and its seq in one integer: the facts of a session are adjacent, an append
 * changes one page instead of two (table and index), and facts up to 4 kB need no page of their own.
 */
export function factId(key: number, seq: number): number {
  return key * FACTS_PER_SESSION + seq
}

/** Leaves room for 2^29 sessions below the largest exact number. */
const FACTS_PER_SESSION = 2 ** 24

/** How a session of the table `sessions s` comes from its parent: its first fact says so. Null without a parent. */
export const PARENT_KIND = `(case when s.parent is not null then (select json_extract(body, '$.parent.kind') from facts
  where facts.id = s.key * ${FACTS_PER_SESSION} + 1) end)`

export const MIGRATIONS: readonly string[] = [
  `
  create table sessions (
    key integer primary key autoincrement,
    id text not null unique,
    profile text not null,
    owner text,
    parent text,
    created_at integer not null,
    seq integer not null,
    epoch integer not null default 0,
    runner text,
    status text not null,
    due_at integer,
    open_requests text not null,
    turns integer not null,
    messages integer not null,
    usage text not null,
    preview text not null,
    updated_at integer not null,
    -- The second of updated_at: with it the index on it stays as it is while a busy session appends.
    updated_second integer not null,
    error text,
    title text,
    pinned integer not null default 0,
    archived integer not null default 0
  );
  create index sessions_by_newest on sessions (updated_second desc);
  create index sessions_by_due on sessions (due_at, id) where due_at is not null;
  create index sessions_by_runner on sessions (runner) where runner is not null;

  create table facts (
    id integer primary key,
    body text not null,
    command text
  );
  create index facts_by_command on facts (command) where command is not null;

  create table inbox (
    place integer primary key autoincrement,
    session integer not null,
    id text not null,
    kind text not null,
    call text,
    body text not null,
    unique (session, id)
  );

  create table runners (
    id text primary key,
    pid integer not null,
    boot text not null,
    started text not null,
    beat integer not null
  ) without rowid;

  create table blobs (hash text primary key, bytes blob not null);
  create table blob_refs (session integer not null, hash text not null, primary key (session, hash)) without rowid;
  create index blob_refs_by_hash on blob_refs (hash);

  create table snapshots (session integer primary key, version integer not null, seq integer not null, body text not null);
  -- Only ids and epochs: who still runs a removed session must not be able to write to a new one of the same id.
  create table removed (id text primary key, epoch integer not null) without rowid;
  create table live (session integer primary key, attempt text not null, text text not null);
  `,
  // The wall-clock time of a runner's last heartbeat: the clean-up computes from it how long a runner has been dead.
  "alter table runners add column beat_at integer not null default 0;",
  // The workspace of a session; and since when it is archived, which for older sessions is the time of the upgrade.
  `
  alter table sessions add column workspace text;
  alter table sessions add column archived_at integer;
  update sessions set archived_at = cast(strftime('%s', 'now') as integer) * 1000 where archived = 1;
  `,
  // How long a session was planned to wait: with it no session waits for a clock that was set back.
  "alter table sessions add column due_in integer;",
  // Distinguished this file from others; the count in user_version does that now.
  "create table identity (token text not null);",
  "drop table identity;",
  // A list as JSON, null for none. The index holds only the few sessions that have tags.
  `
  alter table sessions add column tags text;
  create index sessions_by_tags on sessions (updated_second desc) where tags is not null;
  `,
  // What owners used. It is no part of a session, so that removing one leaves the sums as they are.
  `
  create table usage (
    owner text not null,
    day integer not null,
    model text not null,
    requests integer not null,
    unpriced integer not null,
    input_tokens integer not null,
    output_tokens integer not null,
    cache_read_tokens integer not null,
    cache_write_tokens integer not null,
    cost_usd real,
    estimated integer not null,
    tool_calls integer not null,
    ms integer not null,
    primary key (owner, day, model)
  ) without rowid;
  `,
  // Small documents of the program around the agents. A change replaces the row, so that no version is given twice.
  `
  create table records (
    version integer primary key autoincrement,
    kind text not null,
    key text not null,
    value text not null,
    unique (kind, key)
  );
  `,
  // The last sessions that were opened, updated or removed: an append shows in updated_at, these do not.
  "create table session_changes (place integer primary key autoincrement, id text not null);",
  // Since when a session waits for a runner, by this machine's clock, or will; how soon it is to run, null for "normal"; and the
  // runner that it is kept for until somebody has it.
  `
  alter table sessions add column queued_at integer;
  alter table sessions add column priority text;
  alter table sessions add column given_to text;
  update sessions set queued_at = updated_at where due_at is not null;
  create index sessions_waiting on sessions (due_at, queued_at) where runner is null and due_at is not null;
  `,
  // Large blobs in parts, because SQLite can read no less than a whole row: then "size" is set, and "bytes" is empty.
  `
  alter table blobs add column size integer;
  create table blob_parts (hash text not null, part integer not null, bytes blob not null, primary key (hash, part));
  create trigger parts_of_removed_blobs after delete on blobs when old.size is not null begin
    delete from blob_parts where hash = old.hash;
  end;
  `,
]
