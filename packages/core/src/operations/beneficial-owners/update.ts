import { Clock, Effect } from "effect"
import {
  type BeneficialOwner,
  beneficialOwners,
  type OpenedOwner,
  openedOwner,
  sealedPerson
} from "../../beneficial-owners/BeneficialOwner.ts"
import type { BeneficialOwnerPatch, PersonalInfo } from "../../beneficial-owners/bodies.ts"
import { OwnerNotFound } from "../../beneficial-owners/refusals.ts"
import { customers, live } from "../../customers/Customer.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, byIndex, commit, load, replace, unchanged } from "../../ports/records.ts"
import { requireWhole, screenOwner } from "./screen.ts"

/** Changes what is known of a person. Somebody who is described otherwise than before is looked at anew. */
export const updateOwner = (id: BeneficialOwnerId, patch: BeneficialOwnerPatch) => again(updated(id, patch))

/** Tells where a person stands, where nothing here decides that. */
export const settleOwner = (id: BeneficialOwnerId, standing: Standing) => again(settled(id, standing))

const updated = Effect.fnUntraced(function* (id: BeneficialOwnerId, patch: BeneficialOwnerPatch) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { guards, record } = yield* loadOwner(environment, id)
  const before = yield* openedOwner(record.value)
  const personalInfo: PersonalInfo = { ...before.personalInfo, ...patch.personalInfo }
  const { ownershipPercentage, roles = record.value.roles } = patch
  yield* requireWhole({ roles, personalInfo })
  const at = yield* Clock.currentTimeMillis
  const owner: BeneficialOwner = {
    ...record.value,
    roles,
    ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
    ...(patch.personalInfo === undefined
      ? {}
      : { sealed: yield* sealedPerson(id, personalInfo), standing: yield* screenOwner(id, personalInfo) }),
    updatedAt: at
  }
  yield* commit({ changes: [replace(record, owner, at)], guards })
  const opened: OpenedOwner = { owner, personalInfo }
  return opened
})

const settled = Effect.fnUntraced(function* (id: BeneficialOwnerId, standing: Standing) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { guards, record } = yield* loadOwner(environment, id)
  const at = yield* Clock.currentTimeMillis
  const owner: BeneficialOwner = { ...record.value, standing, updatedAt: at }
  yield* commit({ changes: [replace(record, owner, at)], guards })
  return yield* openedOwner(owner)
})

/** An owner of a customer that is there still, and the guards under which it stays so. */
const loadOwner = Effect.fnUntraced(function* (environment: EnvironmentKey, id: BeneficialOwnerId) {
  const refs = {
    owner: byId(beneficialOwners, environment, id),
    customer: byIndex(
      customers,
      environment,
      "customer",
      [{ collection: beneficialOwners, id, field: "customerId" }],
      1
    )
  }
  const found = yield* load(Object.values(refs))
  const record = found.one(refs.owner)
  const customer = found.one(refs.customer)
  if (record === undefined || customer === undefined) return yield* new OwnerNotFound()
  yield* Effect.fromResult(live(customer.value))
  return { record, guards: [unchanged(customer)] }
})
