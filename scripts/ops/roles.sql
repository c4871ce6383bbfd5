-- The roles that the product runs as, and what each may do. "npm run migrate" gives these rights to the roles named in
-- DATABASE_ROLES by itself, and takes every other one from them: only the three "create role" are left to you.
-- A test writes this file.

create role prumo_api login password '…';
grant delete, insert, select, update on table
  identity.admin_try,
  identity.granted_email,
  identity.session,
  identity.used_state,
  limits.counter,
  payments.intent,
  payments.webhook,
  sandbox.charge
  to prumo_api;
grant execute on function
  log.append_many,
  log.append_one
  to prumo_api;
grant insert, select on table
  access_log.entry,
  identity.secret
  to prumo_api;
grant insert, select, update on table
  identity.person
  to prumo_api;
grant select on table
  audit.check_run,
  audit.concern,
  audit.entry,
  audit.head,
  log.events,
  log.identity,
  mail.outbox,
  mail.outgoing,
  migrations.applied,
  reactor.checkpoint,
  reactor.failed,
  read.account,
  read.business,
  read.channel,
  read.checkpoint,
  read.dish,
  read.fixed_cost,
  read.ingredient,
  read.month_revenue,
  read.parked,
  read.preparation,
  read.variable_cost
  to prumo_api;
grant usage on schema
  access_log,
  audit,
  identity,
  limits,
  log,
  mail,
  migrations,
  payments,
  reactor,
  read,
  sandbox
  to prumo_api;

create role prumo_projector login password '…';
grant delete, insert, select, update on table
  read.account,
  read.business,
  read.channel,
  read.checkpoint,
  read.dish,
  read.fixed_cost,
  read.ingredient,
  read.month_revenue,
  read.parked,
  read.preparation,
  read.variable_cost
  to prumo_projector;
grant insert, select on table
  audit.concern,
  audit.entry
  to prumo_projector;
grant select on table
  audit.check_run,
  audit.erased,
  log.events,
  log.identity,
  mail.outgoing,
  migrations.applied,
  payments.webhook,
  reactor.checkpoint,
  reactor.failed
  to prumo_projector;
grant select, update on table
  audit.head
  to prumo_projector;
grant usage on schema
  audit,
  log,
  mail,
  migrations,
  payments,
  reactor,
  read
  to prumo_projector;

create role prumo_reactor login password '…';
grant delete, insert, select, update on table
  mail.outbox,
  mail.outgoing,
  payments.intent,
  payments.webhook,
  reactor.checkpoint,
  reactor.failed,
  sandbox.charge
  to prumo_reactor;
grant delete, select on table
  identity.granted_email,
  read.account,
  read.business,
  read.channel,
  read.checkpoint,
  read.dish,
  read.fixed_cost,
  read.ingredient,
  read.month_revenue,
  read.parked,
  read.preparation,
  read.variable_cost
  to prumo_reactor;
grant delete, select, update on table
  identity.session
  to prumo_reactor;
grant execute on function
  access_log.purge,
  audit.erase,
  log.append_many,
  log.append_one,
  log.erase
  to prumo_reactor;
grant insert, select on table
  identity.secret
  to prumo_reactor;
grant select on table
  audit.check_run,
  audit.concern,
  audit.entry,
  audit.head,
  log.events,
  log.identity,
  migrations.applied
  to prumo_reactor;
grant select, update on table
  identity.person
  to prumo_reactor;
grant usage on schema
  access_log,
  audit,
  identity,
  log,
  mail,
  migrations,
  payments,
  reactor,
  read,
  sandbox
  to prumo_reactor;
