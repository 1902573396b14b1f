import { Clock, Effect } from "effect"
import { type Customer, customers, live, openedCustomer } from "../../customers/Customer.ts"
import { CustomerNotFound } from "../../customers/refusals.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import type { Millis } from "../../model/time.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, byIndex, commit, load, replace, type Stored } from "../../ports/records.ts"
import { type CustomerVerification, verifications } from "../../verifications/CustomerVerification.ts"
import { customerView, ownersOf } from "./customerView.ts"
import { standingChange } from "./standingChange.ts"
import { verificationChange } from "./verificationChange.ts"

/** Tells where a customer stands: by a person, or by a partner that took its time. Verifications that wait end with it. */
export const settleCustomer = (customerId: CustomerId, standing: Standing) => again(settled(customerId, standing))

const settled = Effect.fnUntraced(function* (customerId: CustomerId, standing: Standing) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const ref = byId(customers, environment, customerId)
  const owners = ownersOf(environment, customerId)
  const open = (["IN_PROGRESS", "PENDING_MANUAL_REVIEW"] as const).map((status) =>
    byIndex(verifications, environment, "customerStatus", [customerId, status])
  )
  const found = yield* load([ref, owners, ...open])
  const record = found.one(ref)
  if (record === undefined) return yield* new CustomerNotFound()
  const before = yield* Effect.fromResult(live(record.value))
  const at = yield* Clock.currentTimeMillis
  const stood = yield* standingChange(before, { ...before, standing, updatedAt: at }, at, record.version)
  const customer: Customer = stood.customer
  const view = yield* customerView(yield* openedCustomer(customer), found.all(owners))
  const waiting = open.flatMap((each) => found.all(each))
  const ended = yield* Effect.forEach(waiting, (each) => endedBy(each, standing, at))
  yield* commit({
    changes: [replace(record, customer, at), ...ended.flat(), ...stood.changes],
    guards: []
  })
  return view
})

const endedBy = Effect.fnUntraced(function* (record: Stored<CustomerVerification>, standing: Standing, at: Millis) {
  if (standing !== "APPROVED" && standing !== "REJECTED") return []
  const verification: CustomerVerification = { ...record.value, status: standing, standing, updatedAt: at }
  const noted = yield* verificationChange(verification, at, record.version)
  return [replace(record, noted.subject, at), noted.change]
})
