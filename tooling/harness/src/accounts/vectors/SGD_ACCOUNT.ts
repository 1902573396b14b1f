import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { accountNumber: "0052312891", swiftCode: "DBSSSGSG" },
    { accountNumber: "0052312891", swiftCode: "DBSSSGSG", bankName: "DBS" },
    { accountNumber: "0052312891", swiftCode: "OCBCSGSGXXX" }
  ],
  refused: [
    ["accountNumber", { swiftCode: "DBSSSGSG" }],
    ["swiftCode", { accountNumber: "0052312891" }],
    ["swiftCode", { accountNumber: "0052312891", swiftCode: "DBS" }],
    ["accountNumber", { accountNumber: "", swiftCode: "DBSSSGSG" }],
    ["bankName", { accountNumber: "0052312891", swiftCode: "DBSSSGSG", bankName: " " }],
    ["iban", { accountNumber: "0052312891", swiftCode: "DBSSSGSG", iban: "x" }]
  ]
}
