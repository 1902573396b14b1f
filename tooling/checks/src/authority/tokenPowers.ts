/** The effect that an API token of one scope alone can have on an end user whose wallet has credentials. */
export interface TokenPower {
  /** Operations of the contract, such as `DELETE /customers/{id}`. */
  readonly operations: ReadonlyArray<string>
  /** The scope that the operations require. A token with only the other two scopes receives a 403. */
  readonly scope: "VIEW" | "TRANSACT" | "MANAGE"
  /** The effect of the token alone. */
  readonly achieves: string
  /** The reason this is acceptable, or the defence against anything more. */
  readonly because: string
  /** The collections in which the token may write records of the end user. Empty when it changes nothing. */
  readonly writes: ReadonlyArray<string>
}

const SIGNED = "A payload to sign. Nothing changes until a session key of the wallet has signed it"

/**
 * Every operation of the contract, in exactly one row. `SECURITY.md` contains the table. A test makes every call with a
 * token of each single scope and compares all records of the end user before and after.
 */
export const tokenPowers: ReadonlyArray<TokenPower> = [
  {
    operations: [
      "GET /customers",
      "GET /customers/{id}",
      "GET /customers/internal-accounts",
      "GET /platform/internal-accounts",
      "GET /internal-accounts",
      "GET /internal-accounts/{id}",
      "GET /verifications",
      "GET /verifications/{id}",
      "GET /beneficial-owners",
      "GET /beneficial-owners/{id}",
      "GET /customers/external-accounts",
      "GET /customers/external-accounts/{id}",
      "GET /platform/external-accounts",
      "GET /platform/external-accounts/{id}",
      "GET /discoveries",
      "GET /exchange-rates",
      "GET /quotes/{id}",
      "GET /transactions",
      "GET /transactions/{id}",
      "GET /auth/credentials",
      "GET /auth/sessions",
      "GET /sandbox/clock",
      "GET /tokens",
      "GET /tokens/{id}",
      "GET /webhooks/keys",
      "GET /webhooks/deliveries"
    ],
    scope: "VIEW",
    achieves: "Reads what the platform may read",
    because: "No reply contains a code, a session key or a wallet's recovery phrase",
    writes: []
  },
  {
    operations: ["GET /config", "GET /webhooks/secret"],
    scope: "MANAGE",
    achieves: "Reads the configuration, and the symmetric webhook secret",
    because:
      "The holder of the webhook secret can forge an event to the platform, so use the asymmetric signature. An event authorises nothing here",
    writes: []
  },
  {
    operations: ["DELETE /customers/{id}"],
    scope: "MANAGE",
    achieves: SIGNED,
    because:
      "Any session of any of the customer's wallets signs. Erasure without it is a call of the host's own program: it leaves a receipt with the reason, and the addresses are notified",
    writes: ["signed_requests"]
  },
  {
    operations: ["PATCH /customers/{id}"],
    scope: "MANAGE",
    achieves:
      "Changes the profile: name, birth date, nationality, address, region, business data, payment address; opens accounts in further currencies. A new e-mail address gets a payload to sign, and nothing changes until it is signed",
    because:
      "The profile is the platform's own record of a person and opens no session. No other customer gets a payment address that this one had. The e-mail address receives codes, so its owner signs, and both addresses are notified",
    writes: ["customers", "former_uma_addresses", "signed_requests"]
  },
  {
    operations: ["POST /auth/credentials"],
    scope: "MANAGE",
    achieves: SIGNED,
    because:
      "Only a wallet without any credential takes its first one without a signature. The addresses are notified of each new one",
    writes: ["signed_requests"]
  },
  {
    operations: [
      "DELETE /auth/credentials/{id}",
      "DELETE /auth/sessions/{id}",
      "POST /auth/sessions/{id}/refresh",
      "POST /internal-accounts/{id}/export",
      "PATCH /internal-accounts/{id}"
    ],
    scope: "MANAGE",
    achieves: SIGNED,
    because:
      "The payload names the call, its body and its target. It is consumed once, by this wallet's session keys alone",
    writes: ["signed_requests"]
  },
  {
    operations: ["POST /auth/credentials/{id}/challenge"],
    scope: "MANAGE",
    achieves: "Mails a code to the owner, which replaces a pending one; starts a passkey login",
    because:
      "The code is in the mailbox alone, an assertion is in the authenticator alone. Limits per credential and per address bound the mails",
    writes: ["code_mails", "email_otps", "signed_requests"]
  },
  {
    operations: ["POST /auth/credentials/{id}/verify"],
    scope: "MANAGE",
    achieves: "Submits wrong codes: five in a row stop the codes of this credential for 30 minutes, once",
    because:
      "The owner is notified. After the lock, codes cannot be guessed and wrong ones lock nothing; a session of another credential lifts the lock at once",
    writes: ["email_otps", "notices"]
  },
  {
    operations: ["POST /quotes"],
    scope: "TRANSACT",
    achieves: "Offers a payment. From an embedded wallet it comes with a payload to sign",
    because: "A quote moves nothing and expires",
    writes: ["quotes", "transactions"]
  },
  {
    operations: ["POST /quotes/{id}/execute"],
    scope: "TRANSACT",
    achieves: "Nothing on an embedded wallet: 401 without a stamp over the quote's own payload",
    because: "The payload names what moves and to whom. Quotes from fiat accounts are as transfers",
    writes: []
  },
  {
    operations: ["POST /transactions/{id}/approve", "POST /transactions/{id}/reject"],
    scope: "TRANSACT",
    achieves: "Accepts or refuses a payment that comes in and waits for the platform's decision",
    because:
      "The decision is the platform's, for its own compliance. Nothing that the end user has is taken: a payment that is refused never arrived",
    writes: ["internal_accounts", "transactions"]
  },
  {
    operations: ["POST /transfer-in", "POST /transfer-out"],
    scope: "TRANSACT",
    achieves:
      "Moves money of fiat accounts that the platform has as custodian of its customers. Embedded wallets are refused",
    because:
      "No key of the end user guards a fiat account: the platform is its custodian. Give TRANSACT to the programs that pay, and to no other",
    writes: ["internal_accounts", "transactions"]
  },
  {
    operations: [
      "POST /customers/external-accounts",
      "PATCH /customers/external-accounts/{id}",
      "DELETE /customers/external-accounts/{id}"
    ],
    scope: "MANAGE",
    achieves: "Stores, changes and removes destinations of payments",
    because:
      "A payment from an embedded wallet is signed over the current payee and account, and a payment to another one is refused. Payments from fiat accounts are the platform's",
    writes: ["external_accounts"]
  },
  {
    operations: [
      "POST /platform/external-accounts",
      "PATCH /platform/external-accounts/{id}",
      "DELETE /platform/external-accounts/{id}"
    ],
    scope: "MANAGE",
    achieves: "Stores, changes and removes the platform's own destinations",
    because: "They are no end user's",
    writes: []
  },
  {
    operations: ["POST /beneficial-owners", "PATCH /beneficial-owners/{id}"],
    scope: "MANAGE",
    achieves: "Stores and changes the people behind a business",
    because: "They are the platform's own record of a business and open no session",
    writes: ["beneficial_owners"]
  },
  {
    operations: ["POST /verifications"],
    scope: "MANAGE",
    achieves: "Has a customer verified again, which may change its KYC status",
    because: "The status decides what the platform may do for a customer; it opens no session",
    writes: ["customers", "verifications"]
  },
  {
    operations: ["POST /customers"],
    scope: "MANAGE",
    achieves: "Creates other customers",
    because: "Nothing of an existing customer is written",
    writes: []
  },
  {
    operations: ["POST /tokens", "DELETE /tokens/{id}"],
    scope: "MANAGE",
    achieves: "Makes tokens of no more scopes than its own, and ends tokens that were made so",
    because: "They are the platform's. A thief's tokens are listed, and end like any other",
    writes: []
  },
  {
    operations: ["PATCH /config"],
    scope: "MANAGE",
    achieves: "Redirects webhooks; changes the names and the reply address in mails, and makes codes stricter",
    because:
      "An event authorises nothing here. Codes become no shorter and live no longer than the host's policy, and mails leave from the host's address with the host's words",
    writes: ["platform_configs"]
  },
  {
    operations: ["POST /webhooks/test", "POST /sandbox/webhooks/test", "POST /webhooks/deliveries/{id}/redrive"],
    scope: "MANAGE",
    achieves: "Sends test events, and events again, to the platform's endpoint",
    because: "They report what has happened and change nothing",
    writes: []
  },
  {
    operations: [
      "POST /sandbox/internal-accounts/{id}/fund",
      "POST /sandbox/send",
      "POST /sandbox/receive",
      "POST /sandbox/uma/receive"
    ],
    scope: "TRANSACT",
    achieves: "Moves play money",
    because: "These calls exist in the sandbox alone. There, a documented word also replaces any stamp",
    writes: ["internal_accounts", "transactions"]
  },
  {
    operations: ["POST /sandbox/clock/advance"],
    scope: "MANAGE",
    achieves: "Moves the sandbox's time, so that sessions and codes of the sandbox expire",
    because: "This call exists in the sandbox alone",
    writes: []
  }
]
