import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { replace, unchanged } from "../../store/plans.ts"
import { byId, firstBy, type Stored } from "../../store/records.ts"
import { type Customer, customers, requireNotDeleted } from "../customers/rules/Customer.ts"
import { requireComplete, screenOwner } from "./create.ts"
import { type OpenedOwner, openedOwner, sealedPerson } from "./personalInfo.ts"
import {
  type BeneficialOwner,
  type BeneficialOwnerPatch,
  beneficialOwners,
  OwnerNotFound,
  type PersonalInfo
} from "./rules/BeneficialOwner.ts"

/** Updates a beneficial owner. A change of screened fields screens the person again. */
export const updateOwner = (id: BeneficialOwnerId, patch: BeneficialOwnerPatch) => update({ id, patch })

/** Sets the standing of a beneficial owner, as decided by an operator or an external system. */
export const reportOwnerVerification = (id: BeneficialOwnerId, standing: Standing) => report({ id, standing })

interface OwnerCommand {
  readonly id: BeneficialOwnerId
}
interface UpdateCommand extends OwnerCommand {
  readonly patch: BeneficialOwnerPatch
}
interface ReportCommand extends OwnerCommand {
  readonly standing: Standing
}

const reads = <Command extends OwnerCommand>({ id }: Command, environment: EnvironmentKey) => ({
  owner: byId(beneficialOwners, environment, id),
  customer: firstBy(customers, environment, "customer", [{ collection: beneficialOwners, id, field: "customerId" }])
})

interface Found {
  readonly owner: Stored<BeneficialOwner> | undefined
  readonly customer: Stored<Customer> | undefined
}

/** Requires an owner whose customer is not deleted. A changed person is encrypted anew and screened. */
const requireOwner = ({ found: { customer, owner: record } }: { readonly found: Found }) =>
  Result.gen(function* () {
    if (record === undefined || customer === undefined) return yield* Result.fail(new OwnerNotFound())
    yield* requireNotDeleted(customer.value)
    const { roles, sealed } = record.value
    return { inputs: { roles, sealed }, record, customer }
  })

export const update = operation(reads<UpdateCommand>)
  .check(requireOwner)
  .prepare(
    Effect.fnUntraced(function* screenAgain({ checked: { record }, command: { id, patch } }) {
      const before = yield* openedOwner(record.value)
      const personalInfo: PersonalInfo = { ...before.personalInfo, ...patch.personalInfo }
      const { roles = record.value.roles } = patch
      yield* requireComplete({ roles, personalInfo })
      const screened =
        patch.personalInfo === undefined
          ? {}
          : { sealed: yield* sealedPerson(id, personalInfo), standing: yield* screenOwner(id, personalInfo) }
      return { personalInfo, roles, screened }
    })
  )
  .decide(function patchOwner({ at, checked, command, prepared: { personalInfo, roles, screened } }) {
    const { ownershipPercentage } = command.patch
    const share = ownershipPercentage === undefined ? {} : { ownershipPercentage }
    return Result.succeed(replaced(checked, { roles, ...share, ...screened }, personalInfo, at))
  })

export const report = operation(reads<ReportCommand>)
  .check(requireOwner)
  .prepare(function openOwner({ checked }) {
    return openedOwner(checked.record.value)
  })
  .decide(function setStanding({ at, checked, command: { standing }, prepared: { personalInfo } }) {
    return Result.succeed(replaced(checked, { standing }, personalInfo, at))
  })

/** The owner with other values, while its customer is unchanged. */
const replaced = (
  { customer, record }: { readonly customer: Stored<Customer>; readonly record: Stored<BeneficialOwner> },
  changed: Partial<BeneficialOwner>,
  personalInfo: PersonalInfo,
  at: Millis
): Decision<OpenedOwner> => {
  const owner: BeneficialOwner = { ...record.value, ...changed, updatedAt: at }
  return {
    reply: { owner, personalInfo },
    changes: [replace(record, owner, at)],
    guards: [unchanged(customer)]
  }
}
