-- Notices of the provider wait as mail does: what has ended is not due any more.
alter table payments.webhook alter column due_at drop not null;
update payments.webhook set due_at = null where processed_at is not null;
