import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { country: "JP", swiftCode: "BOTKJPJT", bankName: "MUFG", accountNumber: "1234567" },
    { country: "DE", swiftCode: "COBADEFF", bankName: "Commerzbank", iban: "DE89370400440532013000" },
    { country: "AE", swiftCode: "COBADEFF", bankName: "Commerzbank", iban: "AE070331234567890123456" }
  ],
  refused: [
    ["country", { swiftCode: "BOTKJPJT", bankName: "MUFG", accountNumber: "1234567" }],
    ["country", { country: "JPN", swiftCode: "BOTKJPJT", bankName: "MUFG", accountNumber: "1234567" }],
    ["country", { country: "XX", swiftCode: "BOTKJPJT", bankName: "MUFG", accountNumber: "1234567" }],
    ["swiftCode", { country: "JP", bankName: "MUFG", accountNumber: "1234567" }],
    ["bankName", { country: "DE", swiftCode: "COBADEFF", iban: "DE89370400440532013000" }],
    ["accountNumber", { country: "JP", swiftCode: "BOTKJPJT", bankName: "MUFG" }],
    [
      "iban",
      {
        country: "JP",
        swiftCode: "BOTKJPJT",
        bankName: "MUFG",
        accountNumber: "1234567",
        iban: "DE89370400440532013000"
      }
    ],
    [
      "iban",
      { country: "DE", swiftCode: "COBADEFF", bankName: "Commerzbank", iban: "DE89370400440532013001" },
      "production"
    ]
  ]
}
