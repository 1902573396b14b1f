import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+254712345678", provider: "M-PESA" },
    { phoneNumber: "+254000000102", provider: "M-PESA" },
    { phoneNumber: "+254998877665", provider: "M-PESA" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+25471234567", provider: "M-PESA" }],
    ["phoneNumber", { phoneNumber: "+2547123456789", provider: "M-PESA" }],
    ["phoneNumber", { phoneNumber: "254712345678", provider: "M-PESA" }],
    ["phoneNumber", { phoneNumber: "00254712345678", provider: "M-PESA" }],
    ["phoneNumber", { phoneNumber: "+254 712345678", provider: "M-PESA" }],
    ["phoneNumber", { phoneNumber: "+25471234567８", provider: "M-PESA" }],
    ["phoneNumber", { phoneNumber: "+17123456789", provider: "M-PESA" }],
    ["phoneNumber", { provider: "M-PESA" }],
    ["provider", { phoneNumber: "+254712345678" }],
    ["provider", { phoneNumber: "+254712345678", provider: "WAVE" }],
    ["provider", { phoneNumber: "+254712345678", provider: "m-pesa" }],
    ["bankName", { phoneNumber: "+254712345678", provider: "M-PESA", bankName: "MTN" }]
  ]
}
