import type { Send } from "../page/calls.ts"
import { fieldsOf, labelOf, listOf, textOf } from "../page/json.ts"
import type { Money } from "../page/money.ts"
import { statusName } from "../page/statusName.ts"
import { dayAndTime } from "../page/time.ts"
import { t } from "../words/translate.ts"
import type { Fields } from "./dossier.ts"
import { element, found } from "./element.ts"
import { newestLoad } from "./newestLoad.ts"
import { moneyIn } from "./policy.ts"
import { type Row, rowsView } from "./row.ts"

/** The history of a wallet, newest first, with a filter, a page at a time. */
export const historyView = (send: Send, failed: (error: unknown) => void) => {
  const type = found("history-type", HTMLSelectElement)
  const since = found("history-since", HTMLInputElement)
  const more = found("more-history", HTMLButtonElement)
  const count = found("history-count", HTMLElement)
  const show = rowsView(found("history", HTMLElement))
  type.append(
    element("option", { value: "" }, [t("Everything")]),
    ...ACTIVITY_TYPES.map((value) => element("option", { value }, [statusName(value)]))
  )
  const newest = newestLoad()
  let wallet: Wallet = { accountId: "", balance: { amount: 0, code: "", decimals: 0 } }
  let rows: ReadonlyArray<Row> = []
  let cursor = ""

  const load = async (isMore: boolean): Promise<void> => {
    const query = new URLSearchParams({ accountId: wallet.accountId, limit: "20" })
    if (type.value !== "") query.set("type", type.value)
    if (since.value !== "") query.set("startDate", `${since.value}T00:00:00Z`)
    if (isMore) query.set("cursor", cursor)
    count.textContent = t("Loading …")
    try {
      await newest(send("GET", `/activity?${query}`), (body) => {
        rows = [...(isMore ? rows : []), ...listOf(body, (value) => rowOf(fieldsOf(value), wallet))]
        cursor = textOf(fieldsOf(body).nextCursor)
        show(rows)
        more.hidden = cursor === ""
        count.textContent = rows.length === 0 ? t("Nothing in this selection.") : t("Entries: {0}", rows.length)
      })
    } catch (error) {
      count.textContent = ""
      failed(error)
    }
  }

  for (const field of [type, since]) field.addEventListener("change", () => load(false))
  found("history-filter", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault())
  more.addEventListener("click", () => load(true))
  return {
    load: (next: Wallet): Promise<void> => {
      wallet = next
      return load(false)
    }
  }
}

interface Wallet {
  readonly accountId: string
  readonly balance: Money
}

const rowOf = (activity: Fields, { balance }: Wallet): Row => {
  const { actor, at, id, isErased, sequence, type } = activity
  const what = isErased === true ? t("Erased with the customer") : whatOf(activity, balance)
  const when = dayAndTime(textOf(at))
  return {
    key: textOf(id),
    title: statusName(textOf(type)),
    badge: actor === "OPERATOR" ? t("Operator") : undefined,
    lines: [
      ...(what === "" ? [] : [what]),
      whoOf(activity),
      typeof sequence === "number" ? t("{0} UTC, receipt {1}", when, sequence) : `${when} UTC`
    ]
  }
}

/** The object of an activity: the payment and its payee, the money, the credential or the address. */
const whatOf = ({ amount, details }: Fields, balance: Money): string => {
  const { account, credentialName, email, payee, sent } = fieldsOf(details)
  const money = sent ?? amount
  if (money === undefined) return labelOf(credentialName) || textOf(email)
  const payment = textOf(payee) === "" ? [] : [t("to {0}", labelOf(payee)), textOf(account)]
  return [moneyIn(money, balance), ...payment].join(" ").trim()
}

const whoOf = ({ actor, actorName, reason }: Fields): string => {
  const by = actor === "OPERATOR" ? t("Operator {0}", textOf(actorName)) : (ACTORS.get(textOf(actor)) ?? textOf(actor))
  return textOf(reason) === "" ? by : `${by}: ${textOf(reason)}`
}

const ACTORS = new Map([
  ["END_USER", t("Signed by the end user")],
  ["GUARDIAN", t("A guardian")],
  ["PLATFORM", t("The platform")],
  ["SERVICE", t("The service")]
])

/** The types that `GET /activity` filters by. */
export const ACTIVITY_TYPES = [
  "SESSION_OPENED",
  "SESSION_REFRESHED",
  "SESSION_ENDED",
  "OTHER_SESSIONS_ENDED",
  "ALL_SESSIONS_ENDED",
  "CREDENTIAL_CREATED",
  "CREDENTIAL_ADDED",
  "CREDENTIAL_CONFIRMED",
  "CREDENTIAL_RENAMED",
  "CREDENTIAL_REMOVED",
  "CREDENTIAL_LOCKED",
  "CREDENTIAL_RETURNED",
  "CREDENTIAL_UNLOCKED",
  "CREDENTIAL_SUSPENDED",
  "CREDENTIAL_RESUMED",
  "ACCOUNT_UPDATED",
  "ACCOUNT_SUSPENDED",
  "ACCOUNT_RESUMED",
  "EMAIL_CHANGE_SIGNED",
  "EMAIL_CHANGED",
  "EMAIL_RESTORED",
  "RECOVERY_CODES_CREATED",
  "GUARDIAN_ADDED",
  "GUARDIAN_REMOVED",
  "RECOVERY_STARTED",
  "RECOVERY_CANCELLED",
  "RECOVERY_COMPLETED",
  "PAYMENT_SIGNED",
  "PAYMENT_SENT",
  "MONEY_RECEIVED",
  "MONEY_RETURNED",
  "MONEY_RECALLED",
  "WALLET_EXPORTED",
  "HOST_CALL_SIGNED",
  "CUSTOMER_DELETED",
  "CUSTOMER_ERASED",
  "OTHER"
] as const
