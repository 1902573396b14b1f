import { choice, type Format, optional, text } from "../Field.ts"
import { phoneOf } from "../formats/formats.ts"
import { local, only, type Values } from "../Kind.ts"
import { oneOf } from "../Random.ts"

const senegal = phoneOf("221", 9)
const ivoryCoast = phoneOf("225", 10)
// ARCEP Benin: ten digits since November 2024. The interface takes 8 and 9.
const benin = phoneOf("229", 8, 10)

const phone: Format = {
  pattern: `${senegal.pattern}|${ivoryCoast.pattern}|${benin.pattern}`,
  minLength: benin.minLength,
  maxLength: ivoryCoast.maxLength,
  says: `${senegal.says}; or ${ivoryCoast.says}; or ${benin.says}`,
  sample: (random) => oneOf(random, [senegal, ivoryCoast, benin]).sample(random)
}

const callingCodes = { SN: "+221", CI: "+225", BJ: "+229" } as const

const regionOf = (phoneNumber: string = ""): string | undefined =>
  Object.entries(callingCodes).find(([, code]) => phoneNumber.startsWith(code))?.[0]

const canonical = (values: Values): Values => {
  const region = regionOf(values.phoneNumber)
  return region === undefined ? values : { ...values, region }
}

export const XOF_ACCOUNT = local(
  "XOF",
  "West African mobile wallet",
  only(
    "phoneNumber",
    ["MOBILE_MONEY"],
    text("phoneNumber", "Phone number", phone),
    choice("provider", "Operator", ["ORANGE", "WAVE", "MOOV", "FREE", "MTN"]),
    optional(choice("region", "Country", ["BJ", "CI", "SN"]))
  ),
  { asOf: "2026-11", note: "The interface: three countries; ARCEP Benin: ten digits since November 2024" },
  {
    rules: [
      {
        path: "region",
        says: "the country of phoneNumber",
        holds: ({ phoneNumber, region }) =>
          region === undefined || regionOf(phoneNumber) === undefined || region === regionOf(phoneNumber)
      }
    ],
    canonical
  }
)
