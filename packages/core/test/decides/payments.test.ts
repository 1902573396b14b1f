import { Result } from "effect"
import { describe } from "vitest"
import { defaultPolicy, type Step, type Transactions } from "../../src/internal.ts"
import type { AccessPolicy } from "../../src/model/AccessPolicy.ts"
import { paidDays } from "../../src/things/access/rules/PaidDay.ts"
import { AWAITS_APPROVAL, approvePayment, settle, type Verdict } from "../../src/things/payments/approve.ts"
import { offerQuote } from "../../src/things/payments/createQuote.ts"
import { execute, recordQuoteDeposit } from "../../src/things/payments/executeQuote.ts"
import type { InstructionOrder } from "../../src/things/payments/rules/Instruction.ts"
import { type Quote, quotes } from "../../src/things/payments/rules/Quote.ts"
import { outcomeOrders } from "../../src/things/payments/rules/Transaction.ts"
import { signedTerms } from "../../src/things/payments/SignedTerms.ts"
import { SENT } from "../../src/things/payments/send.ts"
import { move, receivePayment } from "../../src/things/payments/transfer.ts"
import { freshConfig, type PlatformConfig, platformConfigs } from "../../src/things/platforms/rules/PlatformConfig.ts"
import { platformSettings } from "../../src/things/settings/rules/PlatformSettings.ts"
import { dangerouslyWaiveStamp } from "../../src/things/signed-requests/rules/StampAuthority.ts"
import {
  accountOf,
  closedAccountOf,
  customerId,
  customerOf,
  deletedCustomer,
  externalAccountId,
  externalAccountOf,
  here,
  idOf,
  leg,
  paymentOf,
  recordOf,
  sessionOf,
  T
} from "../given.ts"
import { decides, type Row } from "./shown.ts"

const to = (status: Step["to"], after = 0): Step => ({ after, to: status })
const [PENDING, TIMED_OUT] = AWAITS_APPROVAL
if (PENDING === undefined || TIMED_OUT === undefined) throw new Error("a payment awaits no approval")
const transactionId = idOf("Transaction")
const orderOf = (...steps: ReadonlyArray<Step>) =>
  recordOf(outcomeOrders, { transactionId, environment: here, steps, dueAt: T, attempts: 0 })
const fiat = (nth: number, balance = 0) => accountOf({ type: "INTERNAL_FIAT", currency: "USD", nth, balance })
const configOf = (patch: Partial<PlatformConfig>) =>
  recordOf(platformConfigs, { ...freshConfig(idOf("PlatformConfig"), T), ...patch })
const EUR_ONLY = configOf({ supportedCurrencies: [{ currencyCode: "EUR", enabledTransactionTypes: [] }] })
const balance = "event INTERNAL_ACCOUNT.BALANCE_UPDATED 1"

