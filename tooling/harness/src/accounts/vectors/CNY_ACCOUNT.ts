import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
  accepted: [
    {
      bankName: "ICBC",
      accountNumber: "6222021234567890123",
      beneficiary: { beneficiaryType: "BUSINESS", legalName: "Acme Ltd" }
    },
    { bankName: "AliPay", phoneNumber: "+8613800138000" },
    { bankName: "WechatPay", phoneNumber: "+8613800138000" }
  ],
  refused: [
    ["bankName", { bankName: "Alipay", phoneNumber: "+8613800138000" }],
    ["bankName", { phoneNumber: "+8613800138000" }],
    ["phoneNumber", { bankName: "AliPay", phoneNumber: "13800138000" }],
    [
      "beneficiary.beneficiaryType",
      {
        bankName: "ICBC",
        accountNumber: "6222021234567890123",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
      }
    ],
    [
      "accountNumber",
      { bankName: "ICBC", accountNumber: "", beneficiary: { beneficiaryType: "BUSINESS", legalName: "Acme Ltd" } }
    ],
    ["accountNumber", { bankName: "ICBC", beneficiary: { beneficiaryType: "BUSINESS", legalName: "Acme Ltd" } }]
  ]
}
