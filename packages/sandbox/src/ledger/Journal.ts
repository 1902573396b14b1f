import {
  Collection,
  type Environment,
  environmentKey,
  insert,
  Millis,
  type Move,
  type Payment,
  type Place
} from "@countersign/core/internal"
import { Schema } from "effect"

/** One line of an entry: so much more, or less, on an account of the books. */
export const Posting = Schema.Struct({ account: Schema.String, currency: Schema.String, amount: Schema.Int })
export type Posting = typeof Posting.Type

/** Something that moved money. Its postings sum to nothing, in each currency: no money is made here, or lost (I13). */
export const Entry = Schema.Struct({
  entryId: Schema.String,
  at: Millis,
  postings: Schema.Array(Posting)
})
export type Entry = typeof Entry.Type

/** The books of the sandbox: every entry there ever was. */
export const journal = Collection.make({
  name: "journal",
  schema: Entry,
  id: ({ entryId }) => entryId,
  indexes: { all: [] }
})

/** The changes that write some moves of a payment into the books. A move is written once: a second one conflicts. */
export const booked = (environment: Environment, payment: Payment, moves: ReadonlyArray<Move>, at: number) =>
  moves.map((move) => {
    const entry = { entryId: `${payment.transactionId} ${move}`, at, postings: postingsOf(payment, move) }
    return insert(journal, environmentKey(environment), entry, at)
  })

/** Both sides of each move. What is exchanged, and what is kept as fees, has accounts of its own. */
export const postingsOf = (payment: Payment, move: Move): ReadonlyArray<Posting> => {
  const { destination, received, sent, source } = payment
  switch (move) {
    case "take":
      return pair(accountOf(source), "transit", sent.amount, sent.currency)
    case "giveBack":
      return pair("transit", accountOf(source), sent.amount, sent.currency)
    case "deliver":
      return [
        ...pair("transit", "exchange", sent.amount, sent.currency),
        ...earned(payment),
        ...pair("exchange", accountOf(destination), received.amount, received.currency)
      ]
    case "return":
      return [
        ...pair(accountOf(destination), "exchange", received.amount, received.currency),
        ...earned(payment).map((posting) => ({ ...posting, amount: -posting.amount })),
        ...pair("exchange", accountOf(source), sent.amount, sent.currency)
      ]
  }
}

const earned = ({ fees, sent }: Payment): ReadonlyArray<Posting> =>
  fees === 0 ? [] : pair("exchange", "fees", fees, sent.currency)

const pair = (from: string, to: string, amount: number, currency: string): ReadonlyArray<Posting> => [
  { account: from, currency, amount: -amount },
  { account: to, currency, amount }
]

const accountOf = (place: Place): string => ("internal" in place ? place.internal : "world")
