-- Runs in psql as superuser at the first start of the database. Creates the owner of the schema and one role per service; the
-- migrations grant the rights (docs/operations/install.md, "PostgreSQL"). Passwords come from the environment.
\getenv owner OWNER_PASSWORD
\getenv gateway GATEWAY_PASSWORD
\getenv read READ_PASSWORD
\getenv corrections CORRECTIONS_PASSWORD
\getenv recalc RECALC_PASSWORD
CREATE ROLE ctx_owner LOGIN PASSWORD :'owner';
CREATE ROLE ctx_gateway LOGIN PASSWORD :'gateway';
CREATE ROLE ctx_read LOGIN PASSWORD :'read';
CREATE ROLE ctx_corrections LOGIN PASSWORD :'corrections';
CREATE ROLE ctx_recalc LOGIN PASSWORD :'recalc';
CREATE ROLE ctx_definer NOLOGIN BYPASSRLS;
GRANT ctx_definer TO ctx_owner;
CREATE DATABASE ctx OWNER ctx_owner;
