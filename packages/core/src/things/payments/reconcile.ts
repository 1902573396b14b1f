import { Effect } from "effect"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { byId, load } from "../../store/records.ts"
import { reports } from "./rules/Report.ts"
import { type Booking, idsIn } from "./rules/reconciliation.ts"
import { transactions } from "./rules/Transaction.ts"

/** The payments that bookings name by an id, their own or that of a report. For at most 100 bookings. */
export const loadNamed = Effect.fnUntraced(function* (bookings: ReadonlyArray<Booking>) {
  const environment = yield* currentKey
  const ofReports = yield* load(bookings.map(({ id }) => byId(reports, environment, id)))
  const reported = ofReports.flatMap((found) => (found === undefined ? [] : [found.value]))
  const ids = new Set([...bookings.flatMap(idsIn), ...reported.map(({ transactionId }) => transactionId)])
  const found = yield* load([...ids].map((id) => byId(transactions, environment, id)))
  return { reported, payments: found.flatMap((payment) => (payment === undefined ? [] : [payment.value])) }
})
