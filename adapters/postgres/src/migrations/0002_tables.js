// Printed from the declarations of the collections: npm run docs
export const tables = `create table if not exists "countersign".environments (id uuid primary key, name text collate "C" not null unique);

-- A planner hint: its cost makes a condition expensive for each row, so that a plan made before there were statistics
-- reaches rows through an index. It is never called. The setting keeps it from being inlined.
create or replace function "countersign".read_through() returns boolean
language sql stable cost 16000 set search_path = '' as 'select false';

create table "countersign"."customers" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "reference" text collate "C",
  "uma_address" text collate "C",
  "customer_id" uuid,
  "platform_customer_id" text collate "C",
  body text not null,
  primary key (environment, id),
  constraint "customers_reference_key" unique (environment, "reference"),
  constraint "customers_umaAddress_key" unique (environment, "uma_address")
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "customers_all" on "countersign"."customers" (environment, created_at, id);
create index "customers_customer" on "countersign"."customers" (environment, "customer_id", created_at, id) where "customer_id" is not null;
create index "customers_platformCustomer" on "countersign"."customers" (environment, "platform_customer_id", created_at, id) where "platform_customer_id" is not null;
create index "customers_umaAddress" on "countersign"."customers" (environment, "uma_address", created_at, id) where "uma_address" is not null;

create table "countersign"."email_changes" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "email_changes_expiry" on "countersign"."email_changes" (expires_at) where expires_at is not null;

create table "countersign"."former_uma_addresses" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "uma_address" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "former_uma_addresses_umaAddress" on "countersign"."former_uma_addresses" (environment, "uma_address", created_at, id) where "uma_address" is not null;

create table "countersign"."verifications" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "customer_id" uuid,
  "status" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "verifications_all" on "countersign"."verifications" (environment, created_at, id);
create index "verifications_customer" on "countersign"."verifications" (environment, "customer_id", created_at, id) where "customer_id" is not null;
create index "verifications_status" on "countersign"."verifications" (environment, "status", created_at, id) where "status" is not null;
create index "verifications_customerStatus" on "countersign"."verifications" (environment, "customer_id", "status", created_at, id) where "customer_id" is not null and "status" is not null;

create table "countersign"."beneficial_owners" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "customer_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "beneficial_owners_customer" on "countersign"."beneficial_owners" (environment, "customer_id", created_at, id) where "customer_id" is not null;

create table "countersign"."internal_accounts" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "account_id" uuid,
  "customer_id" text collate "C",
  "type" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "internal_accounts_all" on "countersign"."internal_accounts" (environment, created_at, id);
create index "internal_accounts_account" on "countersign"."internal_accounts" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "internal_accounts_customer" on "countersign"."internal_accounts" (environment, "customer_id", created_at, id) where "customer_id" is not null;
create index "internal_accounts_type" on "countersign"."internal_accounts" (environment, "type", created_at, id) where "type" is not null;
create index "internal_accounts_customerType" on "countersign"."internal_accounts" (environment, "customer_id", "type", created_at, id) where "customer_id" is not null and "type" is not null;

create table "countersign"."privacy_orders" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  due_at bigint,
  leased_until bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "privacy_orders_all" on "countersign"."privacy_orders" (environment, created_at, id);
create index "privacy_orders_due" on "countersign"."privacy_orders" (environment, due_at, id) where due_at is not null;

create table "countersign"."wallet_roots" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table "countersign"."external_accounts" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "owner" text collate "C",
  "platform_account_id" text collate "C",
  "scope" text collate "C",
  "currency" text collate "C",
  body text not null,
  primary key (environment, id),
  constraint "external_accounts_reference_key" unique (environment, "owner", "platform_account_id")
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "external_accounts_scope" on "countersign"."external_accounts" (environment, "scope", created_at, id) where "scope" is not null;
create index "external_accounts_scopeCurrency" on "countersign"."external_accounts" (environment, "scope", "currency", created_at, id) where "scope" is not null and "currency" is not null;
create index "external_accounts_scopeReference" on "countersign"."external_accounts" (environment, "scope", "platform_account_id", created_at, id) where "scope" is not null and "platform_account_id" is not null;
create index "external_accounts_owner" on "countersign"."external_accounts" (environment, "owner", created_at, id) where "owner" is not null;

create table "countersign"."verification_orders" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  due_at bigint,
  leased_until bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "verification_orders_all" on "countersign"."verification_orders" (environment, created_at, id);
create index "verification_orders_due" on "countersign"."verification_orders" (environment, due_at, id) where due_at is not null;

create table "countersign"."events" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  due_at bigint,
  leased_until bigint,
  "status" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "events_all" on "countersign"."events" (environment, created_at, id);
create index "events_status" on "countersign"."events" (environment, "status", created_at, id) where "status" is not null;
create index "events_expiry" on "countersign"."events" (expires_at) where expires_at is not null;
create index "events_due" on "countersign"."events" (environment, due_at, id) where due_at is not null;

create table "countersign"."quotes" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "quotes_expiry" on "countersign"."quotes" (expires_at) where expires_at is not null;

create table "countersign"."signed_terms" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "signed_terms_expiry" on "countersign"."signed_terms" (expires_at) where expires_at is not null;

create table "countersign"."transactions" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "customer_id" text collate "C",
  "platform_customer_id" text collate "C",
  "status" text collate "C",
  "money" text collate "C",
  "external_account_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "transactions_all" on "countersign"."transactions" (environment, created_at, id);
create index "transactions_customer" on "countersign"."transactions" (environment, "customer_id", created_at, id) where "customer_id" is not null;
create index "transactions_platformCustomer" on "countersign"."transactions" (environment, "platform_customer_id", created_at, id) where "platform_customer_id" is not null;
create index "transactions_customerMoney" on "countersign"."transactions" (environment, "customer_id", "status", "money", created_at, id) where "customer_id" is not null and "status" is not null and "money" is not null;
create index "transactions_externalMoney" on "countersign"."transactions" (environment, "external_account_id", "status", "money", created_at, id) where "external_account_id" is not null and "status" is not null and "money" is not null;
create index "transactions_expiry" on "countersign"."transactions" (expires_at) where expires_at is not null;

create table "countersign"."outcome_orders" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  due_at bigint,
  leased_until bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "outcome_orders_all" on "countersign"."outcome_orders" (environment, created_at, id);
create index "outcome_orders_due" on "countersign"."outcome_orders" (environment, due_at, id) where due_at is not null;

create table "countersign"."instruction_orders" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  due_at bigint,
  leased_until bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "instruction_orders_all" on "countersign"."instruction_orders" (environment, created_at, id);
create index "instruction_orders_due" on "countersign"."instruction_orders" (environment, due_at, id) where due_at is not null;

create table "countersign"."payment_reports" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "payment_reports_expiry" on "countersign"."payment_reports" (expires_at) where expires_at is not null;

create table "countersign"."journal" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "journal_all" on "countersign"."journal" (environment, created_at, id);

create table "countersign"."platform_configs" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table "countersign"."platforms" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "platforms_all" on "countersign"."platforms" (environment, created_at, id);

create table "countersign"."platform_settings" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table "countersign"."platform_settings_revisions" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "platform_settings_revisions_all" on "countersign"."platform_settings_revisions" (environment, created_at, id);

create table "countersign"."paid_days" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "paid_days_expiry" on "countersign"."paid_days" (expires_at) where expires_at is not null;

create table "countersign"."credentials" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "unique_key" text collate "C",
  "account_id" uuid,
  "credential_id" uuid,
  "oidc_identity" text collate "C",
  body text not null,
  primary key (environment, id),
  constraint "credentials_identity_key" unique (environment, "unique_key")
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "credentials_account" on "countersign"."credentials" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "credentials_credential" on "countersign"."credentials" (environment, "credential_id", created_at, id) where "credential_id" is not null;
create index "credentials_oidcIdentity" on "countersign"."credentials" (environment, "oidc_identity", created_at, id) where "oidc_identity" is not null;

create table "countersign"."resting_credentials" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "account_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "resting_credentials_account" on "countersign"."resting_credentials" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "resting_credentials_expiry" on "countersign"."resting_credentials" (expires_at) where expires_at is not null;

create table "countersign"."email_otps" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "email_otps_expiry" on "countersign"."email_otps" (expires_at) where expires_at is not null;

create table "countersign"."code_mails" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  due_at bigint,
  leased_until bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "code_mails_all" on "countersign"."code_mails" (environment, created_at, id);
create index "code_mails_expiry" on "countersign"."code_mails" (expires_at) where expires_at is not null;
create index "code_mails_due" on "countersign"."code_mails" (environment, due_at, id) where due_at is not null;

create table "countersign"."notices" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  due_at bigint,
  leased_until bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "notices_all" on "countersign"."notices" (environment, created_at, id);
create index "notices_expiry" on "countersign"."notices" (expires_at) where expires_at is not null;
create index "notices_due" on "countersign"."notices" (environment, due_at, id) where due_at is not null;

create table "countersign"."saved_codes" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table "countersign"."guardians" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "unique_key" text collate "C",
  "account_id" uuid,
  body text not null,
  primary key (environment, id),
  constraint "guardians_identity_key" unique (environment, "unique_key")
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "guardians_account" on "countersign"."guardians" (environment, "account_id", created_at, id) where "account_id" is not null;

create table "countersign"."recoveries" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "account_id" uuid,
  "method" text collate "C",
  "tag" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "recoveries_account" on "countersign"."recoveries" (environment, "account_id", "method", created_at, id) where "account_id" is not null and "method" is not null;
create index "recoveries_state" on "countersign"."recoveries" (environment, "method", "tag", created_at, id) where "method" is not null and "tag" is not null;
create index "recoveries_expiry" on "countersign"."recoveries" (expires_at) where expires_at is not null;

create table "countersign"."signed_requests" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "signed_requests_expiry" on "countersign"."signed_requests" (expires_at) where expires_at is not null;

create table "countersign"."receipts" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "account_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "receipts_account" on "countersign"."receipts" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "receipts_expiry" on "countersign"."receipts" (expires_at) where expires_at is not null;

create table "countersign"."receipt_heads" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "account_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "receipt_heads_all" on "countersign"."receipt_heads" (environment, created_at, id);
create index "receipt_heads_account" on "countersign"."receipt_heads" (environment, "account_id", created_at, id) where "account_id" is not null;

create table "countersign"."activities" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "account_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "activities_account" on "countersign"."activities" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "activities_expiry" on "countersign"."activities" (expires_at) where expires_at is not null;

create table "countersign"."sessions" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "account_id" uuid,
  "tag" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "sessions_account" on "countersign"."sessions" (environment, "account_id", "tag", created_at, id) where "account_id" is not null and "tag" is not null;
create index "sessions_expiry" on "countersign"."sessions" (expires_at) where expires_at is not null;

create table "countersign"."session_clients" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  "account_id" uuid,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "session_clients_account" on "countersign"."session_clients" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "session_clients_expiry" on "countersign"."session_clients" (expires_at) where expires_at is not null;

create table "countersign"."spent" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "spent_expiry" on "countersign"."spent" (expires_at) where expires_at is not null;

create table "countersign"."levels" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "levels_expiry" on "countersign"."levels" (expires_at) where expires_at is not null;

create table "countersign"."known_keys" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table "countersign"."kept_answers" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "kept_answers_expiry" on "countersign"."kept_answers" (expires_at) where expires_at is not null;

create table "countersign"."api_tokens" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "api_tokens_all" on "countersign"."api_tokens" (environment, created_at, id);

create table "countersign"."daily_counts" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "daily_counts_expiry" on "countersign"."daily_counts" (expires_at) where expires_at is not null;

create table "countersign"."moved_clocks" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
`
