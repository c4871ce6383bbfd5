-- Schema "sandbox": the charges of the provider without real money, what a real one keeps on its side. No payer.

create schema sandbox;

create table sandbox.charge (
  id             text primary key,
  reference      text not null unique,
  seq            bigint generated always as identity unique,
  cents          integer not null check (cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and cents),
  status         text not null default 'PENDING',
  description    text not null,
  copy_paste     text not null,
  due_at         timestamptz not null,
  created_at     timestamptz not null
);
