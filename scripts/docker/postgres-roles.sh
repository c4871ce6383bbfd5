#!/bin/sh
# Runs once, in an empty PostgreSQL: the role that the product runs as. It owns nothing; "migrate" gives it what it needs.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/postgres_password)" <<'SQL'
create role prumo login password :'password';
SQL
