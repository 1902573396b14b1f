import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "CIB", iban: "EG380019000500000000263180002" },
    { bankName: "Vodafone Cash", phoneNumber: "+201012345678" },
    { bankName: "CIB", iban: "EG380019000500000000263180002", phoneNumber: "+201012345678" }
  ],
  refused: [
    ["iban", { bankName: "CIB" }],
    ["iban", { bankName: "CIB", iban: "EG380019000500000000263180003" }, "production"],
    ["iban", { bankName: "CIB", iban: "EG38001900050000000026318000" }],
    ["iban", { bankName: "CIB", iban: "PK36SCBL0000001123456702" }],
    ["bankName", { phoneNumber: "+201012345678" }],
    ["phoneNumber", { bankName: "Vodafone Cash", phoneNumber: "+20 1012345678" }],
    ["accountNumber", { bankName: "CIB", iban: "EG380019000500000000263180002", accountNumber: "1" }]
  ]
}
