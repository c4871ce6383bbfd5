#!/bin/sh
# Creates the folder secrets/ for docker-compose.yml: generated passwords of the database, and empty files for the secrets
# that only the operator has. It does not change existing files, and prints which files are still empty.
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
# Only the owner can open the folder. The files are readable by everybody, because the engine mounts each one into
# containers in which the product (user 1000) and PostgreSQL (another user) read it.
chmod 644 ./*
chmod 700 .

empty() { [ ! -s "$1" ] && printf '  secrets/%-22s %s\n' "$1" "$2" || :; }
left="$(
  empty google_client_secret 'of the OAuth client whose GOOGLE_CLIENT_ID is in .env'
  empty asaas_api_key 'begins with $aact_, as it is, without quotes (empty with ALLOW_SANDBOX=true)'
  empty asaas_webhook_token '32 characters or more, the same as at Asaas'
  empty admin_password_hash 'docker compose run --rm --no-deps migrate node dist/server/operate.js admin:password'
  empty smtp_url 'smtp://user:password@mail.example:587'
)"
if [ -n "$left" ]; then
  printf 'Fill in, each file with its value alone:\n%s\n' "$left"
else
  echo 'secrets/ is complete.'
fi
echo 'In .env (see .env.example): PUBLIC_HOST, GOOGLE_CLIENT_ID, SUPPLIER_*, SUPPORT_*, ADMIN_EMAILS, ASAAS_PIX_KEY or ASAAS_TAX_ID.'
