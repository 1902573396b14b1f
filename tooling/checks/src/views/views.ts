/**
 * The views for questions in SQL. The migration that creates them, their comments and docs/generated/views.md are printed from
 * this table. A released view never changes: another version of it is a new view beside it.
 */
export interface View {
  readonly name: string
  readonly says: string
  /** The table of its rows. */
  readonly of: string
  readonly columns: ReadonlyArray<Column>
  /** The members of a record that no column shows, with the reason. */
  readonly withheld: Readonly<Record<string, string>>
}

export interface Column {
  readonly name: string
  /** `word` is a text in upper case, as the API spells it. `calls` is a number that is summed over the rows of equal other columns. */
  readonly type: "id" | "text" | "word" | "number" | "calls" | "boolean" | "json" | "time" | "date"
  /** A column of the table. */
  readonly column?: string
  /** The prefix of the ids whose UUIDs are in the column. */
  readonly prefix?: string
  /** A member of the body, `outer.inner`. */
  readonly member?: string
  readonly says: string
}

type Made = Pick<Column, "name" | "says">
type Typed = readonly [name: string, from: string, says: string]

/** An id whose UUID is in a column of the table. */
const id = (name: string, column: string, prefix: string, says: string): Column => ({
  ...{ name, column, prefix, says },
  type: "id"
})
const of =
  (type: Column["type"]) =>
  (...[name, member, says]: Typed): Column => ({ name, type, member, says })
const [text, word, number, boolean, json, time] = [
  of("text"),
  of("word"),
  of("number"),
  of("boolean"),
  of("json"),
  of("time")
]
/** A column of the table, which an index may find. */
const own = (type: Column["type"], ...[name, column, says]: Typed): Column => ({ name, type, column, says })

const created: Column = own("time", "created_at", "created_at", "When it was created")
const updated = time("updated_at", "updatedAt", "When it last changed")
const expires = own("time", "expires_at", "expires_at", "When it expires. A later sweep removes it")

const SEALED = "encrypted"
const DIGEST = "a digest"
const SIGNED = "evidence of a signature, for the audit of receipts"
const OWN = "a number of the service itself"
const LARGE = "instructions for a deposit, which the API returns"
const SHOWN = "is in another column"

