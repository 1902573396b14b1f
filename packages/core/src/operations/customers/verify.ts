import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { missing } from "../../model/expected.ts"
import type { CustomerId } from "../../model/ids.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import { NewCustomer } from "../../rules/customers/bodies.ts"
import { customers, openedCustomer, requireCustomer, withStatus } from "../../rules/customers/Customer.ts"
import { type CustomerVerification, initial, verifications } from "../../rules/verifications/CustomerVerification.ts"
import { insert, replace, unchanged } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"
import { verificationChange } from "./settle.ts"
import { statusChange } from "./standingChange.ts"

interface VerifyCommand {
  readonly customerId: CustomerId
}

const reads = ({ customerId }: VerifyCommand, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId)
})
type VerifyLeg = Leg<VerifyCommand, FoundOf<ReturnType<typeof reads>>>

export const check = ({ found }: VerifyLeg) =>
  Result.map(requireCustomer(found.customer), ({ customer: before, record }) => {
    const { sealed, standing } = before
    // The screening reads the profile, which is encrypted anew whenever it changes.
    return { inputs: { sealed, standing }, record, before }
  })

const prepare = Effect.fnUntraced(function* ({
  checked: { before },
  command: { customerId },
  here
}: Omit<VerifyLeg, "found"> & { readonly checked: CheckedBy<typeof check> }) {
  const screening = yield* Screening
  const profile = encode((yield* openedCustomer(before)).profile)
  const lacking = missing(profile, screening.customerNeeds(here, profile))
  const found: Screened =
    lacking.length > 0
      ? { standing: before.standing, status: "RESOLVE_ERRORS" }
      : yield* screening.customer({ environment: here, customerId, profile })
  return { ...found, lacking, verificationId: yield* freshId("Verification") }
})

type Screened = Pick<CustomerVerification, "standing"> & { readonly status: Parameters<typeof initial>[1] }

export const decide = ({
  at,
  checked: { before, record },
  command: { customerId },
  environment,
  prepared: { lacking, standing, status, verificationId }
}: VerifyLeg & {
  readonly checked: Pick<CheckedBy<typeof check>, "before" | "record">
  readonly prepared: PreparedBy<typeof prepare>
}): Result.Result<Decision<CustomerVerification>, never> => {
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
  const verification = initial(fields, status)
  const isMoved = standing !== before.standing
  const noted = verificationChange(verification, at, 0)
  const change = statusChange(before, withStatus(before, standing, at), at, record.version)
  return Result.succeed({
    reply: noted.subject,
    changes: [
      insert(verifications, environment, noted.subject, at),
      ...(isMoved ? [replace(record, change.customer, at)] : [])
    ],
    // The screened profile must still be the stored one.
    guards: isMoved ? [] : [unchanged(record)],
    drafts: [noted.draft, ...change.drafts]
  })
}

const verify = operation({ reads, check, prepare, decide })

/** Screens a customer. If a screened field is missing, the standing stays the same, and the reply names the field. */
export const verifyCustomer = (customerId: CustomerId) => verify({ customerId })

const encode = Schema.encodeSync(NewCustomer)
