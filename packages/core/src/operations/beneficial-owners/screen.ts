import { Effect, Schema } from "effect"
import { OwnerRoles, PersonalInfo } from "../../beneficial-owners/bodies.ts"
import { OwnerIncomplete } from "../../beneficial-owners/refusals.ts"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import { missing } from "../../model/missing.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { Screening } from "../../ports/Screening.ts"

const Described = Schema.Struct({ roles: OwnerRoles, personalInfo: PersonalInfo })

/** Refuses an owner who lacks what one must have here. */
export const requireWhole = Effect.fnUntraced(function* (owner: typeof Described.Type) {
  const { ownerNeeds } = yield* Screening
  const lacking = missing(describe(owner), ownerNeeds(yield* CurrentEnvironment))
  const errors = lacking.map((field) => ({ field, message: "This field is missing. Send the owner with it." }))
  if (errors.length > 0) return yield* new OwnerIncomplete({ errors })
})

const describe = Schema.encodeSync(Schema.toCodecJson(Described))

/** Where the person stands. */
export const screenOwner = Effect.fnUntraced(function* (
  beneficialOwnerId: BeneficialOwnerId,
  { firstName, lastName }: PersonalInfo
) {
  const screening = yield* Screening
  const environment = yield* CurrentEnvironment
  return yield* screening.owner({ environment, beneficialOwnerId, firstName, lastName })
})
