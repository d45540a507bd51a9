#!/bin/sh
# Creates the roles of Vestibule in an empty PostgreSQL. The PostgreSQL image runs it once, when it creates the database. vestibule_owner
# owns and migrates the tables. vestibule_program reads and writes rows, and cannot change a table. POSTGRES_OWNER_PASSWORD and
# POSTGRES_PROGRAM_PASSWORD are their passwords.
set -eu
: "${POSTGRES_OWNER_PASSWORD:?}" "${POSTGRES_PROGRAM_PASSWORD:?}"
# psql reads the passwords from the environment, so that they do not appear in the process list.
psql --set=ON_ERROR_STOP=1 --no-psqlrc --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv program_password POSTGRES_PROGRAM_PASSWORD
create role vestibule_owner login password :'owner_password';
create role vestibule_program login password :'program_password';
-- The role that row-level security runs calls as.
create role vestibule_scoped nologin;
grant vestibule_scoped to vestibule_program;
alter database :"DBNAME" owner to vestibule_owner;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to vestibule_program;
-- Without these two a search under row-level security reads every visitor of the company.
alter function textlike(text, text) leakproof;
alter function substr(text, integer) leakproof;
SQL
