import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "Bancolombia", accountNumber: "03112345678", bankAccountType: "SAVINGS" },
    { bankName: "Bancolombia", accountNumber: "03112345678", bankAccountType: "CHECKING" },
    { bankName: "Nequi", phoneNumber: "+573001234567" }
  ],
  refused: [
    ["bankAccountType", { bankName: "Bancolombia", accountNumber: "03112345678" }],
    [
      "phoneNumber",
      {
        bankName: "Bancolombia",
        accountNumber: "03112345678",
        bankAccountType: "SAVINGS",
        phoneNumber: "+573001234567"
      }
    ],
    ["bankName", { phoneNumber: "+573001234567" }],
    ["phoneNumber", { bankName: "Nequi", phoneNumber: "3001234567" }],
    ["phoneNumber", { bankName: "Nequi", phoneNumber: "+57 300 1234567" }],
    ["phoneNumber", { bankName: "Nequi", phoneNumber: "+00573001234567" }],
    ["bankAccountType", { bankName: "Nequi", phoneNumber: "+573001234567", bankAccountType: "SAVINGS" }],
    ["accountNumber", { bankName: "Bancolombia", accountNumber: "0311\u00002345", bankAccountType: "SAVINGS" }],
    ["accountNumber", { bankName: "Bancolombia", bankAccountType: "SAVINGS" }]
  ]
}
