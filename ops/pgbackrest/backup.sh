#!/bin/sh
# Makes a full backup on the machine of the primary, and records it for the alert VestibuleBackupOld. Runs as postgres on each machine with
# PostgreSQL. pgBackRest knows the PostgreSQL of its own machine only, and fails on a standby.
set -eu
export PGHOST="${PGHOST:-/var/run/postgresql}"

is_standby=$(psql --no-psqlrc -Atc 'select pg_is_in_recovery()')
[ "$is_standby" = f ] || exit 0

pgbackrest --stanza=vestibule --type=full backup
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=info="$(pgbackrest --stanza=vestibule --output=json info)" vestibule <<'SQL'
insert into backup (started_at, bytes, files, missing_files)
select to_timestamp((made->'timestamp'->>'start')::bigint), (made->'info'->'repository'->>'delta')::bigint, 0, 0
from (select :'info'::jsonb->0->'backup'->-1) as newest (made);
SQL
