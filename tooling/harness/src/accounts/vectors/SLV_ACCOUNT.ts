import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { accountNumber: "7890123456", bankAccountType: "CHECKING" },
    { bankName: "Banco Cuscatlan", accountNumber: "7890123456", bankAccountType: "SAVINGS" },
    { phoneNumber: "+50371234567" },
    { phoneNumber: "+50371234567", bankName: "Tigo Money" }
  ],
  refused: [
    ["bankName", { accountNumber: "7890123456", bankAccountType: "SAVINGS", bankName: "" }],
    ["bankAccountType", { bankName: "Banco Cuscatlan", accountNumber: "7890123456", bankAccountType: "CURRENT" }],
    [
      "phoneNumber",
      {
        bankName: "Banco Cuscatlan",
        accountNumber: "7890123456",
        bankAccountType: "SAVINGS",
        phoneNumber: "+50371234567"
      }
    ],
    ["phoneNumber", { phoneNumber: "50371234567" }],
    ["phoneNumber", { phoneNumber: "+5037" }],
    ["accountNumber", { bankName: "Banco Cuscatlan", accountNumber: "7890 123", bankAccountType: "SAVINGS" }],
    ["bankAccountType", { phoneNumber: "+50371234567", bankAccountType: "SAVINGS" }]
  ]
}
