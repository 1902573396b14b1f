import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+260712345678", provider: "TNM" },
    { phoneNumber: "+260712345678", provider: "AIRTEL" },
    { phoneNumber: "+260712345678", provider: "ZAMTEL" },
    { phoneNumber: "+260712345678", provider: "MTN" },
    { phoneNumber: "+260000000102", provider: "TNM" },
    { phoneNumber: "+260998877665", provider: "TNM" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+26071234567", provider: "TNM" }],
    ["phoneNumber", { phoneNumber: "+2607123456789", provider: "TNM" }],
    ["phoneNumber", { phoneNumber: "260712345678", provider: "TNM" }],
    ["phoneNumber", { phoneNumber: "00260712345678", provider: "TNM" }],
    ["phoneNumber", { phoneNumber: "+260 712345678", provider: "TNM" }],
    ["phoneNumber", { phoneNumber: "+26071234567８", provider: "TNM" }],
    ["phoneNumber", { phoneNumber: "+17123456789", provider: "TNM" }],
    ["phoneNumber", { provider: "TNM" }],
    ["provider", { phoneNumber: "+260712345678" }],
    ["provider", { phoneNumber: "+260712345678", provider: "WAVE" }],
    ["provider", { phoneNumber: "+260712345678", provider: "tnm" }],
    ["bankName", { phoneNumber: "+260712345678", provider: "TNM", bankName: "MTN" }]
  ]
}
