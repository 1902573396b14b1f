import { type Id, type IdPrefix, makeId, publicKeyOf } from "@countersign/wire"
import { Effect, Result } from "effect"
import {
  type Collection,
  type Credential,
  Credentials,
  type CredentialType,
  credentials,
  customers,
  defaultPolicy,
  externalAccounts,
  internalAccounts,
  Passkeys,
  Session,
  type Standing,
  type Step,
  type Stored,
  stored,
  Transactions
} from "../src/internal.ts"
import { verifyAssertion } from "../src/ports/Passkeys.ts"
import type { Finding } from "../src/ports/Verification.ts"
import * as InternalAccounts from "../src/things/accounts/rules/InternalAccount.ts"
import * as Customers from "../src/things/customers/rules/Customer.ts"
import * as ExternalAccounts from "../src/things/external-accounts/rules/ExternalAccount.ts"
import { codeMails } from "../src/things/one-time-codes/rules/codes.ts"
import { advance } from "../src/things/payments/paymentPlan.ts"
import { freshConfig, platformConfigs } from "../src/things/platforms/rules/PlatformConfig.ts"

/** Fixtures for the tests of rules and decisions. States are made by the functions of their machines. */

export const T = 1_800_000_000_000
export const here = { platformId: "acme", mode: "sandbox" } as const
export const environment = "sandbox/acme"
const random = new Uint8Array(10).fill(7)

/** The id number `nth` of a prefix. */
export const idOf = <P extends IdPrefix>(prefix: P, nth = 1): Id<P> => makeId(prefix, { timestampMs: nth, random })

export const requestId = idOf("Request")
export const accountId = idOf("InternalAccount")
export const credentialId = idOf("AuthMethod")
export const sessionId = idOf("Session")
export const customerId = idOf("Customer")
export const externalAccountId = idOf("ExternalAccount")
export const publicKey = publicKeyOf(new Uint8Array(32).fill(9))

/** The input of every operation step, without its command and the loaded records. */
export const leg = {
  environment,
  here,
  policy: defaultPolicy,
  settings: undefined,
  access: undefined,
  at: T,
  signedBy: [],
  signer: undefined,
  requestId,
  expiresAt: T + 300_000,
  accounts: []
} as const

/** A record as returned by a load. */
export const recordOf = <A>(collection: Collection.Collection<A>, value: NoInfer<A>, version = 1): Stored<A> =>
  stored(collection, {
    environment,
    id: collection.id(value),
    version,
    createdAt: T,
    updatedAt: T,
    body: collection.encode(value)
  })

const times = { createdAt: T, updatedAt: T }

/** A credential. An EMAIL_OTP one sends its codes to a@example.com. */
export const credentialOf = (
  type: CredentialType,
  material: Credential["material"] = { email: "a@example.com" },
  nth = 1
) =>
  recordOf(
    credentials,
    Credentials.initial({
      credentialId: idOf("AuthMethod", nth),
      accountId,
      type,
      nickname: type === "EMAIL_OTP" ? "a@example.com" : "n",
      material,
      uniqueKey: `${type} ${nth}`,
      ...times
    })
  )

/** The material of a passkey with this counter. */
export const passkeyMaterial = (counter: number) => ({
  credentialId: "id",
  publicKey: "key",
  counter,
  rpIdHash: "hash",
  origin: "https://app",
  isBackupEligible: false,
  transports: []
})

export const assertion = { credentialId: "id", clientDataJson: "YQ", authenticatorData: "YQ", signature: "YQ" }

/** The evidence of an assertion with this counter. */
export const evidenceOf = (counter = 0) =>
  Effect.runSync(
    Effect.provideService(
      verifyAssertion(passkeyMaterial(counter), "{}", assertion),
      Passkeys,
      Passkeys.of({
        register: () => Effect.die("not asked"),
        assert: () => Effect.succeed({ counter, isBackupEligible: false })
      })
    )
  )

