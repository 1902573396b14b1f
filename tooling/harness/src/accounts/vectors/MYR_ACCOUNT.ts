import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKL" },
    { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKLXXX" },
    { bankName: "Maybank", accountNumber: "1", swiftCode: "MBBEMYKL" }
  ],
  refused: [
    ["bankName", { accountNumber: "514012345678", swiftCode: "MBBEMYKL" }],
    ["accountNumber", { bankName: "Maybank", swiftCode: "MBBEMYKL" }],
    ["swiftCode", { bankName: "Maybank", accountNumber: "514012345678" }],
    [
      "accountNumber",
      { bankName: "Maybank", accountNumber: "11111111111111111111111111111111111", swiftCode: "MBBEMYKL" }
    ],
    ["accountNumber", { bankName: "Maybank", accountNumber: "012 345", swiftCode: "MBBEMYKL" }],
    ["swiftCode", { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKLX" }],
    ["provider", { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKL", provider: "MTN" }]
  ]
}
