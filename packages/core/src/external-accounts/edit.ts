import { accountTypes, isJsonObject, type Kind } from "@countersign/account-types"
import { canonicalJson } from "@countersign/wire"
import { Result } from "effect"
import type { FieldError } from "../model/fieldErrors.ts"
import type { Json, JsonObject } from "../ports/Collection.ts"
import { ExternalAccountPatch, placed, reader } from "./bodies.ts"
import { judge, kindOf, normalised, type Rules } from "./judge.ts"
import { mergePatch } from "./mergePatch.ts"
import type { OpenedExternalAccount } from "./particulars.ts"
import { ExternalAccountInvalid, type ExternalAccountMistyped } from "./refusals.ts"

/** An account as a patch leaves it. */
export interface Edited {
  readonly patch: ExternalAccountPatch
  readonly kind: Kind
  readonly accountInfo: JsonObject
  /** Whether it is another destination, or another beneficiary, and not only spelled otherwise. */
  readonly isChanged: boolean
}

const read = reader(ExternalAccountPatch)

/** Reads a patch and judges what it makes of an account. One that says nothing of it is not judged: rules may have grown. */
export const edit = (
  { account, particulars }: OpenedExternalAccount,
  sentBody: Json,
  rules: Rules
): Result.Result<Edited, ExternalAccountInvalid | ExternalAccountMistyped> => {
  const { body, faults: misplaced } = placed(sentBody)
  const patch = read(body)
  const stored = { kind: kindOf(account.accountType), accountInfo: particulars.accountInfo }
  const sent = isJsonObject(body) ? body.accountInfo : undefined
  if (sent === undefined) {
    return Result.mapBoth(patch, {
      onFailure: (errors) => new ExternalAccountInvalid({ errors }),
      onSuccess: (read): Edited => ({ patch: read, ...stored, isChanged: false })
    })
  }
  const other = isJsonObject(sent) ? otherType(account.accountType, sent.accountType) : []
  const faults = [...(Result.isFailure(patch) ? patch.failure : []), ...misplaced, ...other]
  return Result.flatMap(
    judge(
      { currency: account.currency, accountInfo: merged(stored.accountInfo, sent, other.length > 0) },
      rules,
      faults
    ),
    ({ accountInfo, kind }): Result.Result<Edited, ExternalAccountInvalid> =>
      // With a fault the judge has refused already.
      Result.mapBoth(patch, {
        onFailure: (errors) => new ExternalAccountInvalid({ errors }),
        onSuccess: (read) => ({ patch: read, kind, accountInfo, isChanged: !isSame({ kind, accountInfo }, stored) })
      })
  )
}

const otherType = (own: string, sent: Json | undefined): ReadonlyArray<FieldError> => {
  const kind = typeof sent === "string" ? accountTypes.get(sent) : undefined
  return kind === undefined || (kind.aliasOf ?? kind.accountType) === own
    ? []
    : [{ field: "accountInfo.accountType", message: `It must be ${own}: create another account for another type` }]
}

/** The rest of a patch of another type is still judged: by the type that the account has. */
const merged = (stored: JsonObject, sent: Json, isOtherType: boolean): Json => {
  if (!isJsonObject(sent)) return sent
  const { accountType: _, ...others } = sent
  return mergePatch(stored, isOtherType ? others : sent)
}

type Named = Parameters<typeof normalised>[0]

const isSame = (one: Named, other: Named): boolean =>
  canonicalJson(normalised(one)) === canonicalJson(normalised(other))
