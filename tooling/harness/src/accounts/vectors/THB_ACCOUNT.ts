import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBK" },
    { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBKXXX" },
    { bankName: "Bangkok Bank", accountNumber: "1", swiftCode: "BKKBTHBK" }
  ],
  refused: [
    ["bankName", { accountNumber: "1234567890", swiftCode: "BKKBTHBK" }],
    ["accountNumber", { bankName: "Bangkok Bank", swiftCode: "BKKBTHBK" }],
    ["swiftCode", { bankName: "Bangkok Bank", accountNumber: "1234567890" }],
    [
      "accountNumber",
      { bankName: "Bangkok Bank", accountNumber: "11111111111111111111111111111111111", swiftCode: "BKKBTHBK" }
    ],
    ["accountNumber", { bankName: "Bangkok Bank", accountNumber: "012 345", swiftCode: "BKKBTHBK" }],
    ["swiftCode", { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBKX" }],
    ["provider", { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBK", provider: "MTN" }]
  ]
}
