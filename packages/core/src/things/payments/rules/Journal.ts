import { Schema } from "effect"
import { type EnvironmentKey, Millis } from "../../../model/Environment.ts"
import type { Move, Payment, Place } from "../../../model/Step.ts"
import * as Collection from "../../../store/Collection.ts"
import { insert } from "../../../store/plans.ts"
import type { Change } from "../../../store/Store.ts"

/** One line of an entry: the change of one ledger account. */
export const Posting = Schema.Struct({ account: Schema.String, currency: Schema.String, amount: Schema.Int })
export type Posting = typeof Posting.Type

/** A movement of money. Its postings sum to zero in each currency, so that money is neither created nor lost (I13). */
export const Entry = Schema.Struct({
  entryId: Schema.String,
  at: Millis,
  postings: Schema.Array(Posting)
})
export type Entry = typeof Entry.Type

/** The ledger: all entries. */
export const journal = Collection.make({
  name: "journal",
  schema: Entry,
  id: "entryId",
  indexes: { all: [] }
})

/** Enters moves of a payment into the ledger. Each move has one record, so that entering it twice conflicts. */
export const booked = (
  environment: EnvironmentKey,
  payment: Payment,
  moves: ReadonlyArray<Move>,
  at: Millis
): ReadonlyArray<Change> =>
  moves.map((move) => {
    const entry = { entryId: `${payment.transactionId} ${move}`, at, postings: postingsOf(payment, move) }
    return insert(journal, environment, entry, at)
  })

/** Returns both sides of each move. Exchanges and fees have ledger accounts of their own. */
export const postingsOf = (payment: Payment, move: Move): ReadonlyArray<Posting> => {
  const { destination, received, sent, source } = payment
  switch (move) {
    case "take":
      return pair(ledgerAccountOf(source), "transit", sent.amount, sent.currency)
    case "giveBack":
      return pair("transit", ledgerAccountOf(source), sent.amount, sent.currency)
    case "deliver":
      return [
        ...pair("transit", "exchange", sent.amount, sent.currency),
        ...earned(payment),
        ...pair("exchange", ledgerAccountOf(destination), received.amount, received.currency)
      ]
    case "return":
      return [
        ...pair(ledgerAccountOf(destination), "exchange", received.amount, received.currency),
        ...earned(payment).map((posting) => ({ ...posting, amount: -posting.amount })),
        ...pair("exchange", ledgerAccountOf(source), sent.amount, sent.currency)
      ]
  }
}

const earned = ({ fees, sent }: Payment): ReadonlyArray<Posting> =>
  fees === 0 ? [] : pair("exchange", "fees", fees, sent.currency)

const pair = (from: string, to: string, amount: number, currency: string): ReadonlyArray<Posting> => [
  { account: from, currency, amount: -amount },
  { account: to, currency, amount }
]

const ledgerAccountOf = (place: Place): string => ("internal" in place ? place.internal : "world")