describe("an incoming payment", () => {
  const incoming: Partial<Transactions.Transaction> = {
    type: "INCOMING",
    source: { type: "UMA_ADDRESS", umaAddress: "$b@example.com", currency: "USD" }
  }
  const received = (more: object = {}, amount = 100) =>
    receivePayment.decide({
      ...leg,
      command: { senderUmaAddress: "$b@example.com", receiver: { customerId }, currency: "USD", amount },
      found: { customer: customerOf(), config: undefined, accounts: [accountOf(), fiat(3)], ...more },
      prepared: transactionId
    })
  const decided = (verdict: Verdict, more: object = {}) => {
    const found = {
      transaction: paymentOf([PENDING], incoming),
      order: orderOf(TIMED_OUT),
      accounts: [fiat(3)],
      ...more
    }
    return approvePayment.decide({ ...leg, command: { transactionId, verdict }, found })
  }
  const failed = "~transactions Failed back; -outcome_orders"
  decides(() => [
    [
      "completes immediately if the platform has no endpoint",
      received({ config: configOf({}) }),
      `+transactions Completed arrived; ~internal_accounts ACTIVE 100; event INCOMING_PAYMENT.PENDING 1; event INCOMING_PAYMENT.COMPLETED 2; ${balance}; activity MONEY_RECEIVED; book take, deliver`
    ],
    [
      "waits up to a day for approval if the platform has an endpoint",
      received({ config: configOf({ webhookEndpoint: "https://a" }) }),
      "+transactions Pending transit; +outcome_orders; =internal_accounts; event INCOMING_PAYMENT.PENDING 1; book take"
    ],
    ["fails for an unknown customer", received({ customer: undefined }), "CustomerNotFound"],
    ["fails for a deleted customer", received({ customer: deletedCustomer }), "CustomerDeleted"],
    ["fails without an account in its currency", received({ accounts: [accountOf()] }), "AccountNotFound"],
    ["fails in a currency that the platform does not support", received({ config: EUR_ONLY }), "CurrencyUnsupported"],
    [
      "completes when it is approved",
      decided("approved"),
      `~transactions Completed arrived; -outcome_orders; ~internal_accounts ACTIVE 100; event INCOMING_PAYMENT.COMPLETED 1; ${balance}; activity MONEY_RECEIVED; book deliver`
    ],
    ...(["rejected", "incomplete", "unanswered", "timedOut"] as const).map(
      (verdict): Row => [
        `is given back when it is ${verdict}`,
        decided(verdict),
        `${failed}; =internal_accounts; event INCOMING_PAYMENT.FAILED 1; book giveBack`
      ]
    ),
    ["is approved or rejected once", decided("approved", { order: undefined }), "TransactionNotPending"],
    [
      "is not decided if it awaits another step",
      decided("approved", { order: orderOf(to("COMPLETED")) }),
      "TransactionNotPending"
    ],
    ["is not decided if its account is gone", decided("approved", { accounts: [undefined] }), "TransactionNotPending"],
    [
      "is not approved if the balance would be no safe integer, and waits",
      decided("approved", { accounts: [fiat(3, Number.MAX_SAFE_INTEGER - 99)] }),
      "AmountOutOfRange"
    ],
    ["is not decided if it does not exist", decided("approved", { transaction: undefined }), "TransactionNotFound"]
  ])
})

describe("the next step of a payment", () => {
  const settled = (steps: ReadonlyArray<Step>, more: object = {}) => {
    const order = orderOf(...steps)
    const found = { transaction: paymentOf([PENDING]), order, accounts: [fiat(2), fiat(3)], ...more }
    return settle.decide({ ...leg, command: order.value, found })
  }
  const completed = `~internal_accounts ACTIVE 100; =internal_accounts; event OUTGOING_PAYMENT.COMPLETED 1; ${balance}; activity MONEY_RECEIVED; book deliver`
  const arrived = "~transactions Completed arrived"
  const returned = paymentOf([PENDING, to("COMPLETED")])
  decides(() => [
    ["removes its order, if it is the last", settled([to("COMPLETED")]), `${arrived}; -outcome_orders; ${completed}`],
    [
      "leaves a delayed step in the order",
      settled([to("COMPLETED"), to("FAILED", 5)]),
      `${arrived}; ~outcome_orders; ${completed}`
    ],
    ["is left to the worker that has applied it", settled([to("COMPLETED")], { order: orderOf() }), "nothing"],
    ["does nothing for a removed payment", settled([to("COMPLETED")], { transaction: undefined }), "nothing"],
    [
      "does not return money that is not there",
      settled([to("FAILED")], { transaction: returned }),
      "InsufficientBalance"
    ]
  ])
})

describe("a transfer", () => {
  const moved = (
    type: "INCOMING" | "OUTGOING",
    account: ReturnType<typeof accountOf> | undefined,
    more: object = {}
  ) => {
    const command = { internal: idOf("InternalAccount", 2), external: externalAccountId, amount: 100, type }
    const found = {
      inside: { account, customer: customerOf() },
      outside: externalAccountOf(),
      config: undefined,
      ...more
    }
    const given = { ...leg, command, found }
    const prepared = { transactionId, steps: [to("PENDING"), to("COMPLETED")], ordered: undefined }
    return Result.flatMap(move.check(given), (checked) => move.decide({ ...given, checked, prepared }))
  }
  const ends = { inside: { account: fiat(2, 100), customer: undefined } }
  decides(() => [
    [
      "out takes the money, and guards the external account",
      moved("OUTGOING", fiat(2, 100)),
      `+transactions Completed arrived; ~internal_accounts ACTIVE 0; =external_accounts; event OUTGOING_PAYMENT.PENDING 1; event OUTGOING_PAYMENT.COMPLETED 2; ${balance}; activity PAYMENT_SENT; book take, deliver`
    ],
    [
      "in delivers the money",
      moved("INCOMING", fiat(2)),
      `+transactions Completed arrived; ~internal_accounts ACTIVE 100; =external_accounts; event INCOMING_PAYMENT.PENDING 1; event INCOMING_PAYMENT.COMPLETED 2; ${balance}; activity MONEY_RECEIVED; book take, deliver`
    ],
    ["out fails above the balance", moved("OUTGOING", fiat(2, 99)), "InsufficientBalance"],
    ["fails for an unknown account", moved("OUTGOING", undefined), "AccountNotFound"],
    ["fails for a closed account", moved("OUTGOING", closedAccountOf()), "CustomerDeleted"],
    [
      "fails for a pending external account",
      moved("OUTGOING", fiat(2), { outside: externalAccountOf("UNDECIDED") }),
      "ExternalAccountNotActive"
    ],
    ["fails for an external account of another customer", moved("OUTGOING", fiat(2), ends), "ExternalAccountNotFound"]
  ])
})

