import { isJsonObject, masked, railsOf, variantOf } from "@countersign/account-types"
import { kindOf, type OpenedExternalAccount } from "@countersign/core"
import { Schema } from "effect"
import { ExternalAccountBody, externalAccountBody } from "../contract/bodies/ExternalAccountBody.ts"

/**
 * An external account for a webhook, which passes through hands that no answer does: of its numbers the last four
 * characters, of who it belongs to the type alone (W11, X6).
 */
export const maskedExternalAccount = (opened: OpenedExternalAccount) => {
  const { beneficiaryVerifiedData: _, ...body } = externalAccountBody(opened)
  const { accountInfo } = opened.particulars
  const kind = kindOf(opened.account.accountType)
  const { beneficiary } = accountInfo
  const beneficiaryType = isJsonObject(beneficiary) ? beneficiary.beneficiaryType : undefined
  return encode({
    ...body,
    accountInfo: {
      accountType: kind.accountType,
      ...masked(kind, accountInfo),
      ...(typeof beneficiaryType === "string" ? { beneficiary: { beneficiaryType } } : {}),
      paymentRails: [...railsOf(variantOf(kind, accountInfo), accountInfo)]
    }
  })
}

const encode = Schema.encodeSync(ExternalAccountBody)
