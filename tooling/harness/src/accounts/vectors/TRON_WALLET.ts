import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    { address: "TSnXDuzzzhS26nnqwEPap9mAVmra7Zgnfy" },
    { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", vaspName: "Acme" }
  ],
  refused: [
    ["address", {}],
    ["address", { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj7t" }, "production"],
    ["address", { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6" }],
    ["address", { address: "AR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" }],
    ["address", { address: "TR7NHqjeKQxGTCi8q8ZY4pL80tSzgjLj6t" }],
    ["tag", { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", tag: "1" }]
  ]
}
