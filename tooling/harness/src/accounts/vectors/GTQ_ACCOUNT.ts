import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "Banco Industrial", accountNumber: "1234567890", bankAccountType: "SAVINGS" },
    { bankName: "Banco Industrial", accountNumber: "1234567890", bankAccountType: "CHECKING" },
    {
      bankName: "Banco Industrial",
      accountNumber: "1234567890",
      bankAccountType: "SAVINGS",
      beneficiary: {
        beneficiaryType: "INDIVIDUAL",
        fullName: "Ada Lovelace",
        phoneNumber: "+50212345678",
        countryOfResidence: "GT"
      }
    }
  ],
  refused: [
    ["bankName", { accountNumber: "1234567890", bankAccountType: "SAVINGS" }],
    ["accountNumber", { bankName: "Banco Industrial", bankAccountType: "SAVINGS" }],
    ["bankAccountType", { bankName: "Banco Industrial", accountNumber: "1234567890" }],
    ["bankAccountType", { bankName: "Banco Industrial", accountNumber: "1234567890", bankAccountType: "MONETARY" }],
    [
      "beneficiary.phoneNumber",
      {
        bankName: "Banco Industrial",
        accountNumber: "1234567890",
        bankAccountType: "SAVINGS",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", countryOfResidence: "GT" }
      }
    ],
    [
      "beneficiary.countryOfResidence",
      {
        bankName: "Banco Industrial",
        accountNumber: "1234567890",
        bankAccountType: "SAVINGS",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", phoneNumber: "+50212345678" }
      }
    ]
  ]
}
