import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankCode: "001", branchCode: "00012", accountNumber: "1234567" },
    { bankCode: "001", branchCode: "00012", accountNumber: "123456789012" },
    { bankCode: "815", branchCode: "00012", accountNumber: "1234567" }
  ],
  refused: [
    ["bankCode", { bankCode: "01", branchCode: "00012", accountNumber: "1234567" }],
    ["bankCode", { bankCode: "0001", branchCode: "00012", accountNumber: "1234567" }],
    ["branchCode", { bankCode: "001", branchCode: "0012", accountNumber: "1234567" }],
    ["branchCode", { bankCode: "001", accountNumber: "1234567" }],
    ["accountNumber", { bankCode: "001", branchCode: "00012", accountNumber: "123456" }],
    ["accountNumber", { bankCode: "001", branchCode: "00012", accountNumber: "1234567890123" }]
  ]
}
