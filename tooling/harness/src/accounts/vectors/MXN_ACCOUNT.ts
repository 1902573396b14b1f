import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { clabeNumber: "032180000118359719" },
    { clabeNumber: "002010077777777771" },
    { clabeNumber: "032180000118359719", bankName: "BBVA México" }
  ],
  refused: [
    ["clabeNumber", {}],
    ["clabeNumber", { clabeNumber: "03218000011835971" }],
    ["clabeNumber", { clabeNumber: "0321800001183597190" }],
    ["clabeNumber", { clabeNumber: "032180000118359718" }, "production"],
    ["clabeNumber", { clabeNumber: "032 180 00011835971" }],
    ["clabeNumber", { clabeNumber: null }],
    ["bankName", { clabeNumber: "032180000118359719", bankName: "   " }],
    ["routingNumber", { clabeNumber: "032180000118359719", routingNumber: "021000021" }]
  ]
}
