import { Schema } from "effect"
import { AccountId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import { Receipt } from "./Receipt.ts"

/** A receipt, and how long it is kept. */
export const KeptReceipt = Schema.Struct({ ...Receipt.fields, expiresAt: Millis })
export type KeptReceipt = typeof KeptReceipt.Type

export const receipts = Collection.make({
  name: "receipts",
  schema: KeptReceipt,
  id: ({ accountId, sequence }) => receiptId(accountId, sequence),
  indexes: { account: ["accountId"] },
  expiry: "expiresAt"
})

/** Twelve digits, so that ids are in the order of the chain where instants are equal. */
export const receiptId = (accountId: AccountId, sequence: number): string =>
  `${accountId} ${String(sequence).padStart(12, "0")}`

/** Where the chain of an account stands. Whoever goes on with it replaces this, so no two go on from one place. */
export const KeptHead = Schema.Struct({
  accountId: AccountId,
  sequence: Schema.Int,
  hash: Schema.String,
  at: Millis
})
export type KeptHead = typeof KeptHead.Type

export const receiptHeads = Collection.make({
  name: "receipt_heads",
  schema: KeptHead,
  id: ({ accountId }) => accountId,
  indexes: { all: [], account: ["accountId"] }
})
