import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" },
    { address: "So11111111111111111111111111111111111111112" },
    { address: "11111111111111111111111111111111", vaspName: "Acme" }
  ],
  refused: [
    ["address", {}],
    ["address", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT0OIl" }],
    ["address", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4" }],
    ["address", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v1" }],
    ["address", { address: "111111111111111111111111111111111" }, "production"],
    ["address", { address: "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz" }, "production"],
    ["beneficiary", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", beneficiary: 7 }]
  ]
}
