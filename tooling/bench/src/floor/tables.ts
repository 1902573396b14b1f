/** The tables of the floor, and no index that no flow reads by. */
export const TABLES = `
create table customers (id text primary key);
create table credentials (
  id text primary key, account_id text not null, type text not null, nickname text not null,
  identity text, webauthn_id text, x text, y text, counter bigint,
  code_digest text, sealed_target_key text, code_expires_at bigint, failures int not null default 0,
  proven_by text, created_at bigint not null, updated_at bigint not null
) with (fillfactor = 70);
create index on credentials (account_id);
create table sessions (
  id text primary key, account_id text not null, type text not null, nickname text not null,
  public_key text not null, x text not null, y text not null, created_at bigint not null, expires_at bigint not null
);
create index on sessions (account_id, created_at);
create table requests (
  id text primary key, subject text not null, account_id text not null, digest text not null, public_key text,
  payload text, created_at bigint not null, expires_at bigint not null, is_used boolean not null default false
) with (fillfactor = 70);
create table spent (what text primary key, expires_at bigint not null);
create table external_accounts (
  id text primary key, customer_id text not null, platform_account_id text not null, currency text not null,
  sealed text not null, created_at bigint not null
);
create index on external_accounts (customer_id);
`
