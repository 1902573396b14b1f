import { flag, type Guard, integer, list, object, optional, text, timestamp } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import { ofAccount } from "./path.ts"

/** Something that happened to an account: a signed act, an act of an operator, money that arrived, a lock. */
export interface Activity {
  /** Of the receipt, or of the activity alone. */
  readonly id: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** Such as `SESSION_OPENED` or `PAYMENT_SENT`. A newer server may have types that this client does not know. */
  readonly type: string
  /** `END_USER`, `GUARDIAN`, `PLATFORM`, `OPERATOR` or `SERVICE`. */
  readonly actor: string
  readonly reason?: string | undefined
  /** The session and the credential that the activity is about. */
  readonly sessionId?: string | undefined
  readonly credentialId?: string | undefined
  readonly transactionId?: string | undefined
  /** In the smallest unit of the currency. */
  readonly amount?: ActivityAmount | undefined
  readonly details?: ActivityDetails | undefined
}

interface ActivityAmount {
  readonly amount: number
  readonly currency: string
}

/** Absent after the customer was erased. Each text is as the server stored it: never parse it as HTML. */
interface ActivityDetails {
  readonly payee?: string | undefined
  /** The masked number of the payee's account. */
  readonly account?: string | undefined
  readonly accountType?: string | undefined
  readonly sent?: ActivityAmount | undefined
  readonly received?: ActivityAmount | undefined
  readonly credentialType?: string | undefined
  readonly credentialName?: string | undefined
}

/** One page of a history. `nextCursor` is present when an older page follows. */
export interface HistoryPage {
  readonly data: readonly Activity[]
  readonly hasMore: boolean
  readonly nextCursor?: string | undefined
}

/** The history of wallets. */
export interface History {
  /**
   * Lists what happened to an account, newest first: at most `limit` entries, 20 by default. Pass the `nextCursor` of a
   * page as `cursor` for the next one.
   */
  readonly list: (
    accountId: string,
    options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }
  ) => Promise<HistoryPage>
}

export const historyOn = (send: Send): History => ({
  list: async (accountId, { cursor, limit } = {}) => {
    const page = Object.entries({ cursor, limit }).flatMap(([name, value]) =>
      value === undefined ? [] : [`&${name}=${encodeURIComponent(value)}`]
    )
    const answer = await send({ method: "GET", path: `${ofAccount("/activity", accountId)}${page.join("")}` })
    return readAs(answer, isHistoryPage, "a list of Activity")
  }
})

const isAmount: Guard<ActivityAmount> = object<ActivityAmount>({ amount: integer, currency: text })

const isActivity: Guard<Activity> = object<Activity>({
  id: text,
  at: timestamp,
  type: text,
  actor: text,
  reason: optional(text),
  sessionId: optional(text),
  credentialId: optional(text),
  transactionId: optional(text),
  amount: optional(isAmount),
  details: optional(
    object<ActivityDetails>({
      payee: optional(text),
      account: optional(text),
      accountType: optional(text),
      sent: optional(isAmount),
      received: optional(isAmount),
      credentialType: optional(text),
      credentialName: optional(text)
    })
  )
})

const isHistoryPage: Guard<HistoryPage> = object<HistoryPage>({
  data: list(isActivity),
  hasMore: flag,
  nextCursor: optional(text)
})
