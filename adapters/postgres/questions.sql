-- A database of Countersign has read-only views beside its tables, such as `v1_customers` and `v1_sessions`:
-- [all views and columns](views.md). A view does not change within its version. The tables may change in any release, so do not
-- query them.

-- name: place
set search_path = countersign;

-- `psql` puts a value in place of `:'customer'` after `\set customer Customer:0190a5c2-…`. The views contain no key, code, token or encrypted
-- text, and personal data such as e-mail addresses: give [a role that reads nothing else](../guides/postgres.md#a-role-for-reports) to those who use
-- them. Run long queries on a standby.
--
-- Indexes begin with `environment`, followed by a column that ends in `_uuid`. With millions of rows, filter and join by these: the id
-- `Session:0190a5c2-…` has the UUID `0190a5c2-…`.
--
-- ## Support
--
-- ### Which customer has this e-mail address?

-- name: customer-of-an-address
select platform, mode, customer_id, platform_customer_id, status, created_at
from v1_customers
where email = :'email' and deleted_at is null;

-- ### How can this customer sign in?

-- name: credentials-of-a-customer
select c.credential_id, c.type, c.nickname, c.status, c.unconfirmed_until, c.last_used_at
from v1_accounts a
join v1_credentials c using (environment, account_uuid)
where a.customer_id = :'customer'
order by c.created_at;

-- ### Which sessions of this customer are active?

-- name: sessions-of-a-customer
select s.session_id, s.credential_type, s.logged_in_at, s.created_at, s.expires_at
from v1_accounts a
join v1_sessions s using (environment, account_uuid)
where a.customer_id = :'customer' and s.status = 'ACTIVE' and s.expires_at > now()
order by s.created_at desc;

-- ### What happened on this account, and who authorised it?

-- name: history-of-an-account
select sequence, at, operation, proof, actor, reason, session_id, credential_id
from v1_receipts
where account_id = :'account'
order by sequence;

-- ### Which requests of this account wait for a signature?

-- name: waiting-requests
select request_id, operation, path, failed_stamps, created_at, expires_at
from v1_requests
where account_id = :'account' and status = 'PENDING' and expires_at > now()
order by created_at desc;

-- ### Which customers cannot sign in, because they have no credential?

-- name: customers-without-a-credential
select platform, mode, customer_id, created_at
from v1_customers c
where deleted_at is null and not exists (
  select from v1_accounts a
  join v1_credentials k using (environment, account_uuid)
  where a.environment = c.environment and a.customer_id = c.customer_id
)
order by created_at;

-- ### Which accounts are frozen by an operator or held by a recovery?

-- name: frozen-accounts
select platform, mode, account_id, customer_id, status, held_until
from v1_accounts
where status = 'FROZEN' or held_until > now();

-- ### What did our operators do, and why?

-- name: acts-of-operators
select at, platform, mode, account_id, operation, actor, reason, token_id
from v1_receipts
where proof = 'OPERATOR'
order by at desc
limit 100;

-- ### Which payments are in PROCESSING for longer than an hour?

-- name: stuck-payments
select platform, mode, payment_id, customer_id, sent_amount, sent_currency, money, updated_at
from v1_payments
where status = 'PROCESSING' and updated_at < now() - interval '1 hour'
order by updated_at;

-- ### Which events were not delivered, and why?

-- name: undelivered-events
select platform, mode, event_id, type, status, attempts, last_status, last_fault, due_at
from v1_events
where status <> 'DELIVERED'
order by at desc;

-- ### Who changed the settings of this platform?

-- name: changes-of-settings
select revision, created_at, token_id, access_policy, recovery, limits
from v1_settings
where platform = :'platform' and mode = 'sandbox'
order by revision desc;

-- ## Numbers by day
--
-- `v1_daily_counts` has the calls over HTTP by authenticated callers; [the metrics](../guides/operations.md#logs-traces-metrics) have the others. Each node
-- adds its own once a minute and when it stops. A node that is killed loses its last minute, and a call in the first minute of a day may count
-- for the day before.
--
-- ### How many logins were there a day, by type?

-- name: logins-by-day
select (r.at at time zone 'UTC')::date as day, coalesce(c.type, 'removed since') as type, count(*) as logins
from v1_receipts r
left join v1_credentials c using (environment, credential_id)
where r.operation in ('VerifyCredential', 'LoginWithPasskey')
group by 1, 2
order by 1 desc, 2;

-- ### How many stamps failed, by platform?

-- name: failed-stamps
select day, platform, mode, refusal, sum(calls) as stamps
from v1_daily_counts
where refusal like 'WALLET\_SIGNATURE\_%' and refusal <> 'WALLET_SIGNATURE_MISSING'
group by 1, 2, 3, 4
order by 1 desc, 5 desc;

-- ### Which calls were refused, by day?

-- name: refusals-by-day
select day, platform, mode, operation, refusal, calls
from v1_daily_counts
where refusal <> ''
order by day desc, calls desc;

-- ### How many sessions expire today?

-- name: sessions-that-expire-today
select platform, mode, credential_type, count(*) as sessions
from v1_sessions
where status = 'ACTIVE' and expires_at > now()
  and (expires_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date
group by 1, 2, 3;

-- ## Database administration
--
-- ### How many records has each environment?

-- name: records-by-environment
select mode, platform, collection, count(*) as records
from v1_records
group by 1, 2, 3
order by 4 desc;

-- ### Which work is overdue?

-- name: oldest-due-work
select collection, mode, count(*) as records, min(due_at) as oldest, now() - min(due_at) as late
from v1_records
where due_at <= now()
group by 1, 2
order by 4;

-- ### How many records have expired and wait for a sweep?

-- name: expired-records
select collection, count(*) as records, min(expires_at) as oldest
from v1_records
where expires_at < now()
group by 1
order by 2 desc;

-- ### Which tables and indexes are the largest?

-- name: largest-relations
select c.relname as name, case c.relkind when 'i' then 'index' else 'table' end as kind,
  pg_size_pretty(pg_relation_size(c.oid)) as size, c.reltuples::bigint as rows
from pg_class c
where c.relnamespace = 'countersign'::regnamespace and c.relkind in ('i', 'r')
order by pg_relation_size(c.oid) desc
limit 20;

-- ### Which tables have dead rows, and when were they last vacuumed?

-- name: dead-rows
select relname, n_live_tup, n_dead_tup, n_tup_hot_upd, n_tup_upd, last_autovacuum, last_autoanalyze
from pg_stat_user_tables
where schemaname = 'countersign'
order by n_dead_tup desc
limit 20;
