import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHH" },
    { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHHXXX" },
    { bankName: "HSBC", accountNumber: "1", swiftCode: "HSBCHKHH" }
  ],
  refused: [
    ["bankName", { accountNumber: "012345678901", swiftCode: "HSBCHKHH" }],
    ["accountNumber", { bankName: "HSBC", swiftCode: "HSBCHKHH" }],
    ["swiftCode", { bankName: "HSBC", accountNumber: "012345678901" }],
    [
      "accountNumber",
      { bankName: "HSBC", accountNumber: "11111111111111111111111111111111111", swiftCode: "HSBCHKHH" }
    ],
    ["accountNumber", { bankName: "HSBC", accountNumber: "012 345", swiftCode: "HSBCHKHH" }],
    ["swiftCode", { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHHX" }],
    ["provider", { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHH", provider: "MTN" }]
  ]
}
