import { Clock, Effect, Schema } from "effect"
import { NewCustomer } from "../../customers/bodies.ts"
import { type Customer, customers, live, openedCustomer } from "../../customers/Customer.ts"
import { CustomerNotFound } from "../../customers/refusals.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import { missing } from "../../model/missing.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, insert, loadOne, replace, unchanged } from "../../ports/records.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import { type CustomerVerification, verifications } from "../../verifications/CustomerVerification.ts"
import { standingChange } from "./standingChange.ts"
import { verificationChange } from "./verificationChange.ts"

/** Has a customer looked at. Where it lacks what would be looked at, it stands as before, and is told what to add. */
export const verifyCustomer = (customerId: CustomerId) => again(verified(customerId))

const verified = Effect.fnUntraced(function* (customerId: CustomerId) {
  const here = yield* CurrentEnvironment
  const environment = environmentKey(here)
  const screening = yield* Screening
  const record = yield* loadOne(byId(customers, environment, customerId))
  if (record === undefined) return yield* new CustomerNotFound()
  const before = yield* Effect.fromResult(live(record.value))
  const { customerType } = before
  const profile = encode((yield* openedCustomer(before)).profile)
  const lacking = missing(profile, screening.customerNeeds(here, profile))
  const { standing, status } =
    lacking.length > 0
      ? { standing: before.standing, status: "RESOLVE_ERRORS" as const }
      : yield* screening.customer({ environment: here, customerId, profile })

  const at = yield* Clock.currentTimeMillis
  const verification: CustomerVerification = {
    verificationId: yield* freshId("Verification"),
    customerId,
    customerType,
    status,
    standing,
    errors: lacking.map((field) => ({
      resourceId: customerId,
      type: "MISSING_FIELD",
      field,
      reason: "The customer has no such field. Add it, and verify again."
    })),
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  const customer: Customer = { ...before, standing, updatedAt: at }
  const isMoved = standing !== before.standing
  const noted = yield* verificationChange(verification, at, 0)
  const stood = yield* standingChange(before, customer, at, record.version)
  yield* commit({
    changes: [
      insert(verifications, environment, noted.subject, at),
      noted.change,
      ...(isMoved ? [replace(record, stood.customer, at)] : []),
      ...stood.changes
    ],
    // What was looked at is what is there.
    guards: isMoved ? [] : [unchanged(record)]
  })
  return noted.subject
})

const encode = Schema.encodeSync(NewCustomer)
