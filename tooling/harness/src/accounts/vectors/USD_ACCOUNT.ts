import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { accountNumber: "1234567890", routingNumber: "021000021" },
    { accountNumber: "1234567890", routingNumber: "111000025", bankAccountType: "SAVINGS", bankName: "Chase" },
    { accountNumber: "1234567890", routingNumber: "021000021", accountCategory: "CHECKING" },
    { accountNumber: "1234567890", routingNumber: "026009593", accountCategory: "SAVINGS", bankAccountType: "SAVINGS" }
  ],
  refused: [
    ["routingNumber", { accountNumber: "1234567890", routingNumber: "02100002" }],
    ["routingNumber", { accountNumber: "1234567890", routingNumber: "021000021 " }],
    ["routingNumber", { accountNumber: "1234567890", routingNumber: "021000022" }, "production"],
    ["routingNumber", { accountNumber: "1234567890", routingNumber: "000000000" }, "production"],
    ["routingNumber", { accountNumber: "1234567890", routingNumber: "０21000021" }],
    ["accountNumber", { accountNumber: "", routingNumber: "021000021" }],
    ["accountNumber", { accountNumber: "11111111111111111111111111111111111", routingNumber: "021000021" }],
    ["accountNumber", { accountNumber: 1234567890, routingNumber: "021000021" }],
    ["accountNumber", { routingNumber: "021000021" }],
    ["bankAccountType", { accountNumber: "1234567890", routingNumber: "021000021", bankAccountType: "checking" }],
    [
      "accountCategory",
      {
        accountNumber: "1234567890",
        routingNumber: "021000021",
        accountCategory: "CHECKING",
        bankAccountType: "SAVINGS"
      }
    ],
    [
      "bankName",
      {
        accountNumber: "1234567890",
        routingNumber: "021000021",
        bankName:
          "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"
      }
    ],
    ["clabeNumber", { accountNumber: "1234567890", routingNumber: "021000021", clabeNumber: "032180000118359719" }]
  ]
}
