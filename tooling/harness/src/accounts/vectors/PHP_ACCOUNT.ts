import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "BDO Unibank", accountNumber: "001234567890" },
    { bankName: "BDO Unibank", accountNumber: "12345678" },
    { bankName: "BDO Unibank", accountNumber: "1234567890123456" }
  ],
  refused: [
    ["accountNumber", { bankName: "BDO Unibank", accountNumber: "1234567" }],
    ["accountNumber", { bankName: "BDO Unibank", accountNumber: "12345678901234567" }],
    ["accountNumber", { bankName: "BDO Unibank", accountNumber: "1234-5678" }],
    ["bankName", { accountNumber: "12345678" }],
    ["bankName", { bankName: "", accountNumber: "001234567890" }],
    ["bankName", { bankName: ["BDO Unibank"], accountNumber: "001234567890" }]
  ]
}
