import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
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
}
