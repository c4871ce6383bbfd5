#!/bin/sh
# Makes the folder secrets/ for docker-compose.yml: passwords of the database, and empty files for what only you have.
# What is there already stays.
set -eu
umask 077
folder="$(dirname "$0")/../../secrets"
mkdir -p "$folder"
cd "$folder"
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
[ -e postgres_owner_password ] || secret >postgres_owner_password
printf 'postgres://owner:%s@postgres:5432/prumo' "$(cat postgres_owner_password)" >database_owner_url
for part in api projector reactor; do
  [ -e "postgres_${part}_password" ] || secret >"postgres_${part}_password"
  printf 'postgres://prumo_%s:%s@postgres:5432/prumo' "$part" "$(cat "postgres_${part}_password")" >"database_url_$part"
done
[ -e event_store_url ] || printf 'esdb://eventstore:2113?tls=false' >event_store_url
for name in google_client_secret asaas_api_key asaas_webhook_token admin_password_hash smtp_url; do
  [ -e "$name" ] || : >"$name"
done
# The product runs as user 1000 in its containers, PostgreSQL as another: they read the files as they are mounted.
chmod 444 ./*
chmod 711 .
