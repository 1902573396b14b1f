import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+26771234567", provider: "MASCOM" },
    { phoneNumber: "+26771234567", provider: "ORANGE" },
    { phoneNumber: "+26772000102", provider: "MASCOM" }
  ],
  refused: [
    ["phoneNumber", { provider: "MASCOM" }],
    ["phoneNumber", { phoneNumber: "26771234567", provider: "MASCOM" }],
    ["phoneNumber", { phoneNumber: "+12345", provider: "MASCOM" }],
    ["phoneNumber", { phoneNumber: "+123456789012345", provider: "MASCOM" }],
    ["provider", { phoneNumber: "+26771234567" }],
    ["provider", { phoneNumber: "+26771234567", provider: "" }],
    ["region", { phoneNumber: "+26771234567", provider: "MASCOM", region: "GA" }]
  ]
}
