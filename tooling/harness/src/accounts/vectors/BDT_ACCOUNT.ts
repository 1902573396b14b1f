import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "BRAC Bank", accountNumber: "1501200123456" },
    {
      bankName: "BRAC Bank",
      accountNumber: "1501200123456",
      branchCode: "12345",
      swiftCode: "BRAKBDDH",
      phoneNumber: "+8801712345678"
    },
    { bankName: "bKash", phoneNumber: "+8801712345678" }
  ],
  refused: [
    ["bankName", { accountNumber: "1501200123456" }],
    ["accountNumber", { bankName: "BRAC Bank" }],
    ["branchCode", { bankName: "BRAC Bank", accountNumber: "1501200123456", branchCode: "1234" }],
    ["swiftCode", { bankName: "BRAC Bank", accountNumber: "1501200123456", swiftCode: "BRAK" }],
    ["phoneNumber", { bankName: "bKash", phoneNumber: "01712345678" }],
    ["branchCode", { bankName: "bKash", phoneNumber: "+8801712345678", branchCode: "12345" }]
  ]
}
