import type { Vectors } from "../Vectors.ts"

const address = "spark1pgss9wr5chlrmsf82f5n7f4ejvsyxrylm57lmdmxfkkl8m93a02778g28z4avy"

export const vectors: Vectors = {
  accepted: [
    { address },
    { address: "spark1pgss9pgcpm6uuq8mztugwvddphr7n5mj7gftd7kk5jrq3kwk33gw0mtjg986r2" },
    { address: "spark1pgss93rtkcn4awgqqfadex4wex2egyjlsltxjanljtrd42jlkzeh07hpfhhn09", vaspName: "Acme" },
    { address, beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } }
  ],
  refused: [
    ["address", {}],
    ["address", { address: address.replace("9wr5", "8wr5") }, "production"],
    ["address", { address: address.replace("spark1", "sparkrt1") }, "production"],
    ["address", { address: address.toUpperCase() }],
    ["address", { address: address.replace("spark1", "bc1") }],
    ["address", { address: `${address.slice(0, -3)}102` }],
    ["address", { address: "spark1pgss9wr5chlrm" }],
    ["address", { address: `spark1${"q".repeat(250)}` }],
    ["beneficiary.fullName", { address, beneficiary: { beneficiaryType: "INDIVIDUAL" } }],
    ["iban", { address, iban: "DE89370400440532013000" }]
  ]
}
