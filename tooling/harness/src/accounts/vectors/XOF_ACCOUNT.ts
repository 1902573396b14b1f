import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { phoneNumber: "+221701234567", provider: "ORANGE" },
    { phoneNumber: "+2250701234567", provider: "MTN" },
    { phoneNumber: "+22961234567", provider: "MOOV" },
    { phoneNumber: "+229612345678", provider: "WAVE", region: "BJ" },
    { phoneNumber: "+221701234567", provider: "FREE", region: "SN" }
  ],
  refused: [
    ["phoneNumber", { phoneNumber: "+22170123456", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "+2217012345678", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "+225070123456", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "+22507012345678", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "+2296123456", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "+2296123456789", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "+22890123456", provider: "ORANGE" }],
    ["phoneNumber", { phoneNumber: "00221701234567", provider: "ORANGE" }],
    ["region", { phoneNumber: "+221701234567", provider: "ORANGE", region: "CI" }],
    ["region", { phoneNumber: "+221701234567", provider: "ORANGE", region: "TG" }],
    ["provider", { phoneNumber: "+221701234567", provider: "Orange Money" }]
  ]
}
