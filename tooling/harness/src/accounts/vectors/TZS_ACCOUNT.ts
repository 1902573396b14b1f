import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+255712345678", provider: "AIRTEL" },
    { phoneNumber: "+255712345678", provider: "VODACOM" },
    { phoneNumber: "+255000000102", provider: "AIRTEL" },
    { phoneNumber: "+255998877665", provider: "AIRTEL" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+25571234567", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+2557123456789", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "255712345678", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "00255712345678", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+255 712345678", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+25571234567８", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+17123456789", provider: "AIRTEL" }],
    ["phoneNumber", { provider: "AIRTEL" }],
    ["provider", { phoneNumber: "+255712345678" }],
    ["provider", { phoneNumber: "+255712345678", provider: "WAVE" }],
    ["provider", { phoneNumber: "+255712345678", provider: "airtel" }],
    ["bankName", { phoneNumber: "+255712345678", provider: "AIRTEL", bankName: "MTN" }]
  ]
}
