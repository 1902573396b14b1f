import * as core from "@countersign/core"
import {
  Grounds,
  InternalAccountBody,
  inCurrencies,
  internalAccountBody,
  QuoteBody,
  QuoteRequest,
  quoteBody,
  quoteCommand,
  type Refusal,
  TransactionBody,
  transactionBody
} from "@countersign/http"
import { Clock, Duration, Effect, Schema } from "effect"

/** Runs a program in one environment, or throws its refusal. */
export type Run = <A, E extends Refusal | Schema.SchemaError, R extends World>(
  program: Effect.Effect<A, E, R>
) => Promise<A>

type World =
  | core.ClockControl
  | core.CurrentEnvironment
  | core.PaymentRails
  | core.Secrets
  | core.ServiceKey
  | core.StampAuthority
  | core.Store
  | core.Vault

/** Money, as promises: the bodies and answers of the contract. */
export const moneyApi = (run: Run) => ({
  quotes: {
    create: (body: typeof QuoteRequest.Encoded) =>
      run(onRails(Effect.flatMap(quoteRequest(body), (valid) => written(core.createQuote(quoteCommand(valid)))))),
    read: (id: string) => run(onRails(Effect.flatMap(quoteId(id), (valid) => written(core.readQuote(valid))))),
    /** From an embedded wallet with the stamp over its payloadToSign. */
    execute: (id: string, stamp?: string) =>
      run(onRails(Effect.flatMap(quoteId(id), (valid) => written(core.executeQuote(valid, stamp)))))
  },
  transfers: {
    /** From an external account into one of the service. */
    in: (transfer: Transfer) =>
      run(
        onRails(
          Effect.flatMap(command(transfer.to, transfer.from, transfer.amount), (valid) =>
            writtenTransaction(core.transferIn(valid))
          )
        )
      ),
    /** From an account of the service to an external one. */
    out: (transfer: Transfer) =>
      run(
        onRails(
          Effect.flatMap(command(transfer.from, transfer.to, transfer.amount), (valid) =>
            writtenTransaction(core.transferOut(valid))
          )
        )
      )
  },
  transactions: {
    /** Approves an incoming payment whose approval call was answered with 202. Fails with `TransactionNotPending` otherwise. */
    approve: (id: string) =>
      run(
        onRails(
          Effect.flatMap(transactionId(id), (valid) => writtenTransaction(core.approvePayment(valid, "approved")))
        )
      ),
    /** Rejects such a payment: it is FAILED, and the money goes back. */
    reject: (id: string) =>
      run(
        onRails(
          Effect.flatMap(transactionId(id), (valid) => writtenTransaction(core.approvePayment(valid, "rejected")))
        )
      ),
    read: (id: string) =>
      run(onRails(Effect.flatMap(transactionId(id), (valid) => writtenTransaction(core.readTransaction(valid)))))
  },
  /** What only a sandbox does. */
  sandbox: {
    fund: (accountId: string, amount: number) =>
      run(
        inSandbox(
          Effect.flatMap(Effect.all([internalId(accountId), wholeAmount(amount)]), ([id, valid]) =>
            Effect.map(core.fundAccount(id, valid), (account) => writeAccount(internalAccountBody(account)))
          )
        )
      ),
    /** The time it is there. */
    now: () => run(inSandbox(Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString()))),
    /** Moves its time on; what comes due on the way has happened when this answers with the time it then is. */
    advance: (by: Duration.Input) =>
      run(
        inSandbox(
          Effect.gen(function* () {
            const control = yield* core.ClockControl
            const now = yield* control.advance(yield* core.CurrentEnvironment, Duration.toMillis(by))
            return new Date(now).toISOString()
          })
        )
      )
  }
})

/** Money from one account to another. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** In the smallest unit of the currency. */
  readonly amount: number
}

const standing = (ground: "rails" | "sandbox", remedy: string) =>
  Effect.flatMap(Grounds, (grounds) => (grounds.includes(ground) ? Effect.void : Effect.die(new Error(remedy))))

const onRails = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.andThen(standing("rails", "No money moves in this environment: give createCountersign paymentRails."), program)

const inSandbox = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.andThen(standing("sandbox", "Only a sandbox does that, and this environment is production."), program)

const strict = { errors: "all", onExcessProperty: "error" } as const
const quoteRequest = Schema.decodeUnknownEffect(QuoteRequest, strict)
const quoteId = Schema.decodeUnknownEffect(core.QuoteId)
const transactionId = Schema.decodeUnknownEffect(core.TransactionId)
const internalId = Schema.decodeUnknownEffect(core.AccountId)
const externalId = Schema.decodeUnknownEffect(core.ExternalAccountId)
const wholeAmount = Schema.decodeUnknownEffect(core.Amount)
const command = (internal: string, external: string, amount: number) =>
  Effect.all({ internal: internalId(internal), external: externalId(external), amount: wholeAmount(amount) })

const encodeQuote = Schema.encodeSync(QuoteBody)
const written = <E, R>(view: Effect.Effect<core.QuoteView, E, R>) =>
  Effect.flatMap(view, (quote) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) =>
      Effect.map(inCurrencies(quoteBody(at))(Effect.succeed(quote)), encodeQuote)
    )
  )
const encodeTransaction = Schema.encodeSync(TransactionBody)
const writtenTransaction = inCurrencies(
  (known) => (transaction: core.Transactions.Transaction) => encodeTransaction(transactionBody(known)(transaction))
)
const writeAccount = Schema.encodeSync(InternalAccountBody)
