// Printed from the declarations of the collections: npm run docs

/** @type {ReadonlyArray<import("@countersign/core").Declaration>} */
export const collections = [
  {
    name: "customers",
    unique: { reference: ["reference"], umaAddress: ["umaAddress"] },
    indexes: {
      all: [],
      customer: ["customerId"],
      platformCustomer: ["platformCustomerId"],
      umaAddress: ["umaAddress"]
    },
    prefix: "Customer",
    prefixes: { customerId: "Customer" }
  },
  { name: "email_changes", unique: {}, indexes: {}, expiry: "expiresAt", prefix: "Customer", prefixes: {} },
  { name: "former_uma_addresses", unique: {}, indexes: { umaAddress: ["umaAddress"] }, prefixes: {} },
  {
    name: "verifications",
    unique: {},
    indexes: { all: [], customer: ["customerId"], status: ["status"], customerStatus: ["customerId", "status"] },
    prefix: "Verification",
    prefixes: { customerId: "Customer" }
  },
  {
    name: "beneficial_owners",
    unique: {},
    indexes: { customer: ["customerId"] },
    prefix: "BeneficialOwner",
    prefixes: { customerId: "Customer" }
  },
  {
    name: "internal_accounts",
    unique: {},
    indexes: {
      all: [],
      account: ["accountId"],
      customer: ["customerId"],
      type: ["type"],
      customerType: ["customerId", "type"]
    },
    prefix: "InternalAccount",
    prefixes: { accountId: "InternalAccount" }
  },
  { name: "privacy_orders", unique: {}, indexes: { all: [] }, due: "dueAt", prefix: "InternalAccount", prefixes: {} },
  { name: "wallet_roots", unique: {}, indexes: {}, prefixes: {} },
  {
    name: "external_accounts",
    unique: { reference: ["owner", "platformAccountId"] },
    indexes: {
      scope: ["scope"],
      scopeCurrency: ["scope", "currency"],
      scopeReference: ["scope", "platformAccountId"],
      owner: ["owner"]
    },
    prefix: "ExternalAccount",
    prefixes: {}
  },
  {
    name: "verification_orders",
    unique: {},
    indexes: { all: [] },
    due: "dueAt",
    prefix: "ExternalAccount",
    prefixes: {}
  },
  {
    name: "events",
    unique: {},
    indexes: { all: [], status: ["status"] },
    expiry: "expiresAt",
    due: "dueAt",
    prefix: "Webhook",
    prefixes: {}
  },
  { name: "quotes", unique: {}, indexes: {}, expiry: "removeAt", prefix: "Quote", prefixes: {} },
  { name: "signed_terms", unique: {}, indexes: {}, expiry: "expiresAt", prefix: "Quote", prefixes: {} },
  {
    name: "transactions",
    unique: {},
    indexes: {
      all: [],
      customer: ["customerId"],
      platformCustomer: ["platformCustomerId"],
      customerMoney: ["customerId", "status", "money"],
      externalMoney: ["externalAccountId", "status", "money"]
    },
    expiry: "removeAt",
    prefix: "Transaction",
    prefixes: { externalAccountId: "ExternalAccount" }
  },
  { name: "outcome_orders", unique: {}, indexes: { all: [] }, due: "dueAt", prefix: "Transaction", prefixes: {} },
  { name: "instruction_orders", unique: {}, indexes: { all: [] }, due: "dueAt", prefix: "Transaction", prefixes: {} },
  { name: "payment_reports", unique: {}, indexes: {}, expiry: "expiresAt", prefixes: {} },
  { name: "journal", unique: {}, indexes: { all: [] }, prefixes: {} },
  { name: "platform_configs", unique: {}, indexes: {}, prefixes: {} },
  { name: "platforms", unique: {}, indexes: { all: [] }, prefixes: {} },
  { name: "platform_settings", unique: {}, indexes: {}, prefixes: {} },
  { name: "platform_settings_revisions", unique: {}, indexes: { all: [] }, prefixes: {} },
  { name: "paid_days", unique: {}, indexes: {}, expiry: "expiresAt", prefix: "InternalAccount", prefixes: {} },
  {
    name: "credentials",
    unique: { identity: ["uniqueKey"] },
    indexes: { account: ["accountId"], credential: ["credentialId"], oidcIdentity: ["oidcIdentity"] },
    prefix: "AuthMethod",
    prefixes: { accountId: "InternalAccount", credentialId: "AuthMethod" }
  },
  {
    name: "resting_credentials",
    unique: {},
    indexes: { account: ["accountId"] },
    expiry: "restsUntil",
    prefix: "AuthMethod",
    prefixes: { accountId: "InternalAccount" }
  },
  { name: "email_otps", unique: {}, indexes: {}, expiry: "expiresAt", prefixes: {} },
  { name: "code_mails", unique: {}, indexes: { all: [] }, expiry: "expiresAt", due: "dueAt", prefixes: {} },
  { name: "notices", unique: {}, indexes: { all: [] }, expiry: "expiresAt", due: "dueAt", prefixes: {} },
  { name: "saved_codes", unique: {}, indexes: {}, prefix: "InternalAccount", prefixes: {} },
  {
    name: "guardians",
    unique: { identity: ["uniqueKey"] },
    indexes: { account: ["accountId"] },
    prefix: "Guardian",
    prefixes: { accountId: "InternalAccount" }
  },
  {
    name: "recoveries",
    unique: {},
    indexes: { account: ["accountId", "method"], state: ["method", "_tag"] },
    expiry: "expiresAt",
    prefix: "Recovery",
    prefixes: { accountId: "InternalAccount" }
  },
  { name: "signed_requests", unique: {}, indexes: {}, expiry: "expiresAt", prefix: "Request", prefixes: {} },
  {
    name: "receipts",
    unique: {},
    indexes: { account: ["accountId"] },
    expiry: "expiresAt",
    prefixes: { accountId: "InternalAccount" }
  },
  {
    name: "receipt_heads",
    unique: {},
    indexes: { all: [], account: ["accountId"] },
    prefix: "InternalAccount",
    prefixes: { accountId: "InternalAccount" }
  },
  {
    name: "activities",
    unique: {},
    indexes: { account: ["accountId"] },
    expiry: "expiresAt",
    prefixes: { accountId: "InternalAccount" }
  },
  {
    name: "sessions",
    unique: {},
    indexes: { account: ["accountId", "_tag"] },
    expiry: "expiresAt",
    prefix: "Session",
    prefixes: { accountId: "InternalAccount" }
  },
  {
    name: "session_clients",
    unique: {},
    indexes: { account: ["accountId"] },
    expiry: "expiresAt",
    prefix: "Session",
    prefixes: { accountId: "InternalAccount" }
  },
  { name: "spent", unique: {}, indexes: {}, expiry: "expiresAt", prefixes: {} },
  { name: "levels", unique: {}, indexes: {}, expiry: "expiresAt", prefixes: {} },
  { name: "known_keys", unique: {}, indexes: {}, prefixes: {} },
  { name: "kept_answers", unique: {}, indexes: {}, expiry: "expiresAt", prefixes: {} },
  { name: "api_tokens", unique: {}, indexes: { all: [] }, prefix: "Token", prefixes: {} },
  { name: "daily_counts", unique: {}, indexes: {}, expiry: "expiresAt", prefixes: {} },
  { name: "moved_clocks", unique: {}, indexes: {}, prefixes: {} }
]
