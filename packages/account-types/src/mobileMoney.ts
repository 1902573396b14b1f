import { type Choices, choice, type Format, text } from "./Field.ts"
import { only, type Variant } from "./Kind.ts"

/** A wallet behind a phone number, kept by one of some operators. */
export const mobileMoney = (phone: Format, operators: Choices): readonly [Variant] =>
  only(
    "phoneNumber",
    ["MOBILE_MONEY"],
    [text("phoneNumber", "Phone number", phone), choice("provider", "Operator", operators)]
  )
