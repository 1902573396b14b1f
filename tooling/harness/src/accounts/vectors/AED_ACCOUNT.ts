import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { iban: "AE070331234567890123456" },
    { iban: "AE070331234567890123456", swiftCode: "EBILAEAD" },
    { iban: "AE697174792713421751206" }
  ],
  refused: [
    ["iban", {}],
    ["iban", { iban: "AE070331234567890123457" }, "production"],
    ["iban", { iban: "AE07033123456789012345" }],
    ["iban", { iban: "ae070331234567890123456" }],
    ["iban", { iban: "DE89370400440532013000" }],
    ["swiftCode", { iban: "AE070331234567890123456", swiftCode: "EBIL" }],
    [
      "beneficiary.address",
      { iban: "AE070331234567890123456", beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } }
    ],
    ["bankName", { iban: "AE070331234567890123456", bankName: "ENBD" }]
  ]
}