describe("a quote", () => {
  const { quoteLifetime, sessionLifetime } = defaultPolicy
  const END = T + quoteLifetime
  const end = { type: "ACCOUNT", currency: "USD" } as const
  const source = { ...end, accountId: idOf("InternalAccount", 2) }
  const destination = { ...end, accountId: externalAccountId }
  const money = { amount: 100, currency: "USD" }
  const bare: Quote = {
    quoteId: idOf("Quote"),
    transactionId,
    customerId,
    source,
    destination,
    sent: money,
    received: money,
    fees: 0,
    exchangeRate: 1,
    lockedSide: "SENDING",
    createdAt: T,
    expiresAt: END
  }
  const wallet = { wallet: { accountId: idOf("InternalAccount", 2) } }
  const terms = { quoteId: bare.quoteId, sealed: "sealed", expiresAt: END }
  const endsOf = (account: ReturnType<typeof accountOf> | undefined = fiat(2, 100)) => ({
    from: { account, customer: customerOf() },
    funding: undefined,
    to: undefined,
    far: externalAccountOf()
  })
  const unpaid = paymentOf([], { source, destination })
  const STARTS = [to("PROCESSING"), to("COMPLETED", 5)]
  const REFUSED: ReadonlyArray<Step> = [{ after: 0, to: "FAILED", failureReason: "QUOTE_EXECUTION_FAILED" }]

  const offered = (
    more: object = {},
    {
      steps = STARTS,
      config = undefined,
      isWallet = false
    }: { steps?: ReadonlyArray<Step>; config?: typeof EUR_ONLY; isWallet?: boolean } = {}
  ) => {
    const command = { source, destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 100, ...more } as const
    const given = { ...leg, command, found: { ends: endsOf(), config, settings: undefined, paid: undefined } }
    const signed = isWallet
      ? { stored: terms, terms: { payload: "text", ends: { source: SIGNED, destination: SIGNED }, quoteDigest: "" } }
      : { stored: undefined, terms: undefined }
    const prepared = {
      steps,
      ordered: undefined,
      quote: bare,
      ...signed,
      transaction: unpaid.value,
      route: { by: "quote", umaAddress: "$b@example.com" } as const
    }
    return Result.flatMap(offerQuote.check(given), (checked) => offerQuote.decide({ ...given, checked, prepared }))
  }
  const SIGNED = { accountType: "USD_ACCOUNT", identifiers: {}, digest: "" }
  const both = "=internal_accounts; =external_accounts"
  const begins = "~internal_accounts ACTIVE 0"
  const events = `event OUTGOING_PAYMENT.PROCESSING 1; ${balance}; activity PAYMENT_SENT; book take`
  const signedEvents = events.replace("activity PAYMENT_SENT; ", "")

  decides(() => [
    ["can be paid until it expires", offered(), `+quotes; +transactions Pending untouched; +outcome_orders; ${both}`],
    [
      "of a wallet stores the terms that its owner signs",
      offered({}, { isWallet: true }),
      `+quotes; +transactions Pending untouched; +outcome_orders; +signed_terms; ${both}`
    ],
    [
      "is paid immediately if requested",
      offered({ immediatelyExecute: true }),
      `+quotes; +transactions Processing transit; +outcome_orders; ~external_accounts Active; ${begins}; ${events}`
    ],
    [
      "is stored before the refusal, if the rails refuse it",
      offered({ immediatelyExecute: true }, { steps: REFUSED }),
      `+quotes; +transactions Failed untouched; ${both}; event OUTGOING_PAYMENT.FAILED 1; QuoteExecutionFailed`
    ],
    ["fails in a currency that the platform does not support", offered({}, { config: EUR_ONLY }), "CurrencyUnsupported"]
  ])

  const found = {
    quote: recordOf(quotes, bare),
    transaction: unpaid,
    order: orderOf(to("EXPIRED")),
    terms: undefined,
    ends: endsOf(),
    signer: undefined,
    session: undefined,
    settings: undefined,
    paid: undefined
  }
  const paid = (
    more: object = {},
    {
      at = T,
      ordered,
      stamp,
      steps = STARTS
    }: { at?: number; ordered?: InstructionOrder; stamp?: string; steps?: ReadonlyArray<Step> } = {}
  ) => {
    const given = { ...leg, at, command: { quoteId: bare.quoteId, stamp }, found: { ...found, ...more } }
    const signed = stamp === undefined ? undefined : { payload: "text", evidence: dangerouslyWaiveStamp() }
    return Result.flatMap(execute.check(given), (checked) =>
      execute.decide({ ...given, checked, prepared: { signed, payee: undefined, steps, ordered } })
    )
  }
  const ofWallet = {
    quote: recordOf(quotes, { ...bare, ...wallet }),
    terms: recordOf(signedTerms, terms),
    signer: { sessions: [sessionOf()], head: undefined },
    session: sessionOf(),
    ends: endsOf(accountOf({ type: "EMBEDDED_WALLET", currency: "USD", nth: 2, balance: 100 }))
  }
  const SIGNED_BY = { stamp: "stamp" }
  const governed = (accessPolicy: AccessPolicy) =>
    recordOf(platformSettings, { name: "settings", revision: 1, settings: { accessPolicy }, updatedAt: T })
  const paidToday = (amount: number) =>
    recordOf(paidDays, { accountId: idOf("InternalAccount", 2), day: Math.floor(T / 86_400_000), amount, expiresAt: T })
  const signedBySession = `=sessions; before +${sessionLifetime}; before +${quoteLifetime}; ${signedEvents}; receipt ExecuteQuote WAIVED`
  const pays = `~transactions Processing transit; ~outcome_orders; ~external_accounts Active; ${begins}`
  decides(() => [
    ["is paid before it expires by the store's clock", paid(), `${pays}; before +${quoteLifetime}; ${events}`],
    ["is paid in its last millisecond", paid({}, { at: END - 1 }), `${pays}; before +${quoteLifetime}; ${events}`],
    ["is not paid when it expires (I10)", paid({}, { at: END }), "QuoteExpired"],
    [
      "of a wallet is paid while the signing session is active, and leaves a receipt",
      paid(ofWallet, { stamp: "stamp" }),
      `${pays}; =sessions; before +${sessionLifetime}; before +${quoteLifetime}; ${signedEvents}; receipt ExecuteQuote WAIVED`
    ],
    [
      "PO5: of a wallet is counted in its commit, where the policy limits the day",
      paid(
        { ...ofWallet, settings: governed({ payments: { limits: [{ currency: "USD", perDay: 100 }] } }) },
        SIGNED_BY
      ),
      `${pays}; +paid_days; ${signedBySession}`
    ],
    [
      "PO5: of a wallet is added to what the wallet paid on the day",
      paid(
        {
          ...ofWallet,
          settings: governed({ payments: { limits: [{ currency: "USD", perDay: 101 }] } }),
          paid: paidToday(1)
        },
        SIGNED_BY
      ),
      `${pays}; ~paid_days; ${signedBySession}`
    ],
    [
      "PO5: of a wallet is refused one unit above the limit of the day",
      paid(
        {
          ...ofWallet,
          settings: governed({ payments: { limits: [{ currency: "USD", perDay: 100 }] } }),
          paid: paidToday(1)
        },
        SIGNED_BY
      ),
      "PaymentAboveLimit"
    ],
    [
      "PO5: of a wallet is not counted if the rails refuse it",
      paid(
        { ...ofWallet, settings: governed({ payments: { limits: [{ currency: "USD", perDay: 100 }] } }) },
        { ...SIGNED_BY, steps: REFUSED }
      ),
      `~transactions Failed untouched; -outcome_orders; ${both}; =sessions; before +${sessionLifetime}; before +${quoteLifetime}; event OUTGOING_PAYMENT.FAILED 1; receipt ExecuteQuote WAIVED; QuoteExecutionFailed`
    ],
    [
      "PO2: of a wallet is refused to a session of another type than the rule requires",
      paid(
        { ...ofWallet, settings: governed({ operations: [{ operations: ["PAY"], credentialTypes: ["PASSKEY"] }] }) },
        SIGNED_BY
      ),
      "StepUpRequired"
    ],
    [
      "PO2: of a wallet is refused to a stamp of no session, where a rule covers it",
      paid(
        {
          ...ofWallet,
          session: undefined,
          settings: governed({ operations: [{ operations: ["PAY"], maxSessionAgeSeconds: 1 }] })
        },
        SIGNED_BY
      ),
      "StepUpRequired"
    ],
    [
      "PO7: of a wallet is refused to an account that was just stored",
      paid({ ...ofWallet, settings: governed({ payments: { destinationMinAgeSeconds: 1 } }) }, SIGNED_BY),
      "DestinationNotAllowed"
    ],
    [
      "of a fiat account is not subject to the policy",
      paid({
        settings: governed({ payments: { limits: [{ currency: "USD", perPayment: 0 }], destinationMinAgeSeconds: 1 } })
      }),
      `${pays}; before +${quoteLifetime}; ${events}`
    ],
    ["of a wallet is not paid without a stamp", paid(ofWallet), "StampMissing"],
    [
      "of a wallet is not paid if its terms are gone",
      paid({ ...ofWallet, terms: undefined }, { stamp: "stamp" }),
      "QuoteExpired"
    ],
    [
      "is marked as failed before the refusal, if the rails refuse it",
      paid({}, { steps: REFUSED }),
      `~transactions Failed untouched; -outcome_orders; ${both}; before +${quoteLifetime}; event OUTGOING_PAYMENT.FAILED 1; QuoteExecutionFailed`
    ],
    ["is paid once", paid({ transaction: paymentOf([PENDING]) }), "QuoteConsumed"],
    ["is not paid above the balance", paid({ ends: endsOf(fiat(2, 99)) }), "InsufficientBalance"],
    [
      "is not paid from a removed account",
      paid({ ends: { ...endsOf(), from: { account: undefined, customer: undefined } } }),
      "AccountNotFound"
    ],
    [
      "is not paid from an account if it awaits a deposit",
      paid({ quote: recordOf(quotes, { ...bare, source: end }) }),
      "QuoteAwaitsDeposit"
    ],
    ["is not paid if it does not exist", paid({ quote: undefined }), "QuoteNotFound"],
    [
      "is ordered in the commit that takes the money (GU1)",
      paid({}, { steps: SENT, ordered: { transactionId, environment: here, sealed: "", dueAt: T, attempts: 0 } }),
      `~transactions Processing transit; -outcome_orders; ~external_accounts Active; +instruction_orders; ${begins}; before +${quoteLifetime}; ${events}`
    ]
  ])

  const funded = { ...end, customerId }
  const outside = { ...endsOf(), from: undefined, funding: customerOf() }
  const unfunded = {
    quote: recordOf(quotes, { ...bare, source: funded }),
    transaction: paymentOf([], { source: funded, destination }),
    ends: outside
  }
  const deposited = (more: object = {}, { amount = 100, at = T, currency = "USD" } = {}) => {
    const given = {
      ...leg,
      at,
      command: { quoteId: bare.quoteId, currency, amount },
      found: { ...found, ...unfunded, report: undefined, ...more }
    }
    const prepared = { steps: STARTS, ordered: undefined }
    return Result.flatMap(recordQuoteDeposit.check(given), (checked) =>
      recordQuoteDeposit.decide({ ...given, checked, prepared })
    )
  }
  decides(() => [
    [
      "is paid by a deposit",
      deposited(),
      "~transactions Processing transit; ~outcome_orders; ~external_accounts Active; =customers; event OUTGOING_PAYMENT.PROCESSING 1; book take"
    ],
    [
      "fails by a deposit of another amount",
      deposited({}, { amount: 99 }),
      "~transactions Failed untouched; -outcome_orders; =external_accounts; =customers; event OUTGOING_PAYMENT.FAILED 1"
    ],
    ["accepts no deposit when it expires", deposited({}, { at: END }), "DepositLate"],
    ["accepts no deposit in another currency", deposited({}, { currency: "EUR" }), "CurrencyRefused"],
    ["accepts no second deposit", deposited({ transaction: paymentOf([PENDING]) }), "QuoteConsumed"],
    ["accepts no deposit if it is paid from an account", deposited({ quote: found.quote }), "QuoteConsumed"],
    ["accepts no deposit if it does not exist", deposited({ transaction: undefined }), "QuoteNotFound"]
  ])
})
