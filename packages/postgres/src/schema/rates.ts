// Tables and functions of what processes share of models' limits: places of requests, who waits for one, and what replies
// taught. Models are named by keys that hold no secret.
import { NOW } from "./now.ts"

const TABLES = `
-- Its row is locked while places of the model are taken. "reached": the highest turn that was served.
create table rate_models (model text collate "C" primary key, reached bigint not null) with (fillfactor = 50);

-- A request that was sent. Open until its reply, as long as its process keeps it up; it counts for a minute in any case.
create table rate_places (
  id bigint generated always as identity primary key,
  model text collate "C" not null,
  at bigint not null,
  tokens bigint not null,
  open_until bigint
) with (fillfactor = 70);
create index rate_places_by_model on rate_places (model, at);

-- How many requests of a process wait, and the turn of the first of them.
create table rate_waiting (
  model text collate "C" not null,
  holder text not null,
  turn bigint not null,
  since bigint not null,
  wanted bigint not null,
  tokens bigint not null,
  until bigint not null,
  primary key (model, holder)
) with (fillfactor = 50);

create table rate_lessons (
  model text collate "C" not null,
  teacher text not null,
  at bigint not null,
  until bigint not null,
  lesson text not null,
  primary key (model, teacher)
) with (fillfactor = 50);
`

/** Locks the row of a model: all that changes its counts comes one after the other. */
const LOCK = `
create function lock_rate(of_model text) returns bigint language plpgsql as $$
declare
  found_reached bigint;
begin
  -- Lost by a crash of the server, these writes cost nothing: no request waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  select reached into found_reached from rate_models where model = of_model for update;
  if not found then
    insert into rate_models (model, reached) values (of_model, 0) on conflict do nothing;
    select reached into found_reached from rate_models where model = of_model for update;
  end if;
  return found_reached;
end $$;
`

/** Others are told when they wait for what became free. */
const CLOSE = `
create function close_places(
  of_model text, of_holder text, closed bigint[], closed_tokens bigint[], gone bigint[], channel text
) returns void language plpgsql as $$
begin
  if cardinality(closed) + cardinality(gone) = 0 then
    return;
  end if;
  perform lock_rate(of_model);
  update rate_places p set open_until = null, tokens = coalesce(c.tokens, p.tokens)
    from unnest(closed, closed_tokens) as c (id, tokens) where p.id = c.id;
  delete from rate_places where id = any(gone);
  if exists (select from rate_waiting where model = of_model and holder <> of_holder) then
    perform pg_notify(channel, 'rates');
  end if;
end $$;
`

/**
 * The n-th request that waits in a process has the turn "turn + n"; the lowest turn comes first, whichever process it is of. So
 * a process leaves to the others what they are due, as long as they keep coming for it.
 */
const TAKE = `
create function take_places(
  of_model text, of_holder text, wants bigint[], away bigint, away_tokens bigint,
  most_requests bigint, most_tokens bigint, most_open bigint, per_ms bigint, lease_ms bigint
) returns table (places bigint[], wait_ms bigint) language plpgsql as $$
declare
  reached_turn bigint := lock_rate(of_model);
  now_ms bigint := ${NOW};
  sent bigint;
  used bigint;
  opened bigint;
  my_turn bigint;
  my_since bigint;
  ahead bigint;
  ahead_tokens bigint;
  over_requests bigint;
  over_tokens bigint;
  over_open bigint;
  given bigint;
  taken bigint[] := '{}';
  n bigint := 0;
  wait bigint := 0;
  unserved bigint;
begin
  delete from rate_places where id in (
    select p.id from rate_places p where p.model = of_model and p.at <= now_ms - per_ms
      and (p.open_until is null or p.open_until <= now_ms) for update skip locked);
  delete from rate_waiting w where w.model = of_model and w.until <= now_ms;
  select count(*) filter (where p.at > now_ms - per_ms), coalesce(sum(p.tokens) filter (where p.at > now_ms - per_ms), 0),
      count(*) filter (where p.open_until > now_ms)
    into sent, used, opened from rate_places p where p.model = of_model;
  select w.turn, w.since into my_turn, my_since from rate_waiting w where w.model = of_model and w.holder = of_holder;
  if not found then
    my_turn := reached_turn + 1;
    my_since := now_ms;
  end if;
  for at_place in 1 .. cardinality(wants) loop
    select coalesce(sum(o.n), 0), coalesce(sum(o.n * o.each), 0) into ahead, ahead_tokens from (
      select least(w.wanted, greatest(0, my_turn + n - w.turn
          + case when (w.since, w.holder) < (my_since, of_holder) then 1 else 0 end)) as n,
        w.tokens / greatest(1, w.wanted) as each
      from rate_waiting w where w.model = of_model and w.holder <> of_holder) o;
    over_requests := sent + ahead + 1 - most_requests;
    over_open := opened + ahead + 1 - most_open;
    -- A request that is larger than the limit goes out by itself.
    over_tokens := case when used + ahead_tokens = 0 then 0 else used + ahead_tokens + wants[at_place] - most_tokens end;
    exit when greatest(over_requests, over_open, over_tokens, 0) > 0;
    insert into rate_places (model, at, tokens, open_until) values (of_model, now_ms, wants[at_place], now_ms + lease_ms)
      returning id into given;
    taken := taken || given;
    n := n + 1;
    sent := sent + 1;
    opened := opened + 1;
    used := used + wants[at_place];
  end loop;
  if n > 0 then
    update rate_models m set reached = greatest(m.reached, my_turn + n - 1) where m.model = of_model;
  end if;
  if n < cardinality(wants) then
    wait := greatest(
      case when over_requests > 0 then coalesce((
        select p.at + per_ms - now_ms from rate_places p where p.model = of_model and p.at > now_ms - per_ms
        order by p.at, p.id offset over_requests - 1 limit 1), per_ms) end,
      case when over_tokens > 0 then coalesce((
        select min(f.at) + per_ms - now_ms from (
          select p.at, sum(p.tokens) over (order by p.at, p.id) as freed from rate_places p
          where p.model = of_model and p.at > now_ms - per_ms) f
        where f.freed >= over_tokens), per_ms) end,
      0);
  end if;
  unserved := cardinality(wants) - n + away;
  if unserved > 0 then
    insert into rate_waiting as w (model, holder, turn, since, wanted, tokens, until)
      values (of_model, of_holder, my_turn + n, my_since, unserved,
        away_tokens + coalesce((select sum(t) from unnest(wants[n + 1 :]) as t), 0), now_ms + greatest(3000, wait + 1500))
      on conflict (model, holder) do update set turn = excluded.turn, wanted = excluded.wanted, tokens = excluded.tokens,
        until = greatest(w.until, excluded.until);
  else
    delete from rate_waiting w where w.model = of_model and w.holder = of_holder;
  end if;
  return query select taken, wait;
end $$;
`

export const RATES = `${TABLES}\n${LOCK}\n${CLOSE}\n${TAKE}`
