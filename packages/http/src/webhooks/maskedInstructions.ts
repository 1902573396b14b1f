import { accountTypes, isJsonObject, masked } from "@countersign/account-types"
import type { Json, JsonObject } from "@countersign/core"
import { Struct } from "effect"

/** A resource that says how to pay into it. */
interface Instructed {
  readonly instructions?: ReadonlyArray<Json>
}

/** A payment or an internal account for a webhook: of the numbers to pay to, the last four characters alone (I8, W11). */
export const maskedInstructed = <A extends Instructed>(resource: A): A =>
  resource.instructions === undefined
    ? resource
    : {
        ...resource,
        instructions: resource.instructions.flatMap((each) => (isJsonObject(each) ? [maskedOne(each)] : []))
      }

/** Notes are free text, and may repeat a number. */
const maskedOne = ({ accountOrWalletInfo: info, ...instruction }: JsonObject): JsonObject => ({
  ...Struct.omit(instruction, ["instructionsNotes"]),
  accountOrWalletInfo: isJsonObject(info) ? maskedInfo(info) : {}
})

const maskedInfo = (info: JsonObject): JsonObject => {
  const { accountType, assetType, paymentRails, reference } = info
  const kind = typeof accountType === "string" ? accountTypes.get(accountType) : undefined
  return {
    ...(kind === undefined ? {} : masked(kind, info)),
    ...Object.fromEntries(
      Object.entries({ accountType, assetType, paymentRails, reference }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]]
      )
    )
  }
}
