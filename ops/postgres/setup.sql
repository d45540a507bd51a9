-- Prepares an empty PostgreSQL for Vestibule. Run it once with psql as a superuser, in the database of Vestibule. The PostgreSQL image of
-- compose.yaml runs it when it creates the database. Running it again changes nothing but the passwords.
-- The environment has the passwords, so that the process list does not show them.
\set ON_ERROR_STOP on
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv program_password POSTGRES_PROGRAM_PASSWORD

-- vestibule_owner owns and migrates the tables. vestibule_program reads and writes rows, and cannot change a table. Row-level security runs
-- calls of companies as vestibule_scoped.
select format('create role %I', name) from unnest(array['vestibule_owner', 'vestibule_program', 'vestibule_scoped']) as wanted (name)
where to_regrole(name) is null \gexec
alter role vestibule_owner login password :'owner_password';
alter role vestibule_program login password :'program_password';
grant vestibule_scoped to vestibule_program;

alter database :"DBNAME" owner to vestibule_owner;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to vestibule_program;

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- Behind row-level security an index serves only leakproof functions. Without these two a search reads every visitor of the company.
alter function textlike(text, text) leakproof;
alter function substr(text, integer) leakproof;
