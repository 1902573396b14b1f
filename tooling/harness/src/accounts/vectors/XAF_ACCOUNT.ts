import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+237671234567", provider: "MTN", region: "CM" },
    { phoneNumber: "+237671234567", provider: "ORANGE", region: "CM" },
    { phoneNumber: "+242061234567", provider: "MTN", region: "CG" }
  ],
  refused: [
    ["phoneNumber", { provider: "MTN", region: "CM" }],
    ["phoneNumber", { phoneNumber: "237671234567", provider: "MTN", region: "CM" }],
    ["phoneNumber", { phoneNumber: "+12345", provider: "MTN", region: "CM" }],
    ["phoneNumber", { phoneNumber: "+123456789012345", provider: "MTN", region: "CM" }],
    ["provider", { phoneNumber: "+237671234567", region: "CM" }],
    ["provider", { phoneNumber: "+237671234567", provider: "", region: "CM" }],
    ["region", { phoneNumber: "+237671234567", provider: "MTN", region: "GA" }]
  ]
}
