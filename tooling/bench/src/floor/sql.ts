const ACCOUNT = "account_id, type, nickname"
const CREDENTIAL = `id, ${ACCOUNT}, webauthn_id, created_at, updated_at`
const REQUEST = "r.digest, r.created_at as requested_at, r.expires_at as request_expires_at"
const SESSION = "insert into sessions (id, public_key, x, y, created_at, expires_at, account_id, type, nickname)"

/** $1 is the request, $2 its subject, $7 the time. Single-use: a concurrent second statement matches no row. */
const TAKEN = `taken as (
  update requests set is_used = true where id = $1 and subject = $2 and not is_used and expires_at > $7 returning id)`

const pendRefresh = `
with found as (select ${ACCOUNT} from sessions where id = $2 and expires_at > $4),
made as (
  insert into requests (id, subject, account_id, digest, created_at, expires_at)
  select $1, $2, account_id, $3, $4, $5 from found)
select * from found`

const refreshTerms = `
select s.account_id, s.type, s.nickname, s.public_key, s.x, s.y, ${REQUEST}
from requests r join sessions s on s.id = r.subject
where r.id = $1 and r.subject = $2 and not r.is_used`

const openRefreshed = `
with ${TAKEN}
${SESSION}
select $3, $4, $5, $6, $7, $8, s.account_id, s.type, s.nickname
from taken, sessions s where s.id = $2 and s.expires_at > $7
returning id`

const issueCode = `
update credentials set code_digest = $2, sealed_target_key = $3, code_expires_at = $4, proven_by = null, updated_at = $5
where id = $1 and type = 'EMAIL_OTP' and failures < 5
returning ${CREDENTIAL}`

const codeTerms = `
select ${ACCOUNT}, code_digest, sealed_target_key, code_expires_at
from credentials where id = $1 and code_digest is not null and failures < 5`

const countFailure = "update credentials set failures = failures + 1 where id = $1"

const pendLogin = `
with proven as (
  update credentials set code_digest = null, failures = 0, proven_by = $1
  where id = $2 and code_digest = $3 and code_expires_at > $7 returning account_id)
insert into requests (id, subject, account_id, digest, public_key, payload, created_at, expires_at)
select $1, $2, account_id, $4, $5, $6, $7, $8 from proven
returning id`

const loginTerms = `
select c.account_id, c.type, c.nickname, r.payload, r.public_key, ${REQUEST}
from requests r join credentials c on c.id = r.subject
where r.id = $1 and r.subject = $2 and not r.is_used and c.proven_by = r.id`

const openByCode = `
with ${TAKEN}
${SESSION}
select $3, $4, $5, $6, $7, $8, c.account_id, c.type, c.nickname
from taken, credentials c where c.id = $2 and c.proven_by = $1
returning id`

const pendAssertion = `
with found as (select ${CREDENTIAL} from credentials where id = $2 and type = 'PASSKEY'),
made as (
  insert into requests (id, subject, account_id, digest, public_key, created_at, expires_at)
  select $1, $2, account_id, $3, $4, $5, $6 from found)
select * from found`

const assertionTerms = `
select c.account_id, c.type, c.nickname, c.webauthn_id, c.x, c.y, c.counter, r.public_key, ${REQUEST}
from requests r join credentials c on c.id = r.subject
where r.id = $1 and r.subject = $2 and not r.is_used`

const openByPasskey = `
with ${TAKEN},
counted as (
  update credentials c set counter = $9 from taken where c.id = $2 and c.counter < $9 returning ${ACCOUNT})
${SESSION}
select $3, $4, $5, $6, $7, $8, account_id, type, nickname from counted
returning id`

const openByToken = `
with found as (select ${ACCOUNT} from credentials where id = $2 and identity = $9),
once as (insert into spent (what, expires_at) select $1, $10 from found on conflict do nothing returning what),
opened as (
  ${SESSION}
  select $3, $4, $5, $6, $7, $8, account_id, type, nickname from found, once
  returning ${ACCOUNT})
select * from opened`

const sessionsOf = `
select id, ${ACCOUNT}, created_at, expires_at from sessions
where account_id = $1 and expires_at > $2 order by created_at desc limit 100`

const credentialsOf = `
select ${CREDENTIAL} from credentials where account_id = $1 order by created_at desc limit 100`

const addExternalAccount = `
insert into external_accounts (id, customer_id, platform_account_id, currency, sealed, created_at)
select $1, c.id, $3, $4, $5, $6 from customers c where c.id = $2
returning id`

const signerOf = "select public_key, x, y from sessions where id = $1 and expires_at > $2"

const spendProof = "insert into spent (what, expires_at) values ($1, $2) on conflict do nothing returning what"

/** The statements of the floor, by the name under which each is prepared. */
export const sql = {
  pendRefresh,
  refreshTerms,
  openRefreshed,
  issueCode,
  codeTerms,
  countFailure,
  pendLogin,
  loginTerms,
  openByCode,
  pendAssertion,
  assertionTerms,
  openByPasskey,
  openByToken,
  sessionsOf,
  credentialsOf,
  addExternalAccount,
  signerOf,
  spendProof
}
