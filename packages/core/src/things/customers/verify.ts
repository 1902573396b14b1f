import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import { missing } from "../../schema/expected.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert, replace, unchanged } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { openedCustomer } from "./profile.ts"
import { NewCustomer } from "./rules/bodies.ts"
import { customers, requireCustomer, withStatus } from "./rules/Customer.ts"
import { type CustomerVerification, initial, verifications } from "./rules/CustomerVerification.ts"
import { verificationChange } from "./settle.ts"
import { statusChange } from "./standingChange.ts"

/** Screens a customer. If a screened field is missing, the standing stays the same, and the reply names the field. */
export const verifyCustomer = (customerId: CustomerId) => verify({ customerId })

interface VerifyCommand {
  readonly customerId: CustomerId
}

const reads = ({ customerId }: VerifyCommand, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId)
})

export const verify = operation(reads)
  .check(function requireThere({ found }) {
    return Result.map(requireCustomer(found.customer), ({ customer: before, record }) => {
      const { sealed, standing } = before
      // The screening reads the profile, which is encrypted anew whenever it changes.
      return { inputs: { sealed, standing }, record, before }
    })
  })
  .prepare(
    Effect.fnUntraced(function* screen({ checked: { before }, command: { customerId }, here }) {
      const screening = yield* Screening
      const profile = encode((yield* openedCustomer(before)).profile)
      const lacking = missing(profile, screening.customerNeeds(here, profile))
      const screened: Screened =
        lacking.length > 0
          ? { standing: before.standing, status: "RESOLVE_ERRORS" }
          : yield* screening.customer({ environment: here, customerId, profile })
      return { ...screened, lacking, verificationId: yield* freshId("Verification") }
    })
  )
  .decide(function keepVerification({ at, checked: { before, record }, command, environment, prepared }) {
    const { lacking, standing, status, verificationId } = prepared
    const { customerId } = command
    const fields = {
      verificationId,
      customerId,
      customerType: before.customerType,
      standing,
      errors: lacking.map((field) => ({
        resourceId: customerId,
        type: "MISSING_FIELD" as const,
        field,
        reason: "The customer has no such field. Add it, and verify again."
      })),
      createdAt: at,
      updatedAt: at
    }
    const { draft, subject: verification } = verificationChange(initial(fields, status), at, 0)
    const isMoved = standing !== before.standing
    const { customer, drafts } = statusChange(before, withStatus(before, standing, at), at, record.version)
    const decision: Decision<CustomerVerification> = {
      reply: verification,
      changes: [
        insert(verifications, environment, verification, at),
        ...(isMoved ? [replace(record, customer, at)] : [])
      ],
      // The screened profile must still be the stored one.
      guards: isMoved ? [] : [unchanged(record)],
      drafts: [draft, ...drafts]
    }
    return Result.succeed(decision)
  })

type Screened = Pick<CustomerVerification, "standing"> & { readonly status: Parameters<typeof initial>[1] }

const encode = Schema.encodeSync(NewCustomer)
