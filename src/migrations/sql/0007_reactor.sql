-- Schema "reactor": how far every reactor is, and what it could not do. Not part of the read model: a rebuild leaves it
-- alone.

create schema reactor;
create table reactor.checkpoint (
  name text primary key,
  position text collate "C"
);
create table reactor.failed (
  name text not null,
  position text collate "C" not null,
  stream text not null,
  revision bigint not null,
  type text not null,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (name, position)
);
comment on table reactor.failed is
  'events that a reactor could not handle: set aside so that the others go on, tried again when it starts';
