import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "SCB", iban: "PK36SCBL0000001123456702" },
    { bankName: "HBL", accountNumber: "00427901234503" },
    { bankName: "Easypaisa", phoneNumber: "+923001234567" }
  ],
  refused: [
    ["accountNumber", { bankName: "HBL" }],
    ["iban", { bankName: "SCB", iban: "PK36SCBL0000001123456703" }, "production"],
    ["iban", { bankName: "SCB", iban: "PK361234000000112345670" }],
    ["iban", { bankName: "HBL", accountNumber: "00427901234503", iban: "PK36SCBL0000001123456702" }],
    ["phoneNumber", { bankName: "Easypaisa", phoneNumber: "03001234567" }],
    ["bankName", { accountNumber: "00427901234503" }]
  ]
}
