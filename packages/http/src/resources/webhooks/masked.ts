import { accountTypes, isJsonObject, masked, maskedText, railsOf, variantOf } from "@countersign/account-types"
import { Struct } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { customerBody } from "../customers/customers.ts"
import { externalAccountBody } from "../externalAccounts/externalAccounts.ts"

/**
 * Masks a customer for a webhook, because webhooks pass through more systems than API responses. Omits all personal
 * data of an individual; a business has its legal name and the last four characters of its numbers (W11, X6).
 */
export const maskedCustomer = ({ customer, profile }: core.OpenedCustomer) =>
  customerBody({ customer, profile: maskedProfile(profile) })

const maskedProfile = (profile: core.NewCustomer): core.NewCustomer => {
  const shown = Struct.pick(profile, ["email", "region"])
  return profile.customerType === "INDIVIDUAL"
    ? { customerType: profile.customerType, ...shown }
    : { customerType: profile.customerType, ...shown, businessInfo: maskedNumbers(profile.businessInfo) }
}

// `sourceOfFunds` is free text and may contain personal data.
const maskedNumbers = ({
  registrationNumber,
  sourceOfFunds: _,
  taxId,
  ...info
}: typeof core.BusinessInfo.Type): typeof core.BusinessInfo.Type => ({
  ...info,
  ...(taxId === undefined ? {} : { taxId: maskedText(taxId) }),
  ...(registrationNumber === undefined ? {} : { registrationNumber: maskedText(registrationNumber) })
})

/**
 * Masks an external account for a webhook. Includes the last four characters of its numbers and only the type of its
 * beneficiary (W11, X6).
 */
export const maskedExternalAccount = (opened: core.OpenedExternalAccount) => {
  const { beneficiaryVerifiedData: _, ...body } = externalAccountBody(opened)
  const { accountInfo } = opened.particulars
  const kind = core.kindOf(opened.account.accountType)
  const { beneficiary } = accountInfo
  const beneficiaryType = isJsonObject(beneficiary) ? beneficiary.beneficiaryType : undefined
  return {
    ...body,
    accountInfo: {
      accountType: kind.accountType,
      ...masked(kind, accountInfo),
      ...(typeof beneficiaryType === "string" ? { beneficiary: { beneficiaryType } } : {}),
      paymentRails: [...railsOf(variantOf(kind, accountInfo), accountInfo)]
    }
  }
}

/**
 * Masks the payment instructions of a payment or an internal account for a webhook: only the last four characters of
 * each number remain (I8, W11).
 */
export const maskedInstructed = <A extends { readonly instructions?: ReadonlyArray<core.Json> }>(resource: A): A =>
  resource.instructions === undefined
    ? resource
    : {
        ...resource,
        instructions: resource.instructions.flatMap((each) => (isJsonObject(each) ? [maskedOne(each)] : []))
      }

/** Notes are free text and may repeat a number. */
const maskedOne = ({ accountOrWalletInfo: info, ...instruction }: core.JsonObject): core.JsonObject => ({
  ...Struct.omit(instruction, ["instructionsNotes"]),
  accountOrWalletInfo: isJsonObject(info) ? maskedInfo(info) : {}
})

const maskedInfo = (info: core.JsonObject): core.JsonObject => {
  const { accountType } = info
  const kind = typeof accountType === "string" ? accountTypes.get(accountType) : undefined
  return {
    ...(kind === undefined ? {} : masked(kind, info)),
    ...Struct.pick(info, ["accountType", "assetType", "paymentRails", "reference"])
  }
}
