-- Schema "limits": counts that all processes share, in the form that rate-limiter-flexible works with. Nothing is lost
-- when it is lost, so it does without the write-ahead log.

create schema limits;
create unlogged table limits.counter (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on column limits.counter.expire is 'milliseconds since 1970';
