import type { Vectors } from "./KnownAnswers.ts"

/** An address of 20 bytes with its checksum in the case of its letters: one format on every chain that has it. */
export const vectors: Vectors = {
  accepted: [
    { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
    { address: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed" },
    { address: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", vaspName: "Acme" },
    {
      address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      beneficiary: { beneficiaryType: "BUSINESS", legalName: "Acme Ltd" }
    }
  ],
  refused: [
    ["address", {}],
    ["address", { address: "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }, "production"],
    ["address", { address: "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }],
    ["address", { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe" }],
    ["address", { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0" }],
    ["address", { address: "0xgaAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }],
    ["vaspName", { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", vaspName: "" }],
    [
      "beneficiary.fullName",
      { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", beneficiary: { beneficiaryType: "INDIVIDUAL" } }
    ]
  ]
}
