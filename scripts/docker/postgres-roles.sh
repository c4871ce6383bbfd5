#!/bin/sh
# Creates the roles of the product when PostgreSQL starts for the first time. They own nothing; "migrate" grants each role
# the rights that it needs.
set -eu
for part in api projector reactor; do
  psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
    --set role="prumo_$part" --set password="$(cat "/run/secrets/postgres_${part}_password")" <<'SQL'
create role :"role" login password :'password';
SQL
done
