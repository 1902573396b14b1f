import { Effect, Result } from "effect"
import { customers, live, openedCustomer, withStanding } from "../../customers/Customer.ts"
import { CustomerNotFound } from "../../customers/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import type { Millis } from "../../model/time.ts"
import { byId, byIndex, type FoundOf, replace, type Stored } from "../../ports/records.ts"
import { type CustomerVerification, endedAs, verifications } from "../../verifications/CustomerVerification.ts"
import { type CheckedBy, type Decision, type Leg, operation } from "../operation.ts"
import { type CustomerView, customerView, ownersOf } from "./customerView.ts"
import { standingChange } from "./standingChange.ts"
import { verificationChange } from "./verificationChange.ts"

interface SettleCommand {
  readonly customerId: CustomerId
  readonly standing: Standing
}

const reads = ({ customerId }: SettleCommand, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId),
  owners: ownersOf(environment, customerId),
  open: (["IN_PROGRESS", "PENDING_MANUAL_REVIEW"] as const).map((status) =>
    byIndex(verifications, environment, "customerStatus", [customerId, status])
  )
})
type SettleLeg = Leg<SettleCommand, FoundOf<ReturnType<typeof reads>>>

export const check = ({ found: { customer: record, owners } }: SettleLeg) =>
  Result.gen(function* () {
    if (record === undefined) return yield* Result.fail(new CustomerNotFound())
    const before = yield* live(record.value)
    return { asks: { before, owners: owners.map(({ value }) => value) }, record, before, owners }
  })

const prepare = Effect.fnUntraced(function* ({ checked }: { readonly checked: CheckedBy<typeof check> }) {
  return yield* customerView(yield* openedCustomer(checked.before), checked.owners)
})

export const decide = ({
  at,
  checked: { before, record },
  command: { standing },
  found,
  prepared
}: SettleLeg & {
  readonly checked: Pick<CheckedBy<typeof check>, "before" | "record">
  readonly prepared: CustomerView
}): Result.Result<Decision<CustomerView>, never> => {
  const settled = standingChange(before, withStanding(before, standing, at), at, record.version)
  const ended = found.open.flat().flatMap((each) => endedBy(each, standing, at))
  return Result.succeed({
    reply: { ...prepared, customer: settled.customer },
    changes: [replace(record, settled.customer, at), ...ended.map(({ change }) => change)],
    guards: [],
    drafts: [...ended.map(({ draft }) => draft), ...settled.drafts]
  })
}

const endedBy = (record: Stored<CustomerVerification>, standing: Standing, at: Millis) => {
  if (standing !== "APPROVED" && standing !== "REJECTED") return []
  const verification = endedAs(record.value, standing, at)
  const { draft, subject } = verificationChange(verification, at, record.version)
  return [{ change: replace(record, subject, at), draft }]
}

const settle = operation({ reads, check, prepare, decide })

/** Sets the standing of a customer: by a person, or by a partner that answers late. Verifications that wait end with it. */
export const settleCustomer = (customerId: CustomerId, standing: Standing) => settle({ customerId, standing })
