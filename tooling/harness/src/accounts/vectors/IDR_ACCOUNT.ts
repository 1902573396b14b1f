import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+628123456789" },
    { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+62812345678" },
    { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+62812345678901" }
  ],
  refused: [
    ["phoneNumber", { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA" }],
    [
      "phoneNumber",
      { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+6281234567" }
    ],
    [
      "phoneNumber",
      { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+628123456789012" }
    ],
    [
      "phoneNumber",
      { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+6512345678" }
    ],
    ["bankName", { accountNumber: "1234567890", swiftCode: "CENAIDJA", phoneNumber: "+628123456789" }],
    ["swiftCode", { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJ", phoneNumber: "+628123456789" }]
  ]
}
