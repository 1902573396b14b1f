import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import {
  type BeneficialOwner,
  type BeneficialOwnerPatch,
  beneficialOwners,
  type OpenedOwner,
  OwnerNotFound,
  openedOwner,
  type PersonalInfo,
  sealedPerson
} from "../../rules/beneficial-owners/BeneficialOwner.ts"
import { customers, requireNotDeleted } from "../../rules/customers/Customer.ts"
import { replace, unchanged } from "../../store/plans.ts"
import { byId, type FoundOf, firstBy } from "../../store/records.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"
import { requireComplete, screenOwner } from "./create.ts"

interface OwnerCommand {
  readonly id: BeneficialOwnerId
}

const reads = ({ id }: OwnerCommand, environment: EnvironmentKey) => ({
  owner: byId(beneficialOwners, environment, id),
  customer: firstBy(customers, environment, "customer", [{ collection: beneficialOwners, id, field: "customerId" }])
})
type OwnerLeg<Command> = Leg<Command, FoundOf<ReturnType<typeof reads>>>

/** Requires an owner whose customer is not deleted. A changed person is encrypted anew and screened. */
export const check = ({ found: { customer, owner: record } }: OwnerLeg<OwnerCommand>) =>
  Result.gen(function* () {
    if (record === undefined || customer === undefined) return yield* Result.fail(new OwnerNotFound())
    yield* requireNotDeleted(customer.value)
    const { roles, sealed } = record.value
    return { inputs: { roles, sealed }, record, customer }
  })

type CheckedOwner = CheckedBy<typeof check>

interface UpdateCommand extends OwnerCommand {
  readonly patch: BeneficialOwnerPatch
}

const prepareUpdate = Effect.fnUntraced(function* ({
  checked: { record },
  command: { id, patch }
}: Pick<OwnerLeg<UpdateCommand>, "command"> & { readonly checked: CheckedOwner }) {
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

export const decideUpdate = ({
  at,
  checked: { customer, record },
  command,
  prepared: { personalInfo, roles, screened }
}: OwnerLeg<UpdateCommand> & {
  readonly checked: CheckedOwner
  readonly prepared: PreparedBy<typeof prepareUpdate>
}): Result.Result<Decision<OpenedOwner>, never> => {
  const { ownershipPercentage } = command.patch
  const owner: BeneficialOwner = {
    ...record.value,
    roles,
    ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
    ...screened,
    updatedAt: at
  }
  return Result.succeed({
    reply: { owner, personalInfo },
    changes: [replace(record, owner, at)],
    guards: [unchanged(customer)]
  })
}

interface ReportCommand extends OwnerCommand {
  readonly standing: Standing
}

const prepareReport = ({ checked }: { readonly checked: CheckedOwner }) => openedOwner(checked.record.value)

export const decideReport = ({
  at,
  checked: { customer, record },
  command: { standing },
  prepared: { personalInfo }
}: OwnerLeg<ReportCommand> & {
  readonly checked: CheckedOwner
  readonly prepared: OpenedOwner
}): Result.Result<Decision<OpenedOwner>, never> => {
  const owner: BeneficialOwner = { ...record.value, standing, updatedAt: at }
  return Result.succeed({
    reply: { owner, personalInfo },
    changes: [replace(record, owner, at)],
    guards: [unchanged(customer)]
  })
}

const update = operation({ reads, check, prepare: prepareUpdate, decide: decideUpdate })
const report = operation({ reads, check, prepare: prepareReport, decide: decideReport })

/** Updates a beneficial owner. A change of screened fields screens the person again. */
export const updateOwner = (id: BeneficialOwnerId, patch: BeneficialOwnerPatch) => update({ id, patch })

/** Sets the standing of a beneficial owner, as decided by an operator or an external system. */
export const reportOwnerVerification = (id: BeneficialOwnerId, standing: Standing) => report({ id, standing })