export const views: ReadonlyArray<View> = [
  {
    name: "customers",
    of: "customers",
    says: "A row for each customer, deleted ones included",
    columns: [
      id("customer_id", "id", "Customer", "The customer"),
      text("customer_type", "customerType", "INDIVIDUAL or BUSINESS"),
      own("text", "platform_customer_id", "platform_customer_id", "The platform's own id of the customer"),
      own("text", "uma_address", "uma_address", "The payment address"),
      text("email", "email", "The e-mail address. Personal data"),
      text("region", "region", "The country, ISO 3166-1"),
      json("currencies", "currencies", "The currency codes of its accounts, as a JSON list"),
      text("status", "standing", "UNVERIFIED, PENDING, APPROVED or REJECTED: the result of the screening"),
      time("deleted_at", "deletedAt", "When it was deleted. Null for a customer that was not"),
      created,
      updated
    ],
    withheld: { reference: SHOWN, sealed: SEALED, eventCount: OWN }
  },
  {
    name: "accounts",
    of: "internal_accounts",
    says: "A row for each internal account of a customer or of the platform",
    columns: [
      id("account_id", "id", "InternalAccount", "The account"),
      own("text", "customer_id", "customer_id", "Its customer. Null for an account of the platform"),
      own("text", "type", "type", "INTERNAL_FIAT, INTERNAL_CRYPTO or EMBEDDED_WALLET"),
      text("status", "status", "PENDING, ACTIVE, CLOSED, or FROZEN by an operator"),
      text("currency", "currency.code", "The currency code"),
      number("decimals", "currency.decimals", "The digits behind the point of the major unit"),
      number("balance", "balance", "The available balance, in the smallest unit of the currency"),
      boolean("private_enabled", "privateEnabled", "Whether the wallet is private"),
      time("held_until", "heldUntil", "Until when a recovery holds the account. Null without one"),
      created,
      updated
    ],
    withheld: { instructions: LARGE, eventCount: OWN }
  },
  {
    name: "credentials",
    of: "credentials",
    says: "A row for each credential that can sign in, or that an operator has suspended",
    columns: [
      id("credential_id", "id", "AuthMethod", "The credential"),
      id("account_id", "account_id", "InternalAccount", "The account that it signs in to"),
      text("type", "type", "EMAIL_OTP, OAUTH, PASSKEY or another kind"),
      text("nickname", "nickname", "The name for people; of an EMAIL_OTP credential the address. Personal data"),
      text("status", "status", "SUSPENDED while an operator has it suspended. Otherwise ACTIVE or null"),
      time(
        "unconfirmed_until",
        "voucher.until",
        "Until when it has at most the authority of the session that added it"
      ),
      time("last_used_at", "lastUsedAt", "The last login with it. Null before the first"),
      time("returned_at", "returnedAt", "When its owner last took it back"),
      created,
      updated
    ],
    withheld: {
      material: "public keys, subjects and addresses",
      uniqueKey: DIGEST,
      addressVoucher: "how its address was vouched for",
      restsUntil: "only of a removed credential, which the view does not have",
      removedBy: "only of a removed credential, which the view does not have"
    }
  },
  {
    name: "sessions",
    of: "sessions",
    says: "A row for each session, until a sweep after its end removes it",
    columns: [
      id("session_id", "id", "Session", "The session"),
      id("account_id", "account_id", "InternalAccount", "The account that it may stamp for"),
      text("credential_id", "credentialId", "The credential that opened it"),
      text("credential_type", "credentialType", "The type of that credential"),
      own("word", "status", "tag", "ACTIVE or REVOKED. An ACTIVE one has expired from expires_at on"),
      time("logged_in_at", "familySince", "The login that it goes back to through refreshes"),
      time("revoked_at", "revokedAt", "When it was revoked. Null if it was not"),
      created,
      expires
    ],
    withheld: {
      nickname: "is in v1_credentials",
      publicKey: "the key of the session",
      voucher: "what bounds its authority"
    }
  },
  {
    name: "requests",
    of: "signed_requests",
    says: "A row for each call that waits for its signature or had one, until a sweep after its end removes it",
    columns: [
      id("request_id", "id", "Request", "The request"),
      text("account_id", "accountId", "The account"),
      text("credential_type", "credentialType", "The type of the credential that signs"),
      word("status", "_tag", "PENDING, CONSUMED or VOID. A PENDING one has expired from expires_at on"),
      text("operation", "call.operation", "The operation that the request is for"),
      text("method", "call.method", "The HTTP method"),
      text("path", "call.path", "The path"),
      text("signer", "signer._tag", "What signs: a session, a passkey or another kind of signer"),
      number("failed_stamps", "failedStamps", "The wrong stamps so far. Null unless it is PENDING"),
      time("consumed_at", "consumedAt", "When a stamp was accepted"),
      time("voided_at", "voidedAt", "When too many stamps had failed"),
      created,
      expires
    ],
    withheld: {
      intent: "the decision that the signature executes, with data of the call",
      payload: "the text to sign",
      signedBy: "a public key"
    }
  },
  {
    name: "payments",
    of: "transactions",
    says: "A row for each payment",
    columns: [
      id("payment_id", "id", "Transaction", "The payment"),
      text("type", "type", "OUTGOING or INCOMING"),
      own("word", "status", "status", "PENDING, PROCESSING, COMPLETED, FAILED or EXPIRED"),
      own("text", "customer_id", "customer_id", "The customer. Null for a payment of the platform"),
      own("text", "platform_customer_id", "platform_customer_id", "The platform's own id of the customer"),
      id("external_account_id", "external_account_id", "ExternalAccount", "The external account at one of its ends"),
      text("quote_id", "quoteId", "Its quote. Null for a transfer"),
      text("source_account_id", "source.accountId", "The account that it leaves"),
      text("destination_account_id", "destination.accountId", "The account that it arrives on"),
      text("destination_uma_address", "destination.umaAddress", "The payment address that it goes to"),
      number("sent_amount", "sent.amount", "The amount that leaves, fees included, in the smallest unit"),
      text("sent_currency", "sent.currency", "The currency of that amount"),
      number("received_amount", "received.amount", "The amount that arrives, in the smallest unit"),
      text("received_currency", "received.currency", "The currency of that amount"),
      number("fees", "fees", "The fees, in the currency that is sent"),
      text("failure_reason", "failureReason", "Why it failed"),
      text("refund_status", "refund.status", "PENDING, COMPLETED or FAILED. Null without a refund"),
      own("text", "money", "money", "Where its money is: untouched, transit, arrived or back"),
      time("settled_at", "settledAt", "When it was completed"),
      created,
      updated
    ],
    withheld: {
      description: "free text of the payer",
      instructions: LARGE,
      removeAt: "when an unpaid quote's payment is removed",
      eventCount: OWN
    }
  },
  {
    name: "events",
    of: "events",
    says: "A row for each event and its delivery as a webhook, for 8 days",
    columns: [
      id("event_id", "id", "Webhook", "The event"),
      text("type", "type", "The type of the event, such as OUTGOING_PAYMENT.COMPLETED"),
      own("text", "status", "status", "PENDING, DELIVERED or GIVEN_UP"),
      number("attempts", "attempts", "The attempts since the change, or since it was last redelivered"),
      number("last_status", "lastStatus", "The HTTP status of the last attempt. Null if none was answered"),
      text("last_fault", "lastFault", "Why the last attempt had no answer, or why none was made"),
      text("customer_id", "subject.customerId", "The customer that it is about or belongs to"),
      text("account_id", "subject.accountId", "The account that it is about"),
      text("payment_id", "subject.transactionId", "The payment that it is about"),
      number("sequence", "sequence", "Its number among the events of its record"),
      time("at", "at", "When the change was committed"),
      time("delivered_at", "deliveredAt", "When the receiver accepted it"),
      own("time", "due_at", "due_at", "The next attempt. Null when there is none"),
      expires
    ],
    withheld: { environment: SHOWN, repeats: "only of tests in the sandbox" }
  },
  {
    name: "receipts",
    of: "receipts",
    says: "A row for each receipt: an authorised act, and who authorised it",
    columns: [
      id("account_id", "account_id", "InternalAccount", "The account whose chain it belongs to"),
      number("sequence", "sequence", "Its number in that chain, from 1"),
      text("operation", "operation", "The operation, such as VerifyCredential"),
      text("method", "method", "The HTTP method of the call"),
      text("path", "path", "The path of the call"),
      text("proof", "proof.type", "How it was authorised: STAMP, ASSERTION, OPERATOR and others"),
      text("actor", "proof.actor", "The operator who acted. Null otherwise"),
      text("reason", "proof.reason", "The reason of an operator's act or of an erasure"),
      text("token_id", "proof.tokenId", "The API token of an operator's act"),
      text("consumed", "consumed", "The id that the act consumed: of a request, a quote, a customer or an act"),
      text("session_id", "sessionId", "The session that signed. Null if none did"),
      text("credential_id", "credentialId", "The credential that opened that session, or that was presented"),
      time("at", "at", "When it was committed"),
      expires
    ],
    withheld: {
      version: OWN,
      platformId: SHOWN,
      mode: SHOWN,
      previous: DIGEST,
      bodyDigest: DIGEST,
      payloadSha256: DIGEST,
      changes: SIGNED,
      kid: SIGNED,
      detailsSha256: DIGEST,
      hash: DIGEST,
      signature: SIGNED,
      details: SEALED
    }
  },
  {
    name: "settings",
    of: "platform_settings_revisions",
    says: "A row for each revision of the settings of a platform. The newest one applies",
    columns: [
      number("revision", "revision", "1 for the first change, then increasing by one"),
      text("token_id", "tokenId", "The API token of the change. Null if the host's own program made it"),
      json("made_by", "madeBy", "The tokens that vouch for that one, as a JSON list"),
      ...["passkeys", "oidc", "accessPolicy", "recovery", "mail", "limits"].map((section) =>
        json(
          section.replace("P", "_p"),
          `settings.${section}`,
          `The section ${section} as JSON. Null if the platform has not set it`
        )
      ),
      created
    ],
    withheld: {}
  },
  {
    name: "daily_counts",
    of: "daily_counts",
    says: "The calls of a day by operation and refusal, for 90 days. Each node adds its own once a minute",
    columns: [
      { name: "day", type: "date", member: "day", says: "The day in UTC" },
      text("operation", "operation", "The name of the endpoint, as docs/generated/endpoints.md lists it"),
      text("refusal", "refusal", "The code of the refusal. Empty for calls that were not refused"),
      { name: "calls", type: "calls", member: "calls", says: "The number of calls" }
    ],
    withheld: { node: "the counts of all nodes are added", expiresAt: "of one node" }
  }
]

/** The first columns of every view. */
export const PLACE: ReadonlyArray<Made & { readonly type: string; readonly sql: string }> = [
  {
    name: "environment",
    type: "uuid",
    sql: "e.id",
    says: "The platform and mode as the number that begins every index"
  },
  { name: "platform", type: "text", sql: "substr(e.name, strpos(e.name, '/') + 1)", says: "The platform" },
  { name: "mode", type: "text", sql: "split_part(e.name, '/', 1)", says: "production or sandbox" }
]

/** The view of all records of all collections. */
export const RECORDS = {
  name: "records",
  says: "A row for each record of every collection, without its content",
  columns: [
    { name: "collection", type: "text", says: "The collection, which is the name of its table" },
    { name: "created_at", type: "timestamptz", says: "When it was created" },
    { name: "updated_at", type: "timestamptz", says: "When it was last written" },
    { name: "expires_at", type: "timestamptz", says: "When a sweep may remove it. Null if it does not expire" },
    { name: "due_at", type: "timestamptz", says: "When its work is due. Null if it has none" },
    { name: "leased_until", type: "timestamptz", says: "Until when a node has it claimed. Null if none has" }
  ]
} as const
