-- Schema "mail": what has to be sent, without saying to whom: that is looked up when it is sent. Only the outbox, which
-- stands in for a mail server on machines without one, holds whole messages.

create schema mail;

-- due_at: when it may be taken up (again); whoever takes it moves that on, so that another may if nothing comes of it.
-- null: nothing is left to do.
create table mail.outgoing (
  payment_id uuid not null,
  kind       text not null,
  queued_at  timestamptz not null,
  due_at     timestamptz,
  tries      integer not null default 0,
  outcome    text check (outcome in ('sent', 'refused', 'given_up', 'pointless')),
  ended_at   timestamptz,
  primary key (payment_id, kind),
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is null) = (due_at is not null))
);
create index outgoing_due on mail.outgoing (due_at) where due_at is not null;

create table mail.outbox (
  id         text primary key,
  at         timestamptz not null,
  to_name    text not null,
  to_address text not null,
  subject    text not null,
  text       text not null,
  html       text not null
);
