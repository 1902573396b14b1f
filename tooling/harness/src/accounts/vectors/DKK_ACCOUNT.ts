import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { iban: "DK5000400440116243" },
    { iban: "DK5000400440116243", swiftCode: "DABADKKKXXX" },
    { iban: "DK9294372753404570" }
  ],
  refused: [
    ["iban", {}],
    ["iban", { iban: "DK5000400440116244" }, "production"],
    ["iban", { iban: "DK50004004401162430" }],
    ["iban", { iban: "DK50 0040 0440 1162 43" }],
    ["iban", { iban: "SE4550000000058398257466" }],
    ["swiftCode", { iban: "DK5000400440116243", swiftCode: "dabadkkk" }]
  ]
}
