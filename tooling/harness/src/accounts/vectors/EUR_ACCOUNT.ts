import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { iban: "DE89370400440532013000" },
    { iban: "FR1420041010050500013M02606", swiftCode: "BNPAFRPP" },
    { iban: "NL91ABNA0417164300", swiftCode: "ABNANL2AXXX", bankName: "ABN AMRO" },
    { iban: "FR1420041010050500013m02606" }
  ],
  refused: [
    ["iban", { iban: "DE89370400440532013001" }, "production"],
    ["iban", { iban: "DE8937040044053201300" }, "production"],
    ["iban", { iban: "SA0380000000608010167519" }, "production"],
    ["iban", { iban: "ZZ89370400440532013000" }, "production"],
    ["iban", { iban: "DE89 3704 0044 0532 0130 00" }],
    ["iban", { iban: "de89370400440532013000" }],
    ["iban", { iban: "DE8888888888888888888888888888888888888888" }],
    ["iban", {}],
    ["swiftCode", { iban: "DE89370400440532013000", swiftCode: "ABNANL2AX" }],
    ["swiftCode", { iban: "DE89370400440532013000", swiftCode: "abnanl2a" }],
    ["bankName", { iban: "DE89370400440532013000", bankName: "A\nB" }],
    ["sortCode", { iban: "DE89370400440532013000", sortCode: "123456" }]
  ]
}
