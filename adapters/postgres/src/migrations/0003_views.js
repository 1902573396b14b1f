// Printed from the table of views: npm run docs
export const views = String.raw`create view "countersign".v1_customers as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'Customer:' || r.id as customer_id,
  r.id as customer_uuid,
  b.body ->> 'customerType' as customer_type,
  r.platform_customer_id as platform_customer_id,
  r.uma_address as uma_address,
  b.body ->> 'email' as email,
  b.body ->> 'region' as region,
  b.body ->> 'currencies' as currencies,
  b.body ->> 'standing' as status,
  case json_typeof(b.body -> 'deletedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'deletedAt')::numeric, 0), 253402300799999) / 1000.0) end as deleted_at,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  case json_typeof(b.body -> 'updatedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'updatedAt')::numeric, 0), 253402300799999) / 1000.0) end as updated_at
from "countersign"."customers" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_customers is 'A row for each customer, deleted ones included';
comment on column "countersign".v1_customers.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_customers.platform is 'The platform';
comment on column "countersign".v1_customers.mode is 'production or sandbox';
comment on column "countersign".v1_customers.customer_id is 'The customer';
comment on column "countersign".v1_customers.customer_uuid is 'The UUID of customer_id, which an index finds';
comment on column "countersign".v1_customers.customer_type is 'INDIVIDUAL or BUSINESS';
comment on column "countersign".v1_customers.platform_customer_id is 'The platform''s own id of the customer';
comment on column "countersign".v1_customers.uma_address is 'The payment address';
comment on column "countersign".v1_customers.email is 'The e-mail address. Personal data';
comment on column "countersign".v1_customers.region is 'The country, ISO 3166-1';
comment on column "countersign".v1_customers.currencies is 'The currency codes of its accounts, as a JSON list';
comment on column "countersign".v1_customers.status is 'UNVERIFIED, PENDING, APPROVED or REJECTED: the result of the screening';
comment on column "countersign".v1_customers.deleted_at is 'When it was deleted. Null for a customer that was not';
comment on column "countersign".v1_customers.created_at is 'When it was created';
comment on column "countersign".v1_customers.updated_at is 'When it last changed';

create view "countersign".v1_accounts as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'InternalAccount:' || r.id as account_id,
  r.id as account_uuid,
  r.customer_id as customer_id,
  r.type as type,
  b.body ->> 'status' as status,
  b.body -> 'currency' ->> 'code' as currency,
  case json_typeof(b.body -> 'currency' -> 'decimals') when 'number' then (b.body -> 'currency' ->> 'decimals')::numeric end as decimals,
  case json_typeof(b.body -> 'balance') when 'number' then (b.body ->> 'balance')::numeric end as balance,
  case json_typeof(b.body -> 'privateEnabled') when 'boolean' then (b.body ->> 'privateEnabled')::boolean end as private_enabled,
  case json_typeof(b.body -> 'heldUntil') when 'number' then to_timestamp(least(greatest((b.body ->> 'heldUntil')::numeric, 0), 253402300799999) / 1000.0) end as held_until,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  case json_typeof(b.body -> 'updatedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'updatedAt')::numeric, 0), 253402300799999) / 1000.0) end as updated_at
from "countersign"."internal_accounts" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_accounts is 'A row for each internal account of a customer or of the platform';
comment on column "countersign".v1_accounts.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_accounts.platform is 'The platform';
comment on column "countersign".v1_accounts.mode is 'production or sandbox';
comment on column "countersign".v1_accounts.account_id is 'The account';
comment on column "countersign".v1_accounts.account_uuid is 'The UUID of account_id, which an index finds';
comment on column "countersign".v1_accounts.customer_id is 'Its customer. Null for an account of the platform';
comment on column "countersign".v1_accounts.type is 'INTERNAL_FIAT, INTERNAL_CRYPTO or EMBEDDED_WALLET';
comment on column "countersign".v1_accounts.status is 'PENDING, ACTIVE, CLOSED, or FROZEN by an operator';
comment on column "countersign".v1_accounts.currency is 'The currency code';
comment on column "countersign".v1_accounts.decimals is 'The digits behind the point of the major unit';
comment on column "countersign".v1_accounts.balance is 'The available balance, in the smallest unit of the currency';
comment on column "countersign".v1_accounts.private_enabled is 'Whether the wallet is private';
comment on column "countersign".v1_accounts.held_until is 'Until when a recovery holds the account. Null without one';
comment on column "countersign".v1_accounts.created_at is 'When it was created';
comment on column "countersign".v1_accounts.updated_at is 'When it last changed';

create view "countersign".v1_credentials as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'AuthMethod:' || r.id as credential_id,
  r.id as credential_uuid,
  'InternalAccount:' || r.account_id as account_id,
  r.account_id as account_uuid,
  b.body ->> 'type' as type,
  b.body ->> 'nickname' as nickname,
  b.body ->> 'status' as status,
  case json_typeof(b.body -> 'voucher' -> 'until') when 'number' then to_timestamp(least(greatest((b.body -> 'voucher' ->> 'until')::numeric, 0), 253402300799999) / 1000.0) end as unconfirmed_until,
  case json_typeof(b.body -> 'lastUsedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'lastUsedAt')::numeric, 0), 253402300799999) / 1000.0) end as last_used_at,
  case json_typeof(b.body -> 'returnedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'returnedAt')::numeric, 0), 253402300799999) / 1000.0) end as returned_at,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  case json_typeof(b.body -> 'updatedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'updatedAt')::numeric, 0), 253402300799999) / 1000.0) end as updated_at
from "countersign"."credentials" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_credentials is 'A row for each credential that can sign in, or that an operator has suspended';
comment on column "countersign".v1_credentials.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_credentials.platform is 'The platform';
comment on column "countersign".v1_credentials.mode is 'production or sandbox';
comment on column "countersign".v1_credentials.credential_id is 'The credential';
comment on column "countersign".v1_credentials.credential_uuid is 'The UUID of credential_id, which an index finds';
comment on column "countersign".v1_credentials.account_id is 'The account that it signs in to';
comment on column "countersign".v1_credentials.account_uuid is 'The UUID of account_id, which an index finds';
comment on column "countersign".v1_credentials.type is 'EMAIL_OTP, OAUTH, PASSKEY or another kind';
comment on column "countersign".v1_credentials.nickname is 'The name for people; of an EMAIL_OTP credential the address. Personal data';
comment on column "countersign".v1_credentials.status is 'SUSPENDED while an operator has it suspended. Otherwise ACTIVE or null';
comment on column "countersign".v1_credentials.unconfirmed_until is 'Until when it has at most the authority of the session that added it. Null, or past, if it is confirmed';
comment on column "countersign".v1_credentials.last_used_at is 'The last login with it. Null before the first';
comment on column "countersign".v1_credentials.returned_at is 'When its owner last took it back';
comment on column "countersign".v1_credentials.created_at is 'When it was created';
comment on column "countersign".v1_credentials.updated_at is 'When it last changed';

create view "countersign".v1_sessions as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'Session:' || r.id as session_id,
  r.id as session_uuid,
  'InternalAccount:' || r.account_id as account_id,
  r.account_id as account_uuid,
  b.body ->> 'credentialId' as credential_id,
  b.body ->> 'credentialType' as credential_type,
  upper(r.tag) as status,
  case json_typeof(b.body -> 'familySince') when 'number' then to_timestamp(least(greatest((b.body ->> 'familySince')::numeric, 0), 253402300799999) / 1000.0) end as logged_in_at,
  case json_typeof(b.body -> 'revokedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'revokedAt')::numeric, 0), 253402300799999) / 1000.0) end as revoked_at,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  to_timestamp(least(greatest(r.expires_at, 0), 253402300799999) / 1000.0) as expires_at
from "countersign"."sessions" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_sessions is 'A row for each session, until a sweep after its end removes it';
comment on column "countersign".v1_sessions.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_sessions.platform is 'The platform';
comment on column "countersign".v1_sessions.mode is 'production or sandbox';
comment on column "countersign".v1_sessions.session_id is 'The session';
comment on column "countersign".v1_sessions.session_uuid is 'The UUID of session_id, which an index finds';
comment on column "countersign".v1_sessions.account_id is 'The account that it may stamp for';
comment on column "countersign".v1_sessions.account_uuid is 'The UUID of account_id, which an index finds';
comment on column "countersign".v1_sessions.credential_id is 'The credential that opened it';
comment on column "countersign".v1_sessions.credential_type is 'The type of that credential';
comment on column "countersign".v1_sessions.status is 'ACTIVE or REVOKED. An ACTIVE one has expired from expires_at on';
comment on column "countersign".v1_sessions.logged_in_at is 'The login that it goes back to through refreshes';
comment on column "countersign".v1_sessions.revoked_at is 'When it was revoked. Null if it was not';
comment on column "countersign".v1_sessions.created_at is 'When it was created';
comment on column "countersign".v1_sessions.expires_at is 'When it expires. A later sweep removes it';

create view "countersign".v1_requests as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'Request:' || r.id as request_id,
  r.id as request_uuid,
  b.body ->> 'accountId' as account_id,
  b.body ->> 'credentialType' as credential_type,
  upper(b.body ->> '_tag') as status,
  b.body -> 'call' ->> 'operation' as operation,
  b.body -> 'call' ->> 'method' as method,
  b.body -> 'call' ->> 'path' as path,
  b.body -> 'signer' ->> '_tag' as signer,
  case json_typeof(b.body -> 'failedStamps') when 'number' then (b.body ->> 'failedStamps')::numeric end as failed_stamps,
  case json_typeof(b.body -> 'consumedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'consumedAt')::numeric, 0), 253402300799999) / 1000.0) end as consumed_at,
  case json_typeof(b.body -> 'voidedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'voidedAt')::numeric, 0), 253402300799999) / 1000.0) end as voided_at,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  to_timestamp(least(greatest(r.expires_at, 0), 253402300799999) / 1000.0) as expires_at
from "countersign"."signed_requests" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_requests is 'A row for each call that waits for its signature or had one, until a sweep after its end removes it';
comment on column "countersign".v1_requests.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_requests.platform is 'The platform';
comment on column "countersign".v1_requests.mode is 'production or sandbox';
comment on column "countersign".v1_requests.request_id is 'The request';
comment on column "countersign".v1_requests.request_uuid is 'The UUID of request_id, which an index finds';
comment on column "countersign".v1_requests.account_id is 'The account';
comment on column "countersign".v1_requests.credential_type is 'The type of the credential that signs';
comment on column "countersign".v1_requests.status is 'PENDING, CONSUMED or VOID. A PENDING one has expired from expires_at on';
comment on column "countersign".v1_requests.operation is 'The operation that the request is for';
comment on column "countersign".v1_requests.method is 'The HTTP method';
comment on column "countersign".v1_requests.path is 'The path';
comment on column "countersign".v1_requests.signer is 'The kind of signer: a session, a passkey or another';
comment on column "countersign".v1_requests.failed_stamps is 'The wrong stamps so far. Null unless it is PENDING';
comment on column "countersign".v1_requests.consumed_at is 'When a stamp was accepted';
comment on column "countersign".v1_requests.voided_at is 'When too many stamps had failed';
comment on column "countersign".v1_requests.created_at is 'When it was created';
comment on column "countersign".v1_requests.expires_at is 'When it expires. A later sweep removes it';

create view "countersign".v1_payments as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'Transaction:' || r.id as payment_id,
  r.id as payment_uuid,
  b.body ->> 'type' as type,
  upper(r.status) as status,
  r.customer_id as customer_id,
  r.platform_customer_id as platform_customer_id,
  'ExternalAccount:' || r.external_account_id as external_account_id,
  r.external_account_id as external_account_uuid,
  b.body ->> 'quoteId' as quote_id,
  b.body -> 'source' ->> 'accountId' as source_account_id,
  b.body -> 'destination' ->> 'accountId' as destination_account_id,
  b.body -> 'destination' ->> 'umaAddress' as destination_uma_address,
  case json_typeof(b.body -> 'sent' -> 'amount') when 'number' then (b.body -> 'sent' ->> 'amount')::numeric end as sent_amount,
  b.body -> 'sent' ->> 'currency' as sent_currency,
  case json_typeof(b.body -> 'received' -> 'amount') when 'number' then (b.body -> 'received' ->> 'amount')::numeric end as received_amount,
  b.body -> 'received' ->> 'currency' as received_currency,
  case json_typeof(b.body -> 'fees') when 'number' then (b.body ->> 'fees')::numeric end as fees,
  b.body ->> 'failureReason' as failure_reason,
  b.body -> 'refund' ->> 'status' as refund_status,
  b.body ->> 'carrierReference' as carrier_reference,
  r.money as money,
  case json_typeof(b.body -> 'settledAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'settledAt')::numeric, 0), 253402300799999) / 1000.0) end as settled_at,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  case json_typeof(b.body -> 'updatedAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'updatedAt')::numeric, 0), 253402300799999) / 1000.0) end as updated_at
from "countersign"."transactions" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_payments is 'A row for each payment';
comment on column "countersign".v1_payments.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_payments.platform is 'The platform';
comment on column "countersign".v1_payments.mode is 'production or sandbox';
comment on column "countersign".v1_payments.payment_id is 'The payment';
comment on column "countersign".v1_payments.payment_uuid is 'The UUID of payment_id, which an index finds';
comment on column "countersign".v1_payments.type is 'OUTGOING or INCOMING';
comment on column "countersign".v1_payments.status is 'PENDING, PROCESSING, COMPLETED, FAILED or EXPIRED';
comment on column "countersign".v1_payments.customer_id is 'The customer. Null for a payment of the platform';
comment on column "countersign".v1_payments.platform_customer_id is 'The platform''s own id of the customer';
comment on column "countersign".v1_payments.external_account_id is 'The external account at one of its ends';
comment on column "countersign".v1_payments.external_account_uuid is 'The UUID of external_account_id, which an index finds';
comment on column "countersign".v1_payments.quote_id is 'Its quote. Null for a transfer';
comment on column "countersign".v1_payments.source_account_id is 'The account that it leaves';
comment on column "countersign".v1_payments.destination_account_id is 'The account that it arrives on';
comment on column "countersign".v1_payments.destination_uma_address is 'The payment address that it goes to';
comment on column "countersign".v1_payments.sent_amount is 'The amount that leaves, fees included, in the smallest unit';
comment on column "countersign".v1_payments.sent_currency is 'The currency of that amount';
comment on column "countersign".v1_payments.received_amount is 'The amount that arrives, in the smallest unit';
comment on column "countersign".v1_payments.received_currency is 'The currency of that amount';
comment on column "countersign".v1_payments.fees is 'The fees, in the currency that is sent';
comment on column "countersign".v1_payments.failure_reason is 'Why it failed';
comment on column "countersign".v1_payments.refund_status is 'PENDING, COMPLETED or FAILED. Null without a refund';
comment on column "countersign".v1_payments.carrier_reference is 'The provider''s own name of the payment. Null until the provider has accepted it';
comment on column "countersign".v1_payments.money is 'Where its money is: untouched, transit, arrived or back';
comment on column "countersign".v1_payments.settled_at is 'When it was completed';
comment on column "countersign".v1_payments.created_at is 'When it was created';
comment on column "countersign".v1_payments.updated_at is 'When it last changed';

create view "countersign".v1_events as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'Webhook:' || r.id as event_id,
  r.id as event_uuid,
  b.body ->> 'type' as type,
  r.status as status,
  case json_typeof(b.body -> 'attempts') when 'number' then (b.body ->> 'attempts')::numeric end as attempts,
  case json_typeof(b.body -> 'lastStatus') when 'number' then (b.body ->> 'lastStatus')::numeric end as last_status,
  b.body ->> 'lastFault' as last_fault,
  b.body -> 'subject' ->> 'customerId' as customer_id,
  b.body -> 'subject' ->> 'accountId' as account_id,
  b.body -> 'subject' ->> 'transactionId' as payment_id,
  case json_typeof(b.body -> 'sequence') when 'number' then (b.body ->> 'sequence')::numeric end as sequence,
  case json_typeof(b.body -> 'at') when 'number' then to_timestamp(least(greatest((b.body ->> 'at')::numeric, 0), 253402300799999) / 1000.0) end as at,
  case json_typeof(b.body -> 'deliveredAt') when 'number' then to_timestamp(least(greatest((b.body ->> 'deliveredAt')::numeric, 0), 253402300799999) / 1000.0) end as delivered_at,
  to_timestamp(least(greatest(r.due_at, 0), 253402300799999) / 1000.0) as due_at,
  to_timestamp(least(greatest(r.expires_at, 0), 253402300799999) / 1000.0) as expires_at
from "countersign"."events" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_events is 'A row for each event and its delivery as a webhook, for 8 days';
comment on column "countersign".v1_events.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_events.platform is 'The platform';
comment on column "countersign".v1_events.mode is 'production or sandbox';
comment on column "countersign".v1_events.event_id is 'The event';
comment on column "countersign".v1_events.event_uuid is 'The UUID of event_id, which an index finds';
comment on column "countersign".v1_events.type is 'The type of the event, such as OUTGOING_PAYMENT.COMPLETED';
comment on column "countersign".v1_events.status is 'PENDING, DELIVERED or GIVEN_UP';
comment on column "countersign".v1_events.attempts is 'The attempts since the change, or since it was last redelivered';
comment on column "countersign".v1_events.last_status is 'The HTTP status of the last attempt. Null if none was answered';
comment on column "countersign".v1_events.last_fault is 'Why the last attempt had no answer, or why none was made';
comment on column "countersign".v1_events.customer_id is 'The customer that it is about or belongs to';
comment on column "countersign".v1_events.account_id is 'The account that it is about';
comment on column "countersign".v1_events.payment_id is 'The payment that it is about';
comment on column "countersign".v1_events.sequence is 'Its number among the events of its record';
comment on column "countersign".v1_events.at is 'When the change was committed';
comment on column "countersign".v1_events.delivered_at is 'When the receiver accepted it';
comment on column "countersign".v1_events.due_at is 'When it is sent next. Null after its delivery ended';
comment on column "countersign".v1_events.expires_at is 'When it expires. A later sweep removes it';

create view "countersign".v1_receipts as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  'InternalAccount:' || r.account_id as account_id,
  r.account_id as account_uuid,
  case json_typeof(b.body -> 'sequence') when 'number' then (b.body ->> 'sequence')::numeric end as sequence,
  b.body ->> 'operation' as operation,
  b.body ->> 'method' as method,
  b.body ->> 'path' as path,
  b.body -> 'proof' ->> 'type' as proof,
  b.body -> 'proof' ->> 'actor' as actor,
  b.body -> 'proof' ->> 'reason' as reason,
  b.body -> 'proof' ->> 'tokenId' as token_id,
  b.body ->> 'consumed' as consumed,
  b.body ->> 'sessionId' as session_id,
  b.body ->> 'credentialId' as credential_id,
  case json_typeof(b.body -> 'at') when 'number' then to_timestamp(least(greatest((b.body ->> 'at')::numeric, 0), 253402300799999) / 1000.0) end as at,
  to_timestamp(least(greatest(r.expires_at, 0), 253402300799999) / 1000.0) as expires_at
from "countersign"."receipts" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_receipts is 'A row for each receipt: an authorised act, and who authorised it';
comment on column "countersign".v1_receipts.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_receipts.platform is 'The platform';
comment on column "countersign".v1_receipts.mode is 'production or sandbox';
comment on column "countersign".v1_receipts.account_id is 'The account whose chain it belongs to';
comment on column "countersign".v1_receipts.account_uuid is 'The UUID of account_id, which an index finds';
comment on column "countersign".v1_receipts.sequence is 'Its number in that chain, from 1';
comment on column "countersign".v1_receipts.operation is 'The operation, such as VerifyCredential';
comment on column "countersign".v1_receipts.method is 'The HTTP method of the call';
comment on column "countersign".v1_receipts.path is 'The path of the call';
comment on column "countersign".v1_receipts.proof is 'How it was authorised: STAMP, ASSERTION, OPERATOR and others';
comment on column "countersign".v1_receipts.actor is 'The operator who acted. Null otherwise';
comment on column "countersign".v1_receipts.reason is 'The reason of an operator''s act or of an erasure';
comment on column "countersign".v1_receipts.token_id is 'The API token of an operator''s act';
comment on column "countersign".v1_receipts.consumed is 'The id that the act consumed: of a request, a quote, a customer or an act';
comment on column "countersign".v1_receipts.session_id is 'The session that signed. Null if none did';
comment on column "countersign".v1_receipts.credential_id is 'The credential that opened that session, or that was presented';
comment on column "countersign".v1_receipts.at is 'When it was committed';
comment on column "countersign".v1_receipts.expires_at is 'When it expires. A later sweep removes it';

create view "countersign".v1_settings as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  case json_typeof(b.body -> 'revision') when 'number' then (b.body ->> 'revision')::numeric end as revision,
  b.body ->> 'tokenId' as token_id,
  b.body ->> 'madeBy' as made_by,
  b.body -> 'settings' ->> 'passkeys' as passkeys,
  b.body -> 'settings' ->> 'oidc' as oidc,
  b.body -> 'settings' ->> 'accessPolicy' as access_policy,
  b.body -> 'settings' ->> 'recovery' as recovery,
  b.body -> 'settings' ->> 'mail' as mail,
  b.body -> 'settings' ->> 'limits' as limits,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at
from "countersign"."platform_settings_revisions" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b;
comment on view "countersign".v1_settings is 'A row for each revision of the settings of a platform. The newest one applies';
comment on column "countersign".v1_settings.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_settings.platform is 'The platform';
comment on column "countersign".v1_settings.mode is 'production or sandbox';
comment on column "countersign".v1_settings.revision is '1 for the first change, then increasing by one';
comment on column "countersign".v1_settings.token_id is 'The API token of the change. Null if the host''s own program made it';
comment on column "countersign".v1_settings.made_by is 'The tokens that vouch for that one, as a JSON list';
comment on column "countersign".v1_settings.passkeys is 'The section passkeys as JSON. Null if the platform has not set it';
comment on column "countersign".v1_settings.oidc is 'The section oidc as JSON. Null if the platform has not set it';
comment on column "countersign".v1_settings.access_policy is 'The section accessPolicy as JSON. Null if the platform has not set it';
comment on column "countersign".v1_settings.recovery is 'The section recovery as JSON. Null if the platform has not set it';
comment on column "countersign".v1_settings.mail is 'The section mail as JSON. Null if the platform has not set it';
comment on column "countersign".v1_settings.limits is 'The section limits as JSON. Null if the platform has not set it';
comment on column "countersign".v1_settings.created_at is 'When it was created';

create view "countersign".v1_daily_counts as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  case json_typeof(b.body -> 'day') when 'number' then date '1970-01-01' + least(greatest((b.body ->> 'day')::numeric, 0), 1000000)::integer end as day,
  b.body ->> 'operation' as operation,
  b.body ->> 'refusal' as refusal,
  sum(case json_typeof(b.body -> 'calls') when 'number' then (b.body ->> 'calls')::numeric end) as calls
from "countersign"."daily_counts" r
join "countersign".environments e on e.id = r.environment
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b
group by 1, 2, 3, 4, 5, 6;
comment on view "countersign".v1_daily_counts is 'The calls of a day by operation and refusal, for 90 days. Each node adds its own once a minute';
comment on column "countersign".v1_daily_counts.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_daily_counts.platform is 'The platform';
comment on column "countersign".v1_daily_counts.mode is 'production or sandbox';
comment on column "countersign".v1_daily_counts.day is 'The day in UTC';
comment on column "countersign".v1_daily_counts.operation is 'The name of the endpoint, as docs/generated/endpoints.md lists it';
comment on column "countersign".v1_daily_counts.refusal is 'The code of the refusal, and of a 401 its details.check. Empty for calls that were not refused';
comment on column "countersign".v1_daily_counts.calls is 'The number of calls';

create view "countersign".v1_records as
select
  e.id as environment,
  substr(e.name, strpos(e.name, '/') + 1) as platform,
  split_part(e.name, '/', 1) as mode,
  r.collection as collection,
  to_timestamp(least(greatest(r.created_at, 0), 253402300799999) / 1000.0) as created_at,
  to_timestamp(least(greatest(r.updated_at, 0), 253402300799999) / 1000.0) as updated_at,
  to_timestamp(least(greatest(r.expires_at, 0), 253402300799999) / 1000.0) as expires_at,
  to_timestamp(least(greatest(r.due_at, 0), 253402300799999) / 1000.0) as due_at,
  to_timestamp(least(greatest(r.leased_until, 0), 253402300799999) / 1000.0) as leased_until
from (
  select 'customers' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."customers"
  union all
  select 'email_changes' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."email_changes"
  union all
  select 'former_uma_addresses' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."former_uma_addresses"
  union all
  select 'verifications' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."verifications"
  union all
  select 'beneficial_owners' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."beneficial_owners"
  union all
  select 'internal_accounts' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."internal_accounts"
  union all
  select 'privacy_orders' as collection, environment, created_at, updated_at, null::bigint as expires_at, due_at, leased_until from "countersign"."privacy_orders"
  union all
  select 'wallet_roots' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."wallet_roots"
  union all
  select 'external_accounts' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."external_accounts"
  union all
  select 'verification_orders' as collection, environment, created_at, updated_at, null::bigint as expires_at, due_at, leased_until from "countersign"."verification_orders"
  union all
  select 'events' as collection, environment, created_at, updated_at, expires_at, due_at, leased_until from "countersign"."events"
  union all
  select 'quotes' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."quotes"
  union all
  select 'signed_terms' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."signed_terms"
  union all
  select 'transactions' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."transactions"
  union all
  select 'outcome_orders' as collection, environment, created_at, updated_at, null::bigint as expires_at, due_at, leased_until from "countersign"."outcome_orders"
  union all
  select 'instruction_orders' as collection, environment, created_at, updated_at, null::bigint as expires_at, due_at, leased_until from "countersign"."instruction_orders"
  union all
  select 'payment_reports' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."payment_reports"
  union all
  select 'journal' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."journal"
  union all
  select 'platform_configs' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."platform_configs"
  union all
  select 'platforms' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."platforms"
  union all
  select 'platform_settings' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."platform_settings"
  union all
  select 'platform_settings_revisions' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."platform_settings_revisions"
  union all
  select 'paid_days' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."paid_days"
  union all
  select 'credentials' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."credentials"
  union all
  select 'resting_credentials' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."resting_credentials"
  union all
  select 'email_otps' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."email_otps"
  union all
  select 'code_mails' as collection, environment, created_at, updated_at, expires_at, due_at, leased_until from "countersign"."code_mails"
  union all
  select 'notices' as collection, environment, created_at, updated_at, expires_at, due_at, leased_until from "countersign"."notices"
  union all
  select 'saved_codes' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."saved_codes"
  union all
  select 'guardians' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."guardians"
  union all
  select 'recoveries' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."recoveries"
  union all
  select 'signed_requests' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."signed_requests"
  union all
  select 'receipts' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."receipts"
  union all
  select 'receipt_heads' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."receipt_heads"
  union all
  select 'activities' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."activities"
  union all
  select 'sessions' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."sessions"
  union all
  select 'session_clients' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."session_clients"
  union all
  select 'spent' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."spent"
  union all
  select 'levels' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."levels"
  union all
  select 'known_keys' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."known_keys"
  union all
  select 'kept_answers' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."kept_answers"
  union all
  select 'api_tokens' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."api_tokens"
  union all
  select 'daily_counts' as collection, environment, created_at, updated_at, expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."daily_counts"
  union all
  select 'moved_clocks' as collection, environment, created_at, updated_at, null::bigint as expires_at, null::bigint as due_at, null::bigint as leased_until from "countersign"."moved_clocks"
) r
join "countersign".environments e on e.id = r.environment;
comment on view "countersign".v1_records is 'A row for each record of every collection, without its content';
comment on column "countersign".v1_records.environment is 'The platform and mode as the number that begins every index';
comment on column "countersign".v1_records.platform is 'The platform';
comment on column "countersign".v1_records.mode is 'production or sandbox';
comment on column "countersign".v1_records.collection is 'The collection, which is the name of its table';
comment on column "countersign".v1_records.created_at is 'When it was created';
comment on column "countersign".v1_records.updated_at is 'When it was last written';
comment on column "countersign".v1_records.expires_at is 'When a sweep may remove it. Null if it does not expire';
comment on column "countersign".v1_records.due_at is 'When its work is due. Null if it has none';
comment on column "countersign".v1_records.leased_until is 'Until when a node has it claimed. Null if none has';
`
