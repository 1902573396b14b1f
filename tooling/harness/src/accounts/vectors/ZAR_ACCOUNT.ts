import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "Standard Bank", accountNumber: "012345678" },
    { bankName: "Standard Bank", accountNumber: "0123456789" },
    { bankName: "Standard Bank", accountNumber: "0123456789012" }
  ],
  refused: [
    ["accountNumber", { bankName: "Standard Bank", accountNumber: "01234567" }],
    ["accountNumber", { bankName: "Standard Bank", accountNumber: "01234567890123" }],
    ["accountNumber", { bankName: "Standard Bank", accountNumber: {} }],
    ["bankName", { accountNumber: "012345678" }],
    ["bankName", { bankName: "\t", accountNumber: "012345678" }],
    ["branchCode", { bankName: "Standard Bank", accountNumber: "012345678", branchCode: "12345" }]
  ]
}
