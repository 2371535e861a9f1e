// The tables of a store, as the first migration makes them. All names are looked up in the store's own schema.

/** Facts are spread by session, so that no index of theirs grows with all sessions, and vacuum works on small parts. */
const PARTITIONS = 16

const PARTS = Array.from(
  { length: PARTITIONS },
  (_, at) => `create table facts_${at} partition of facts for values with (modulus ${PARTITIONS}, remainder ${at});`,
).join("\n")

export const TABLES = `
-- Room in each page, so that the new version of a row that every append writes stays beside the old one, and no index changes.
create table sessions (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  profile text not null,
  owner text,
  parent text,
  parent_kind text,
  created_at bigint not null,
  seq integer not null,
  epoch integer not null,
  runner text,
  status text not null,
  due_at bigint,
  -- How long the session was planned to wait: with it no session waits for a clock that was set back.
  due_in bigint,
  open_requests text not null,
  turns integer not null,
  messages integer not null,
  usage text not null,
  preview text not null,
  updated_at bigint not null,
  -- The second of updated_at: with it the index on it stays as it is while a busy session appends.
  updated_second bigint not null,
  error text,
  workspace text,
  title text,
  tags text[],
  pinned boolean not null default false,
  archived boolean not null default false,
  archived_at bigint,
  -- How far the search knows the session, and under which name.
  searched_seq integer not null default 0,
  searched_name text not null default ''
) with (fillfactor = 70);
create index sessions_by_newest on sessions (updated_second desc);
create index sessions_by_due on sessions (due_at, id) where due_at is not null;
create index sessions_by_runner on sessions (runner) where runner is not null;
create index sessions_by_owner on sessions (owner);
create index sessions_by_tags on sessions using gin (tags) where tags is not null;

create table facts (
  session bigint not null,
  seq integer not null,
  type text not null,
  command text,
  body text not null,
  primary key (session, seq)
) partition by hash (session);
${PARTS}
create index facts_by_command on facts (session, command) where command is not null;

create table inbox (
  place bigint generated always as identity primary key,
  session bigint not null,
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
  beat bigint not null,
  beat_at bigint not null
) with (fillfactor = 50);

create table blobs (hash text primary key, bytes bytea not null);
-- Outside of the row and uncompressed: most are compressed already, and a row stays small.
alter table blobs alter column bytes set storage external;
create table blob_refs (session bigint not null, hash text not null, primary key (session, hash));
create index blob_refs_by_hash on blob_refs (hash);

create table snapshots (session bigint primary key, version integer not null, seq integer not null, body text not null);
-- Only ids and epochs: who still runs a removed session must not be able to write to a new one of the same id.
create table removed (id text primary key, epoch integer not null);

-- What owners used. Connections add to different shards, so that none waits for the commit of another.
create table usage (
  owner text collate "C" not null,
  day integer not null,
  model text collate "C" not null,
  shard integer not null,
  requests bigint not null,
  unpriced bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cache_read_tokens bigint not null,
  cache_write_tokens bigint not null,
  cost_usd double precision,
  estimated boolean not null,
  tool_calls bigint not null,
  ms double precision not null,
  primary key (owner, day, model, shard)
);

create sequence record_versions;
create table records (
  kind text not null,
  key text collate "C" not null,
  version bigint not null,
  value text not null,
  primary key (kind, key)
);

-- The last sessions that were opened, updated or removed: an append shows in updated_at, these do not.
create table session_changes (place bigint generated always as identity primary key, id text not null);

-- What can be searched. A search adds the facts since the last one, so that no append ever waits for it.
create table searched (
  session bigint not null,
  seq integer not null,
  text text not null,
  words tsvector not null,
  primary key (session, seq)
);
create index searched_by_words on searched using gin (words);
`
