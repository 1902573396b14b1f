import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+256712345678", provider: "MTN" },
    { phoneNumber: "+256712345678", provider: "AIRTEL" },
    { phoneNumber: "+256000000102", provider: "MTN" },
    { phoneNumber: "+256998877665", provider: "MTN" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+25671234567", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+2567123456789", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "256712345678", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "00256712345678", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+256 712345678", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+25671234567８", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+17123456789", provider: "MTN" }],
    ["phoneNumber", { provider: "MTN" }],
    ["provider", { phoneNumber: "+256712345678" }],
    ["provider", { phoneNumber: "+256712345678", provider: "WAVE" }],
    ["provider", { phoneNumber: "+256712345678", provider: "mtn" }],
    ["bankName", { phoneNumber: "+256712345678", provider: "MTN", bankName: "MTN" }]
  ]
}
