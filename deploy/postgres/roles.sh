#!/bin/sh
# Runs once, when the database is made: one role that owns the tables and migrates them, and one that Pawl works with and that cannot
# change tables. Their passwords come from PAWL_OWNER_PASSWORD and PAWL_APP_PASSWORD, which psql reads by itself: what it is called with
# can be seen by everybody on the machine.
set -eu
: "${PAWL_OWNER_PASSWORD:?}" "${PAWL_APP_PASSWORD:?}"
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv owner_password PAWL_OWNER_PASSWORD
\getenv app_password PAWL_APP_PASSWORD
create role pawl_owner login password :'owner_password';
create role pawl_app login password :'app_password';
revoke all on schema public from public;
create schema pawl authorization pawl_owner;
grant usage on schema pawl to pawl_app;
alter default privileges for role pawl_owner in schema pawl grant select, insert, update, delete on tables to pawl_app;
alter default privileges for role pawl_owner in schema pawl grant usage on sequences to pawl_app;
SQL
