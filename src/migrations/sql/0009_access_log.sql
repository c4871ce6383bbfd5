-- Schema "access_log": who used the product from which address and when, kept for six months because the law wants it
-- (Marco Civil da Internet, art. 15), in a table of its own that nothing joins. The product may add rows, show them to the
-- person they are about, and have old ones removed; it can change none and remove no younger one.

create schema access_log;

create table access_log.entry (
  id         uuid primary key,
  at         timestamptz not null,
  kind       text not null check (kind in ('session_started', 'used')),
  account_id uuid not null,
  ip         inet not null,
  port       integer check (port between 1 and 65535)
);
comment on column access_log.entry.port is 'of the caller; null where a proxy stands between and does not tell';
create index entry_at on access_log.entry (at);
create index entry_account_id on access_log.entry (account_id, at);

create function access_log.purge() returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from access_log.entry where at < now() - interval '6 months' returning 1)
  select count(*) from gone
$$;

revoke all on schema access_log from public;
revoke all on all tables in schema access_log from public;
revoke execute on all functions in schema access_log from public;
