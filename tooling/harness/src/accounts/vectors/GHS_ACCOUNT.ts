import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "GCB Bank", accountNumber: "1011130012345" },
    { bankName: "MTN", phoneNumber: "+233241234567" },
    { bankName: "GCB Bank", accountNumber: "1011130012345", phoneNumber: "+233241234567" }
  ],
  refused: [
    ["bankName", { accountNumber: "1011130012345" }],
    ["bankName", { phoneNumber: "+233241234567" }],
    ["accountNumber", { bankName: "GCB Bank" }],
    ["accountNumber", { bankName: "GCB Bank", accountNumber: "1 2" }],
    ["phoneNumber", { bankName: "MTN", phoneNumber: "0241234567" }],
    ["phoneNumber", { bankName: "GCB Bank", accountNumber: "1011130012345", phoneNumber: "+0241234567" }]
  ]
}
