import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+265712345678", provider: "AIRTEL" },
    { phoneNumber: "+265712345678", provider: "TNM" },
    { phoneNumber: "+265000000102", provider: "AIRTEL" },
    { phoneNumber: "+265998877665", provider: "AIRTEL" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+26571234567", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+2657123456789", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "265712345678", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "00265712345678", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+265 712345678", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+26571234567８", provider: "AIRTEL" }],
    ["phoneNumber", { phoneNumber: "+17123456789", provider: "AIRTEL" }],
    ["phoneNumber", { provider: "AIRTEL" }],
    ["provider", { phoneNumber: "+265712345678" }],
    ["provider", { phoneNumber: "+265712345678", provider: "WAVE" }],
    ["provider", { phoneNumber: "+265712345678", provider: "airtel" }],
    ["bankName", { phoneNumber: "+265712345678", provider: "AIRTEL", bankName: "MTN" }]
  ]
}
