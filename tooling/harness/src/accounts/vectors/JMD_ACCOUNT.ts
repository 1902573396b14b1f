import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "NCB", branchCode: "00062", accountNumber: "062123456", bankAccountType: "SAVINGS" },
    { bankName: "NCB", branchCode: "00062", accountNumber: "062123456", bankAccountType: "CHECKING" },
    {
      bankName: "NCB",
      branchCode: "00062",
      accountNumber: "062123456",
      bankAccountType: "SAVINGS",
      beneficiary: {
        beneficiaryType: "INDIVIDUAL",
        fullName: "Ada Lovelace",
        phoneNumber: "+18761234567",
        address: { line1: "1 Main Street", city: "Kingston", postalCode: "JMAAW01", country: "JM" }
      }
    }
  ],
  refused: [
    ["branchCode", { bankName: "NCB", accountNumber: "062123456", bankAccountType: "SAVINGS" }],
    ["branchCode", { bankName: "NCB", branchCode: "0062", accountNumber: "062123456", bankAccountType: "SAVINGS" }],
    ["branchCode", { bankName: "NCB", branchCode: "000620", accountNumber: "062123456", bankAccountType: "SAVINGS" }],
    ["accountNumber", { bankName: "NCB", branchCode: "00062", bankAccountType: "SAVINGS" }],
    [
      "bankAccountType",
      { bankName: "NCB", branchCode: "00062", accountNumber: "062123456", bankAccountType: "savings" }
    ],
    [
      "beneficiary.address",
      {
        bankName: "NCB",
        branchCode: "00062",
        accountNumber: "062123456",
        bankAccountType: "SAVINGS",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", phoneNumber: "+18761234567" }
      }
    ],
    [
      "beneficiary.phoneNumber",
      {
        bankName: "NCB",
        branchCode: "00062",
        accountNumber: "062123456",
        bankAccountType: "SAVINGS",
        beneficiary: {
          beneficiaryType: "INDIVIDUAL",
          fullName: "Ada Lovelace",
          address: { line1: "1 Main Street", city: "Kingston", postalCode: "JMAAW01", country: "JM" }
        }
      }
    ]
  ]
}
