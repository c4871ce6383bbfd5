-- Schema "log": the event log in Postgres (14 or later, database encoding UTF8).
--
-- The rule everything hangs on: a position is given while the one row of log.identity is locked, and the lock is held
-- until the commit is visible. So positions have no gaps and become visible in order, and a reader that has passed one
-- will never find an older one behind it. (A sequence gives numbers before the commit: readers lose events.)
--
-- * The locked row is only ever locked, never updated: an updated counter would pile up dead versions for as long as any
--   foreign transaction stays open, and the log would slow down with it. The counter is the last key of log.events.
-- * Arguments are lists joined with chr(31), which JSON text cannot contain: cheaper on both sides than arrays.
-- * Nobody may anything by default; what the role of the product may, stands in src/migrations/grants.ts.

do $$ begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'the event log needs a database in UTF8, not %', current_setting('server_encoding');
  end if;
end $$;

create schema log;

create table log.identity (
  only_row boolean primary key default true check (only_row),
  id text not null default gen_random_uuid()::text,
  created_at timestamptz not null default now()
);
insert into log.identity default values;

create table log.events (
  position bigint primary key,
  stream text collate "C" not null,
  revision bigint not null,
  id uuid not null unique,
  type text not null,
  at timestamptz not null,
  meta text not null,
  data text,
  salt bytea,
  digest bytea not null,
  unique (stream, revision)
);
comment on column log.events.digest is 'sha256(salt || data as UTF-8); stays when data and salt are erased';

create table log.erased (
  stream text collate "C" primary key,
  erased_at timestamptz not null default now()
);

create function log.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'table log.% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function log.allow_only_erasure() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.data is null and new.salt is null
    and (new.position, new.stream, new.revision, new.id, new.type, new.at, new.meta, new.digest)
      is not distinct from (old.position, old.stream, old.revision, old.id, old.type, old.at, old.meta, old.digest)
    and exists (select from log.erased e where e.stream = old.stream)
  then
    return new;
  end if;
  raise exception 'table log.events is append-only' using errcode = 'restrict_violation';
end $$;

create trigger only_erasure before update on log.events
  for each row execute function log.allow_only_erasure();
create trigger append_only before delete or truncate on log.events
  for each statement execute function log.refuse_change();
create trigger append_only before update or delete or truncate on log.identity
  for each statement execute function log.refuse_change();
create trigger append_only before update or delete or truncate on log.erased
  for each statement execute function log.refuse_change();

-- What an append that was not done is answered: the first answer if the very same events are there, else why.
create function log.answer(p_stream text, p_expected bigint, p_ids uuid[]) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  last record;
  actual bigint;
  same bigint;
begin
  if (select 1 from log.erased e where e.stream = p_stream) is not null then
    return 'erased';
  end if;
  select e.revision, e.position into last from log.events e where e.id = p_ids[cardinality(p_ids)] and e.stream = p_stream;
  if found then
    select count(*) into same from unnest(p_ids) with ordinality as given(id, n)
    where (select e.id from log.events e
      where e.stream = p_stream and e.revision = last.revision - cardinality(p_ids) + given.n) = given.id;
    if same = cardinality(p_ids) then
      return format('before %s %s', last.revision, last.position);
    end if;
  end if;
  actual := coalesce((select e.revision from log.events e where e.stream = p_stream order by e.revision desc limit 1), -1);
  return case when actual = p_expected then 'taken' else format('conflict %s', actual) end;
end $$;

-- One event, nobody else waiting in the calling process.
create function log.append_one(
  p_stream text, p_expected bigint, p_id uuid, p_type text, p_at bigint, p_meta text, p_data text
) returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  given bigint;
begin

  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform 1 from log.identity for update;
  insert into log.events (position, stream, revision, id, type, at, meta, data, salt, digest)
  select coalesce((select e.position from log.events e order by e.position desc limit 1), 0) + 1,
    p_stream, p_expected + 1, p_id, p_type, to_timestamp(p_at / 1000.0), p_meta, p_data,
    fresh.salt, sha256(fresh.salt || convert_to(p_data, 'UTF8'))
  from (select uuid_send(gen_random_uuid()) as salt) fresh
  where coalesce((select e.revision from log.events e where e.stream = p_stream order by e.revision desc limit 1), -1) = p_expected
    and (select 1 from log.events e where e.id = p_id) is null
    and (select 1 from log.erased e where e.stream = p_stream) is null
  returning position into given;
  if found then
    return format('new %s %s', p_expected + 1, given);
  end if;
  return log.answer(p_stream, p_expected, array[p_id]);
