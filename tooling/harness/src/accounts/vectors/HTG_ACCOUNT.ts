import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [{ phoneNumber: "+50934101234" }, { phoneNumber: "+50931234567" }, { phoneNumber: "+50934101102" }],
  refused: [
    ["phoneNumber", {}],
    ["phoneNumber", { phoneNumber: "50934101234" }],
    ["phoneNumber", { phoneNumber: "+509 34101234" }],
    ["phoneNumber", { phoneNumber: "+0050934101234" }],
    ["phoneNumber", { phoneNumber: 50934101234 }],
    ["provider", { phoneNumber: "+50934101234", provider: "MONCASH" }]
  ]
}
