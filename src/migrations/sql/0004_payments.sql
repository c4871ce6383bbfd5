-- Schema "payments": what people began to pay, and the notices of the provider. It is the vault of paying: the only place
-- with what a payer typed, and only here do people who never paid leave a trace.

create schema payments;

-- payment_id: 16 random bytes, all of them (no version in it). Hashes are SHA-256 in base64url.
-- provider_id: null until the provider has answered. tried_at: when it was last asked to make the charge.
-- asked_at: when the charge was last read again; due_at: when that is due next, null for never.
create table payments.intent (
  payment_id    uuid primary key,
  provider      text not null,
  provider_id   text,
  cents         integer not null check (cents > 0),
  buyer_hash    text not null check (length(buyer_hash) = 43),
  key_hash      text check (length(key_hash) = 43),
  user_id       uuid,
  user_kind     text check (user_kind in ('account', 'guest')),
  claimed_email text,
  claimed_name  text,
  copy_paste    text,
  qr_png        text,
  invoice_url   text,
  expires_at    timestamptz,
  created_at    timestamptz not null,
  tried_at      timestamptz,
  asked_at      timestamptz,
  due_at        timestamptz,
  state         text not null default 'open' check (state in ('open', 'underpaid', 'paid', 'taken_back', 'closed')),
  paid_at       timestamptz,
  closed_at     timestamptz,
  receipt_hash  text not null check (length(receipt_hash) = 43),
  check ((user_id is null) = (user_kind is null)),
  check ((state = 'closed') = (closed_at is not null))
);
create unique index intent_receipt on payments.intent (receipt_hash);
create unique index intent_charge on payments.intent (provider, provider_id) where provider_id is not null;
create index intent_buyer on payments.intent (buyer_hash);
create index intent_user on payments.intent (user_id) where user_id is not null;
create index intent_email on payments.intent (lower(claimed_email)) where claimed_email is not null;
create index intent_due on payments.intent (due_at) where due_at is not null;
create index intent_closed on payments.intent (closed_at) where closed_at is not null;

-- A notice is a hint that a charge should be read again: no names, no documents, no amounts.
-- due_at: when it may be taken up (again); whoever takes it moves that on, so that another may if nothing comes of it.
create table payments.webhook (
  provider     text not null,
  event_id     text not null,
  kind         text not null,
  provider_id  text,
  reference    text,
  received_at  timestamptz not null,
  due_at       timestamptz not null,
  tries        integer not null default 0,
  processed_at timestamptz,
  primary key (provider, event_id)
);
create index webhook_due on payments.webhook (due_at) where processed_at is null;
create index webhook_processed on payments.webhook (processed_at) where processed_at is not null;
