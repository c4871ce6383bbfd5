-- Schema "audit": one entry per event of the log, in its order, chained by hashes. It is backed up and never rebuilt, so
-- that it shows what happened to the log.

create schema audit;

create table audit.entry (
  number     bigint primary key,
  position   text collate "C" not null unique,
  event_id   uuid not null unique,
  stream     text collate "C" not null,
  kind       text not null,
  revision   bigint not null,
  type       text not null,
  at         timestamptz not null,
  ordered_at timestamptz not null,
  actor_kind text not null,
  cause      uuid,
  meta       text not null,
  data       text,
  salt       bytea,
  digest     bytea not null,
  hash       bytea not null
);
comment on column audit.entry.ordered_at is '"at", never before that of the entry before: a period is a stretch of numbers';
comment on column audit.entry.hash is 'over the hash before and this entry; see chain.ts';
create index entry_stream on audit.entry (stream, number);
create index entry_kind on audit.entry (kind, number);
create index entry_type on audit.entry (type, number);
create index entry_cause on audit.entry (cause) where cause is not null;
create index entry_ordered_at on audit.entry (ordered_at, number);

-- Whose trail an entry belongs to.
create table audit.concern (
  user_id uuid not null,
  number  bigint not null,
  primary key (user_id, number)
);
create index concern_number on audit.concern (number);

-- How far the trail is. One row, which the writer compares and sets.
create table audit.head (
  only_row   boolean primary key default true check (only_row),
  number     bigint not null default 0,
  position   text collate "C",
  hash       bytea not null default ''::bytea,
  ordered_at timestamptz not null default '-infinity'
);
insert into audit.head default values;

-- When somebody walked the whole trail, and what came of it.
create table audit.check_run (
  at       timestamptz primary key,
  entries  bigint not null,
  problems integer not null
);

-- Streams whose content is not kept any more, whenever their events come.
create table audit.erased (
  stream    text collate "C" primary key,
  erased_at timestamptz not null default now()
);

create function audit.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'table audit.% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The one change that is allowed: content and salt of a stream that the log has erased may go.
create function audit.allow_only_erasure() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.data is null and new.salt is null
    and (new.number, new.position, new.event_id, new.stream, new.kind, new.revision, new.type, new.at, new.ordered_at,
         new.actor_kind, new.cause, new.meta, new.digest, new.hash)
      is not distinct from (old.number, old.position, old.event_id, old.stream, old.kind, old.revision, old.type, old.at,
         old.ordered_at, old.actor_kind, old.cause, old.meta, old.digest, old.hash)
  then
    return new;
  end if;
  raise exception 'table audit.entry is append-only' using errcode = 'restrict_violation';
end $$;

create trigger only_erasure before update on audit.entry
  for each row execute function audit.allow_only_erasure();
create trigger append_only before delete or truncate on audit.entry
  for each statement execute function audit.refuse_change();

-- The head's lock lets the writer finish what it has begun; what it writes afterwards finds the stream erased.
create function audit.erase(p_stream text) returns void language sql
security definer set search_path = pg_catalog, pg_temp as $$
  select from audit.head for update;
  insert into audit.erased (stream) values (p_stream) on conflict do nothing;
  update audit.entry e set data = null, salt = null where e.stream = p_stream and e.data is not null;
$$;

revoke all on schema audit from public;
revoke execute on all functions in schema audit from public;
