-- Schema "identity": who people are (the vault, the only place with names and e-mails), who is signed in, and the secrets
-- that several processes share.

create schema identity;

create table identity.secret (
  name       text primary key,
  value      bytea not null check (octet_length(value) = 32),
  created_at timestamptz not null default now()
);

-- States of sign-ins that were finished: each may be used once. SHA-256, kept until its cookie has expired anyway.
create table identity.used_state (
  hash       bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index used_state_expires_at on identity.used_state (expires_at);

-- expires_at is the nearer of the idle and the absolute end, so that a join needs only
-- "token_hash = $1 and revoked_at is null and expires_at > now()".
create table identity.session (
  token_hash        bytea primary key check (octet_length(token_hash) = 32),
  user_id           uuid not null,
  kind              text not null check (kind in ('account', 'guest')),
  created_at        timestamptz not null,
  last_seen_at      timestamptz not null,
  expires_at        timestamptz not null,
  admin_verified_at timestamptz,
  revoked_at        timestamptz,
  -- Who this browser was as a guest, while that question stands open.
  joins_user_id     uuid,
  -- The same guest, once it is said that both stay apart.
  kept_user_id      uuid
);
create index session_user_id on identity.session (user_id);
create index session_expires_at on identity.session (expires_at);

-- Tries at the admin password, each counted before it is looked at.
create table identity.admin_try (
  user_id    uuid primary key,
  tries      integer not null,
  tried_at   timestamptz not null,
  wait_until timestamptz
);

-- E-mails that an admin has given access to and that nobody has shown as verified yet.
create table identity.granted_email (
  grant_id   uuid primary key,
  email      text not null,
  given_at   timestamptz not null
);
create index granted_email_lower on identity.granted_email (lower(email));

-- The vault. A forgotten person keeps only the row with the id: it makes a return the next generation.
create table identity.person (
  user_id        uuid primary key,
  issuer         text,
  subject        text,
  generation     integer not null default 0 check (generation >= 0),
  email          text,
  email_verified boolean not null default false,
  name           text,
  picture        text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  forgotten_at   timestamptz,
  check (forgotten_at is null or (issuer is null and subject is null and email is null and name is null and picture is null)),
  check (forgotten_at is not null or (issuer is not null and subject is not null and email is not null and name is not null))
);
create index person_verified_email on identity.person (lower(email)) where email_verified;
