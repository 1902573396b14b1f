import type { Vectors } from "../KnownAnswers.ts"

export const asia = {
  AED_ACCOUNT: {
    accepted: [
      { iban: "AE070331234567890123456" },
      { iban: "AE070331234567890123456", swiftCode: "EBILAEAD" },
      { iban: "AE697174792713421751206" }
    ],
    refused: [
      ["iban", {}],
      ["iban", { iban: "AE070331234567890123457" }, "production"],
      ["iban", { iban: "AE07033123456789012345" }],
      ["iban", { iban: "ae070331234567890123456" }],
      ["iban", { iban: "DE89370400440532013000" }],
      ["swiftCode", { iban: "AE070331234567890123456", swiftCode: "EBIL" }],
      [
        "beneficiary.address",
        { iban: "AE070331234567890123456", beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } }
      ],
      ["bankName", { iban: "AE070331234567890123456", bankName: "ENBD" }]
    ]
  },
  BDT_ACCOUNT: {
    accepted: [
      { bankName: "BRAC Bank", accountNumber: "1501200123456" },
      {
        bankName: "BRAC Bank",
        accountNumber: "1501200123456",
        branchCode: "12345",
        swiftCode: "BRAKBDDH",
        phoneNumber: "+8801712345678"
      },
      { bankName: "bKash", phoneNumber: "+8801712345678" }
    ],
    refused: [
      ["bankName", { accountNumber: "1501200123456" }],
      ["accountNumber", { bankName: "BRAC Bank" }],
      ["branchCode", { bankName: "BRAC Bank", accountNumber: "1501200123456", branchCode: "1234" }],
      ["swiftCode", { bankName: "BRAC Bank", accountNumber: "1501200123456", swiftCode: "BRAK" }],
      ["phoneNumber", { bankName: "bKash", phoneNumber: "01712345678" }],
      ["branchCode", { bankName: "bKash", phoneNumber: "+8801712345678", branchCode: "12345" }]
    ]
  },
  CNY_ACCOUNT: {
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
  },
  HKD_ACCOUNT: {
    accepted: [
      { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHH" },
      { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHHXXX" },
      { bankName: "HSBC", accountNumber: "1", swiftCode: "HSBCHKHH" }
    ],
    refused: [
      ["bankName", { accountNumber: "012345678901", swiftCode: "HSBCHKHH" }],
      ["accountNumber", { bankName: "HSBC", swiftCode: "HSBCHKHH" }],
      ["swiftCode", { bankName: "HSBC", accountNumber: "012345678901" }],
      [
        "accountNumber",
        { bankName: "HSBC", accountNumber: "11111111111111111111111111111111111", swiftCode: "HSBCHKHH" }
      ],
      ["accountNumber", { bankName: "HSBC", accountNumber: "012 345", swiftCode: "HSBCHKHH" }],
      ["swiftCode", { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHHX" }],
      ["provider", { bankName: "HSBC", accountNumber: "012345678901", swiftCode: "HSBCHKHH", provider: "MTN" }]
    ]
  },
  IDR_ACCOUNT: {
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
      [
        "swiftCode",
        { bankName: "BCA", accountNumber: "1234567890", swiftCode: "CENAIDJ", phoneNumber: "+628123456789" }
      ]
    ]
  },
  INR_ACCOUNT: {
    accepted: [
      { vpa: "asha@okhdfcbank" },
      { vpa: "asha.002_x-1@upi" },
      { accountNumber: "123456789012", ifsc: "HDFC0001234", rail: "NEFT" },
      { accountNumber: "123456789012", ifsc: "HDFC0001234", rail: "RTGS", bankName: "HDFC Bank" }
    ],
    refused: [
      ["vpa", {}],
      ["vpa", { vpa: "asha" }],
      ["vpa", { vpa: "asha@ok.bank" }],
      ["vpa", { vpa: "a@" }],
      ["vpa", { vpa: "asha kumar@upi" }],
      ["accountNumber", { vpa: "asha@upi", accountNumber: "123456789012" }],
      ["ifsc", { accountNumber: "123456789012", ifsc: "HDFC1001234", rail: "NEFT" }],
      ["rail", { accountNumber: "123456789012", ifsc: "HDFC0001234", rail: "UPI" }],
      ["accountNumber", { accountNumber: "12345678", ifsc: "HDFC0001234", rail: "NEFT" }]
    ]
  },
  MYR_ACCOUNT: {
    accepted: [
      { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKL" },
      { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKLXXX" },
      { bankName: "Maybank", accountNumber: "1", swiftCode: "MBBEMYKL" }
    ],
    refused: [
      ["bankName", { accountNumber: "514012345678", swiftCode: "MBBEMYKL" }],
      ["accountNumber", { bankName: "Maybank", swiftCode: "MBBEMYKL" }],
      ["swiftCode", { bankName: "Maybank", accountNumber: "514012345678" }],
      [
        "accountNumber",
        { bankName: "Maybank", accountNumber: "11111111111111111111111111111111111", swiftCode: "MBBEMYKL" }
      ],
      ["accountNumber", { bankName: "Maybank", accountNumber: "012 345", swiftCode: "MBBEMYKL" }],
      ["swiftCode", { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKLX" }],
      ["provider", { bankName: "Maybank", accountNumber: "514012345678", swiftCode: "MBBEMYKL", provider: "MTN" }]
    ]
  },
  PHP_ACCOUNT: {
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
  },
  PKR_ACCOUNT: {
    accepted: [
      { bankName: "SCB", iban: "PK36SCBL0000001123456702" },
      { bankName: "HBL", accountNumber: "00427901234503" },
      { bankName: "Easypaisa", phoneNumber: "+923001234567" }
    ],
    refused: [
      ["accountNumber", { bankName: "HBL" }],
      ["iban", { bankName: "SCB", iban: "PK36SCBL0000001123456703" }, "production"],
      ["iban", { bankName: "SCB", iban: "PK361234000000112345670" }],
      ["iban", { bankName: "HBL", accountNumber: "00427901234503", iban: "PK36SCBL0000001123456702" }],
      ["phoneNumber", { bankName: "Easypaisa", phoneNumber: "03001234567" }],
      ["bankName", { accountNumber: "00427901234503" }]
    ]
  },
  SGD_ACCOUNT: {
    accepted: [
      { accountNumber: "0052312891", swiftCode: "DBSSSGSG" },
      { accountNumber: "0052312891", swiftCode: "DBSSSGSG", bankName: "DBS" },
      { accountNumber: "0052312891", swiftCode: "OCBCSGSGXXX" }
    ],
    refused: [
      ["accountNumber", { swiftCode: "DBSSSGSG" }],
      ["swiftCode", { accountNumber: "0052312891" }],
      ["swiftCode", { accountNumber: "0052312891", swiftCode: "DBS" }],
      ["accountNumber", { accountNumber: "", swiftCode: "DBSSSGSG" }],
      ["bankName", { accountNumber: "0052312891", swiftCode: "DBSSSGSG", bankName: " " }],
      ["iban", { accountNumber: "0052312891", swiftCode: "DBSSSGSG", iban: "x" }]
    ]
  },
  THB_ACCOUNT: {
    accepted: [
      { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBK" },
      { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBKXXX" },
      { bankName: "Bangkok Bank", accountNumber: "1", swiftCode: "BKKBTHBK" }
    ],
    refused: [
      ["bankName", { accountNumber: "1234567890", swiftCode: "BKKBTHBK" }],
      ["accountNumber", { bankName: "Bangkok Bank", swiftCode: "BKKBTHBK" }],
      ["swiftCode", { bankName: "Bangkok Bank", accountNumber: "1234567890" }],
      [
        "accountNumber",
        { bankName: "Bangkok Bank", accountNumber: "11111111111111111111111111111111111", swiftCode: "BKKBTHBK" }
      ],
      ["accountNumber", { bankName: "Bangkok Bank", accountNumber: "012 345", swiftCode: "BKKBTHBK" }],
      ["swiftCode", { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBKX" }],
      ["provider", { bankName: "Bangkok Bank", accountNumber: "1234567890", swiftCode: "BKKBTHBK", provider: "MTN" }]
    ]
  },
  VND_ACCOUNT: {
    accepted: [
      { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVX" },
      { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVXXXX" },
      { bankName: "Vietcombank", accountNumber: "1", swiftCode: "BFTVVNVX" }
    ],
    refused: [
      ["bankName", { accountNumber: "0071001234567", swiftCode: "BFTVVNVX" }],
      ["accountNumber", { bankName: "Vietcombank", swiftCode: "BFTVVNVX" }],
      ["swiftCode", { bankName: "Vietcombank", accountNumber: "0071001234567" }],
      [
        "accountNumber",
        { bankName: "Vietcombank", accountNumber: "11111111111111111111111111111111111", swiftCode: "BFTVVNVX" }
      ],
      ["accountNumber", { bankName: "Vietcombank", accountNumber: "012 345", swiftCode: "BFTVVNVX" }],
      ["swiftCode", { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVXX" }],
      ["provider", { bankName: "Vietcombank", accountNumber: "0071001234567", swiftCode: "BFTVVNVX", provider: "MTN" }]
    ]
  }
} satisfies Readonly<Record<string, Vectors>>
