import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+250712345678", provider: "MTN" },
    { phoneNumber: "+250712345678", provider: "AIRTEL" },
    { phoneNumber: "+250000000102", provider: "MTN" },
    { phoneNumber: "+250998877665", provider: "MTN" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+25071234567", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+2507123456789", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "250712345678", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "00250712345678", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+250 712345678", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+25071234567８", provider: "MTN" }],
    ["phoneNumber", { phoneNumber: "+17123456789", provider: "MTN" }],
    ["phoneNumber", { provider: "MTN" }],
    ["provider", { phoneNumber: "+250712345678" }],
    ["provider", { phoneNumber: "+250712345678", provider: "WAVE" }],
    ["provider", { phoneNumber: "+250712345678", provider: "mtn" }],
    ["bankName", { phoneNumber: "+250712345678", provider: "MTN", bankName: "MTN" }]
  ]
}