/** The queued code mail of the credential. */
export const codeMail = recordOf(codeMails, {
  credentialId,
  environment: here,
  issueId: "Lookup:1",
  to: "a@example.com",
  branding: {},
  sealedCode: "sealed",
  expiresAt: T,
  dueAt: T,
  attempts: 0
})

/** A session opened at `at` by credential number `by`. */
export const sessionOf = (by = 1, nth = 1, at = T) =>
  recordOf(
    Session.sessions,
    Session.open(
      { sessionId: idOf("Session", nth), credential: credentialOf("OAUTH", {}, by).value, publicKey },
      defaultPolicy,
      at
    )
  )

interface AccountTerms {
  readonly type?: InternalAccounts.InternalAccount["type"]
  readonly balance?: number
  readonly nth?: number
  readonly currency?: string
}

const opened = ({ balance = 0, currency = "USDC", nth = 1, type = "EMBEDDED_WALLET" }: AccountTerms) =>
  InternalAccounts.revised(
    InternalAccounts.initial({
      accountId: idOf("InternalAccount", nth),
      customerId,
      type,
      currency: { code: currency, name: currency, symbol: "", decimals: 2 },
      ...times
    }),
    { balance },
    T
  )

/** An account of the customer. Defaults to a wallet in USDC. */
export const accountOf = (terms: AccountTerms = {}) => recordOf(internalAccounts, opened(terms))
export const closedAccountOf = (terms: AccountTerms = {}) =>
  recordOf(internalAccounts, InternalAccounts.closed(opened(terms), T))

const customer = (standing: Standing, email?: string, customerType: "BUSINESS" | "INDIVIDUAL" = "INDIVIDUAL") =>
  Customers.initial(
    {
      customerId,
      customerType,
      platformCustomerId: "c",
      reference: "c",
      umaAddress: "$c@example.com",
      ...(email === undefined ? {} : { email }),
      currencies: ["USD", "USDC"],
      sealed: "sealed",
      ...times
    },
    standing
  )

export const customerOf = (standing: Standing = "APPROVED", email?: string, type?: "BUSINESS" | "INDIVIDUAL") =>
  recordOf(customers, customer(standing, email, type))
export const deletedCustomer = recordOf(
  customers,
  Customers.deleted(Result.getOrThrow(Customers.requireNotDeleted(customer("APPROVED"))), T)
)

/** A payment of 100 USD from one account of the customer to another, after these steps. */
export const paymentOf = (steps: ReadonlyArray<Step> = [], terms: Partial<Transactions.Transaction> = {}) => {
  const end = { type: "ACCOUNT", currency: "USD" } as const
  const money = { amount: 100, currency: "USD" }
  const pending = Transactions.initial({
    transactionId: idOf("Transaction"),
    type: "OUTGOING",
    customerId,
    platformCustomerId: "c",
    source: { ...end, accountId: idOf("InternalAccount", 2) },
    destination: { ...end, accountId: idOf("InternalAccount", 3) },
    sent: money,
    received: money,
    fees: 0,
    ...terms,
    ...times
  })
  return recordOf(Transactions.transactions, Result.getOrThrow(advance(pending, steps, T)).transaction)
}

/** The configuration of a platform with a webhook endpoint. */
export const heardAt = recordOf(platformConfigs, {
  ...freshConfig(idOf("PlatformConfig"), T),
  webhookEndpoint: "https://a"
})

/** An external account of the customer in USD, after a finding of the verifier. */
export const externalAccountOf = (standing: Finding["standing"] = "CONFIRMED") =>
  recordOf(
    externalAccounts,
    Result.getOrThrow(
      ExternalAccounts.initial(
        {
          externalAccountId,
          scope: "customer",
          owner: customerId,
          customerId,
          platformAccountId: null,
          currency: "USD",
          accountType: "USD_ACCOUNT",
          sealed: "sealed",
          revision: 1,
          defaultUmaDepositAccount: false,
          ...times
        },
        { standing }
      )
    )
  )
