import type { Vectors } from "../KnownAnswers.ts"

export const europe = {
  DKK_ACCOUNT: {
    accepted: [
      { iban: "DK5000400440116243" },
      { iban: "DK5000400440116243", swiftCode: "DABADKKKXXX" },
      { iban: "DK9294372753404570" }
    ],
    refused: [
      ["iban", {}],
      ["iban", { iban: "DK5000400440116244" }, "production"],
      ["iban", { iban: "DK50004004401162430" }],
      ["iban", { iban: "DK50 0040 0440 1162 43" }],
      ["iban", { iban: "SE4550000000058398257466" }],
      ["swiftCode", { iban: "DK5000400440116243", swiftCode: "dabadkkk" }]
    ]
  },
  EUR_ACCOUNT: {
    accepted: [
      { iban: "DE89370400440532013000" },
      { iban: "FR1420041010050500013M02606", swiftCode: "BNPAFRPP" },
      { iban: "NL91ABNA0417164300", swiftCode: "ABNANL2AXXX", bankName: "ABN AMRO" },
      { iban: "FR1420041010050500013m02606" }
    ],
    refused: [
      ["iban", { iban: "DE89370400440532013001" }, "production"],
      ["iban", { iban: "DE8937040044053201300" }, "production"],
      ["iban", { iban: "SA0380000000608010167519" }, "production"],
      ["iban", { iban: "ZZ89370400440532013000" }, "production"],
      ["iban", { iban: "DE89 3704 0044 0532 0130 00" }],
      ["iban", { iban: "de89370400440532013000" }],
      ["iban", { iban: "DE8888888888888888888888888888888888888888" }],
      ["iban", {}],
      ["swiftCode", { iban: "DE89370400440532013000", swiftCode: "ABNANL2AX" }],
      ["swiftCode", { iban: "DE89370400440532013000", swiftCode: "abnanl2a" }],
      ["bankName", { iban: "DE89370400440532013000", bankName: "A\nB" }],
      ["sortCode", { iban: "DE89370400440532013000", sortCode: "123456" }]
    ]
  },
  GBP_ACCOUNT: {
    accepted: [
      { sortCode: "123456", accountNumber: "12345678" },
      { sortCode: "000000", accountNumber: "12345678" },
      { sortCode: "123456", accountNumber: "00000102" }
    ],
    refused: [
      ["sortCode", { sortCode: "12-34-56", accountNumber: "12345678" }],
      ["sortCode", { sortCode: "12345", accountNumber: "12345678" }],
      ["accountNumber", { sortCode: "123456", accountNumber: "1234567" }],
      ["accountNumber", { sortCode: "123456", accountNumber: "123456789" }],
      ["accountNumber", { sortCode: "123456" }],
      ["bankName", { sortCode: "123456", accountNumber: "12345678", bankName: "Barclays" }],
      [
        "beneficiary.address",
        {
          sortCode: "123456",
          accountNumber: "12345678",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
        }
      ]
    ]
  },
  SWIFT_ACCOUNT: {
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
} satisfies Readonly<Record<string, Vectors>>
