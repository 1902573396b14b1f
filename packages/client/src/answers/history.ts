// Printed from the contract: npm run docs

import { flag, type Guard, integer, list, object, optional, text, timestamp } from "./guard.ts"

/** An amount, in the smallest unit of the currency. */
export interface ActivityAmount {
  readonly amount: number
  readonly currency: string
}

/** Returns whether a value has the fields of `ActivityAmount`. */
export const isActivityAmount: Guard<ActivityAmount> = object<ActivityAmount>({
  amount: integer,
  currency: text
})

/** Absent after the customer was erased. Each text is as the server stored it: never parse it as HTML. */
export interface ActivityDetails {
  /** The beneficiary. */
  readonly payee?: string | undefined
  /** The masked number of the payee's account. */
  readonly account?: string | undefined
  readonly accountType?: string | undefined
  readonly sent?: ActivityAmount | undefined
  readonly received?: ActivityAmount | undefined
  readonly credentialType?: string | undefined
  readonly credentialName?: string | undefined
}

/** Returns whether a value has the fields of `ActivityDetails`. */
export const isActivityDetails: Guard<ActivityDetails> = object<ActivityDetails>({
  payee: optional(text),
  account: optional(text),
  accountType: optional(text),
  sent: optional(isActivityAmount),
  received: optional(isActivityAmount),
  credentialType: optional(text),
  credentialName: optional(text)
})

/** One entry of the history of an account. docs/guides/receipts.md documents the fields. */
export interface Activity {
  /** The consumed id of the receipt, or an id of the activity alone. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** The type of an activity. */
  readonly type: string
  readonly actor: string
  readonly reason?: string | undefined
  /** The session that the activity is about. */
  readonly sessionId?: string | undefined
  /** The credential that the activity is about. */
  readonly credentialId?: string | undefined
  readonly transactionId?: string | undefined
  readonly amount?: ActivityAmount | undefined
  readonly details?: ActivityDetails | undefined
}

/** Returns whether a value has the fields of `Activity`. */
export const isActivity: Guard<Activity> = object<Activity>({
  id: text,
  at: timestamp,
  type: text,
  actor: text,
  reason: optional(text),
  sessionId: optional(text),
  credentialId: optional(text),
  transactionId: optional(text),
  amount: optional(isActivityAmount),
  details: optional(isActivityDetails)
})

/** One page of a history. `nextCursor` is present when an older page follows. */
export interface HistoryPage {
  readonly data: ReadonlyArray<Activity>
  readonly hasMore: boolean
  readonly nextCursor?: string | undefined
  /** The number of all items, if one page has them all. */
  readonly totalCount?: number | undefined
}

/** Returns whether a value has the fields of `HistoryPage`. */
export const isHistoryPage: Guard<HistoryPage> = object<HistoryPage>({
  data: list(isActivity),
  hasMore: flag,
  nextCursor: optional(text),
  totalCount: optional(integer)
})
