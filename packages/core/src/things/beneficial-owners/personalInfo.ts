import { Effect } from "effect"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import { vaultedText } from "../../ports/Vault.ts"
import { type BeneficialOwner, PersonalInfo } from "./rules/BeneficialOwner.ts"

/** A beneficial owner with decrypted personal data. */
export interface OpenedOwner {
  readonly owner: BeneficialOwner
  readonly personalInfo: PersonalInfo
}

const { open, seal } = vaultedText(PersonalInfo)

/** The encryption context includes the owner's id, so a value copied into another record does not decrypt. */
const contextOf = (id: BeneficialOwnerId): string => `beneficial owner ${id}`

export const sealedPerson = (id: BeneficialOwnerId, info: PersonalInfo) => seal(info, contextOf(id))

export const openedOwner = Effect.fnUntraced(function* (owner: BeneficialOwner) {
  const personalInfo = yield* open(owner.sealed, contextOf(owner.beneficialOwnerId))
  const result: OpenedOwner = { owner, personalInfo }
  return result
})
