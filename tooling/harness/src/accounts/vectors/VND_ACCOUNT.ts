import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVX" },
    { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVXXXX" },
    { bankName: "Vietcombank", accountNumber: "1", swiftCode: "BFTVVNVX" }
  ],
  refused: [
    ["bankName", { accountNumber: "0071001234567", swiftCode: "BFTVVNVX" }],
    ["accountNumber", { bankName: "Vietcombank", swiftCode: "BFTVVNVX" }],
    ["swiftCode", { bankName: "Vietcombank", accountNumber: "0071001234567" }],
    [
      "accountNumber",
      { bankName: "Vietcombank", accountNumber: "11111111111111111111111111111111111", swiftCode: "BFTVVNVX" }
    ],
    ["accountNumber", { bankName: "Vietcombank", accountNumber: "012 345", swiftCode: "BFTVVNVX" }],
    ["swiftCode", { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVXX" }],
    ["provider", { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVX", provider: "MTN" }]
  ]
}
