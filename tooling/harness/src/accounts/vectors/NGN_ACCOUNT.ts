import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "GTBank", accountNumber: "0123456789" },
    { bankName: "First Bank of Nigeria", accountNumber: "0123456789" },
    { bankName: "GTBank", accountNumber: "0000000102" }
  ],
  refused: [
    ["accountNumber", { bankName: "GTBank", accountNumber: "012345678" }],
    ["accountNumber", { bankName: "GTBank", accountNumber: "01234567890" }],
    ["accountNumber", { bankName: "GTBank", accountNumber: "012345678٩" }],
    ["bankName", { accountNumber: "0123456789" }],
    [
      "bankName",
      {
        bankName:
          "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG",
        accountNumber: "0123456789"
      }
    ],
    ["provider", { bankName: "GTBank", accountNumber: "0123456789", provider: "MTN" }]
  ]
}