end $$;

-- Many appends, at most one per stream, no event id twice. Lists of equal length, an entry per event, the events of one
-- append side by side; p_expected stands at the first event of each append and is empty at its others.
-- The result is chr(31)-joined too: the last position before these, then stream and answer of each append not done now.
-- A refused append leaves no gap and does not touch the others.
create function log.append_many(
  p_streams text, p_expected text, p_revisions text, p_ids text, p_types text, p_ats text, p_metas text, p_datas text
) returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  s constant text := chr(31);
  head bigint;
  not_now text[];
  answers text;
begin

  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform 1 from log.identity for update;
  head := coalesce((select e.position from log.events e order by e.position desc limit 1), 0);
  select array_agg(g.stream) into not_now
  from rows from (string_to_table(p_streams, s), string_to_table(p_expected, s), string_to_table(p_ids, s)) as g(stream, expected, id)
  where (select 1 from log.events e where e.id = g.id::uuid) is not null
    or g.expected <> '' and (
      (select 1 from log.erased e where e.stream = g.stream) is not null
      or coalesce((select e.revision from log.events e where e.stream = g.stream order by e.revision desc limit 1), -1) <> g.expected::bigint
    );
  if not_now is not null then
    select string_agg(member.stream || s || log.answer(member.stream, member.expected, member.ids), s) into answers
    from (
      select g.stream, max(g.expected)::bigint as expected, array_agg(g.id::uuid order by g.n) as ids
      from rows from (string_to_table(p_streams, s), string_to_table(p_expected, s), string_to_table(p_ids, s))
        with ordinality as g(stream, expected, id, n)
      where g.stream = any (not_now)
      group by g.stream
    ) member;
    select string_agg(g.stream, s order by g.n), string_agg(g.revision, s order by g.n), string_agg(g.id, s order by g.n),
      string_agg(g.type, s order by g.n), string_agg(g.at, s order by g.n), string_agg(g.meta, s order by g.n),
      string_agg(g.data, s order by g.n)
    into p_streams, p_revisions, p_ids, p_types, p_ats, p_metas, p_datas
    from rows from (
      string_to_table(p_streams, s), string_to_table(p_revisions, s), string_to_table(p_ids, s), string_to_table(p_types, s),
      string_to_table(p_ats, s), string_to_table(p_metas, s), string_to_table(p_datas, s)
    ) with ordinality as g(stream, revision, id, type, at, meta, data, n)
    where g.stream <> all (not_now);
  end if;
  insert into log.events (position, stream, revision, id, type, at, meta, data, salt, digest)
  select head + g.n, g.stream, g.revision::bigint, g.id::uuid, g.type, to_timestamp(g.at::bigint / 1000.0), g.meta, g.data,
    g.salt, sha256(g.salt || convert_to(g.data, 'UTF8'))
  from (
    select *, uuid_send(gen_random_uuid()) as salt
    from rows from (
      string_to_table(p_streams, s), string_to_table(p_revisions, s), string_to_table(p_ids, s), string_to_table(p_types, s),
      string_to_table(p_ats, s), string_to_table(p_metas, s), string_to_table(p_datas, s)
    ) with ordinality as given(stream, revision, id, type, at, meta, data, n)
  ) g;
  return concat_ws(s, head, answers);
end $$;

create function log.erase(p_stream text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into log.erased (stream) values (p_stream) on conflict do nothing;
  update log.events e set data = null, salt = null where e.stream = p_stream and e.data is not null;
  -- the long part is done without holding anybody up; what has come meanwhile follows under the lock

  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform 1 from log.identity for update;
  update log.events e set data = null, salt = null where e.stream = p_stream and e.data is not null;
end $$;

revoke all on schema log from public;
revoke all on all tables in schema log from public;
revoke execute on all functions in schema log from public;
