import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { vpa: "asha@okhdfcbank" },
    { vpa: "asha.002_x-1@upi" },
    { accountNumber: "123456789012", ifsc: "HDFC0001234", rail: "NEFT" },
    { accountNumber: "123456789012", ifsc: "HDFC0001234", rail: "RTGS", bankName: "HDFC Bank" }
  ],
  refused: [
    ["vpa", {}],
    ["vpa", { vpa: "asha" }],
    ["vpa", { vpa: "asha@ok.bank" }],
    ["vpa", { vpa: "a@" }],
    ["vpa", { vpa: "asha kumar@upi" }],
    ["accountNumber", { vpa: "asha@upi", accountNumber: "123456789012" }],
    ["ifsc", { accountNumber: "123456789012", ifsc: "HDFC1001234", rail: "NEFT" }],
    ["rail", { accountNumber: "123456789012", ifsc: "HDFC0001234", rail: "UPI" }],
    ["accountNumber", { accountNumber: "12345678", ifsc: "HDFC0001234", rail: "NEFT" }]
  ]
}
