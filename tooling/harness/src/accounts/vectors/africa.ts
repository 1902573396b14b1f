import type { Vectors } from "../KnownAnswers.ts"

export const africa = {
  BWP_ACCOUNT: {
    accepted: [
      { phoneNumber: "+26771234567", provider: "MASCOM" },
      { phoneNumber: "+26771234567", provider: "ORANGE" },
      { phoneNumber: "+26772000102", provider: "MASCOM" }
    ],
    refused: [
      ["phoneNumber", { provider: "MASCOM" }],
      ["phoneNumber", { phoneNumber: "26771234567", provider: "MASCOM" }],
      ["phoneNumber", { phoneNumber: "+12345", provider: "MASCOM" }],
      ["phoneNumber", { phoneNumber: "+123456789012345", provider: "MASCOM" }],
      ["provider", { phoneNumber: "+26771234567" }],
      ["provider", { phoneNumber: "+26771234567", provider: "" }],
      ["region", { phoneNumber: "+26771234567", provider: "MASCOM", region: "GA" }]
    ]
  },
  EGP_ACCOUNT: {
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
  },
  GHS_ACCOUNT: {
    accepted: [
      { bankName: "GCB Bank", accountNumber: "1011130012345" },
      { bankName: "MTN", phoneNumber: "+233241234567" },
      { bankName: "GCB Bank", accountNumber: "1011130012345", phoneNumber: "+233241234567" }
    ],
    refused: [
      ["bankName", { accountNumber: "1011130012345" }],
      ["bankName", { phoneNumber: "+233241234567" }],
      ["accountNumber", { bankName: "GCB Bank" }],
      ["accountNumber", { bankName: "GCB Bank", accountNumber: "1 2" }],
      ["phoneNumber", { bankName: "MTN", phoneNumber: "0241234567" }],
      ["phoneNumber", { bankName: "GCB Bank", accountNumber: "1011130012345", phoneNumber: "+0241234567" }]
    ]
  },
  KES_ACCOUNT: {
    accepted: [
      { phoneNumber: "+254712345678", provider: "M-PESA" },
      { phoneNumber: "+254000000102", provider: "M-PESA" },
      { phoneNumber: "+254998877665", provider: "M-PESA" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+25471234567", provider: "M-PESA" }],
      ["phoneNumber", { phoneNumber: "+2547123456789", provider: "M-PESA" }],
      ["phoneNumber", { phoneNumber: "254712345678", provider: "M-PESA" }],
      ["phoneNumber", { phoneNumber: "00254712345678", provider: "M-PESA" }],
      ["phoneNumber", { phoneNumber: "+254 712345678", provider: "M-PESA" }],
      ["phoneNumber", { phoneNumber: "+25471234567８", provider: "M-PESA" }],
      ["phoneNumber", { phoneNumber: "+17123456789", provider: "M-PESA" }],
      ["phoneNumber", { provider: "M-PESA" }],
      ["provider", { phoneNumber: "+254712345678" }],
      ["provider", { phoneNumber: "+254712345678", provider: "WAVE" }],
      ["provider", { phoneNumber: "+254712345678", provider: "m-pesa" }],
      ["bankName", { phoneNumber: "+254712345678", provider: "M-PESA", bankName: "MTN" }]
    ]
  },
  MWK_ACCOUNT: {
    accepted: [
      { phoneNumber: "+265712345678", provider: "AIRTEL" },
      { phoneNumber: "+265712345678", provider: "TNM" },
      { phoneNumber: "+265000000102", provider: "AIRTEL" },
      { phoneNumber: "+265998877665", provider: "AIRTEL" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+26571234567", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+2657123456789", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "265712345678", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "00265712345678", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+265 712345678", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+26571234567８", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+17123456789", provider: "AIRTEL" }],
      ["phoneNumber", { provider: "AIRTEL" }],
      ["provider", { phoneNumber: "+265712345678" }],
      ["provider", { phoneNumber: "+265712345678", provider: "WAVE" }],
      ["provider", { phoneNumber: "+265712345678", provider: "airtel" }],
      ["bankName", { phoneNumber: "+265712345678", provider: "AIRTEL", bankName: "MTN" }]
    ]
  },
  NGN_ACCOUNT: {
    accepted: [
      { bankName: "GTBank", accountNumber: "0123456789" },
      { bankName: "First Bank of Nigeria", accountNumber: "0123456789" },
      { bankName: "GTBank", accountNumber: "0000000102" }
    ],
    refused: [
      ["accountNumber", { bankName: "GTBank", accountNumber: "012345678" }],
      ["accountNumber", { bankName: "GTBank", accountNumber: "01234567890" }],
      ["accountNumber", { bankName: "GTBank", accountNumber: "012345678٩" }],
      ["bankName", { accountNumber: "0123456789" }],
      [
        "bankName",
        {
          bankName:
            "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG",
          accountNumber: "0123456789"
        }
      ],
      ["provider", { bankName: "GTBank", accountNumber: "0123456789", provider: "MTN" }]
    ]
  },
  RWF_ACCOUNT: {
    accepted: [
      { phoneNumber: "+250712345678", provider: "MTN" },
      { phoneNumber: "+250712345678", provider: "AIRTEL" },
      { phoneNumber: "+250000000102", provider: "MTN" },
      { phoneNumber: "+250998877665", provider: "MTN" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+25071234567", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+2507123456789", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "250712345678", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "00250712345678", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+250 712345678", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+25071234567８", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+17123456789", provider: "MTN" }],
      ["phoneNumber", { provider: "MTN" }],
      ["provider", { phoneNumber: "+250712345678" }],
      ["provider", { phoneNumber: "+250712345678", provider: "WAVE" }],
      ["provider", { phoneNumber: "+250712345678", provider: "mtn" }],
      ["bankName", { phoneNumber: "+250712345678", provider: "MTN", bankName: "MTN" }]
    ]
  },
  TZS_ACCOUNT: {
    accepted: [
      { phoneNumber: "+255712345678", provider: "AIRTEL" },
      { phoneNumber: "+255712345678", provider: "VODACOM" },
      { phoneNumber: "+255000000102", provider: "AIRTEL" },
      { phoneNumber: "+255998877665", provider: "AIRTEL" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+25571234567", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+2557123456789", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "255712345678", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "00255712345678", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+255 712345678", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+25571234567８", provider: "AIRTEL" }],
      ["phoneNumber", { phoneNumber: "+17123456789", provider: "AIRTEL" }],
      ["phoneNumber", { provider: "AIRTEL" }],
      ["provider", { phoneNumber: "+255712345678" }],
      ["provider", { phoneNumber: "+255712345678", provider: "WAVE" }],
      ["provider", { phoneNumber: "+255712345678", provider: "airtel" }],
      ["bankName", { phoneNumber: "+255712345678", provider: "AIRTEL", bankName: "MTN" }]
    ]
  },
  UGX_ACCOUNT: {
    accepted: [
      { phoneNumber: "+256712345678", provider: "MTN" },
      { phoneNumber: "+256712345678", provider: "AIRTEL" },
      { phoneNumber: "+256000000102", provider: "MTN" },
      { phoneNumber: "+256998877665", provider: "MTN" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+25671234567", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+2567123456789", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "256712345678", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "00256712345678", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+256 712345678", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+25671234567８", provider: "MTN" }],
      ["phoneNumber", { phoneNumber: "+17123456789", provider: "MTN" }],
      ["phoneNumber", { provider: "MTN" }],
      ["provider", { phoneNumber: "+256712345678" }],
      ["provider", { phoneNumber: "+256712345678", provider: "WAVE" }],
      ["provider", { phoneNumber: "+256712345678", provider: "mtn" }],
      ["bankName", { phoneNumber: "+256712345678", provider: "MTN", bankName: "MTN" }]
    ]
  },
  XAF_ACCOUNT: {
    accepted: [
      { phoneNumber: "+237671234567", provider: "MTN", region: "CM" },
      { phoneNumber: "+237671234567", provider: "ORANGE", region: "CM" },
      { phoneNumber: "+242061234567", provider: "MTN", region: "CG" }
    ],
    refused: [
      ["phoneNumber", { provider: "MTN", region: "CM" }],
      ["phoneNumber", { phoneNumber: "237671234567", provider: "MTN", region: "CM" }],
      ["phoneNumber", { phoneNumber: "+12345", provider: "MTN", region: "CM" }],
      ["phoneNumber", { phoneNumber: "+123456789012345", provider: "MTN", region: "CM" }],
      ["provider", { phoneNumber: "+237671234567", region: "CM" }],
      ["provider", { phoneNumber: "+237671234567", provider: "", region: "CM" }],
      ["region", { phoneNumber: "+237671234567", provider: "MTN", region: "GA" }]
    ]
  },
  XOF_ACCOUNT: {
    accepted: [
      { phoneNumber: "+221701234567", provider: "ORANGE" },
      { phoneNumber: "+2250701234567", provider: "MTN" },
      { phoneNumber: "+22961234567", provider: "MOOV" },
      { phoneNumber: "+229612345678", provider: "WAVE", region: "BJ" },
      { phoneNumber: "+221701234567", provider: "FREE", region: "SN" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+22170123456", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "+2217012345678", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "+225070123456", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "+22507012345678", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "+2296123456", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "+2296123456789", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "+22890123456", provider: "ORANGE" }],
      ["phoneNumber", { phoneNumber: "00221701234567", provider: "ORANGE" }],
      ["region", { phoneNumber: "+221701234567", provider: "ORANGE", region: "CI" }],
      ["region", { phoneNumber: "+221701234567", provider: "ORANGE", region: "TG" }],
      ["provider", { phoneNumber: "+221701234567", provider: "Orange Money" }]
    ]
  },
  ZAR_ACCOUNT: {
    accepted: [
      { bankName: "Standard Bank", accountNumber: "012345678" },
      { bankName: "Standard Bank", accountNumber: "0123456789" },
      { bankName: "Standard Bank", accountNumber: "0123456789012" }
    ],
    refused: [
      ["accountNumber", { bankName: "Standard Bank", accountNumber: "01234567" }],
      ["accountNumber", { bankName: "Standard Bank", accountNumber: "01234567890123" }],
      ["accountNumber", { bankName: "Standard Bank", accountNumber: {} }],
      ["bankName", { accountNumber: "012345678" }],
      ["bankName", { bankName: "\t", accountNumber: "012345678" }],
      ["branchCode", { bankName: "Standard Bank", accountNumber: "012345678", branchCode: "12345" }]
    ]
  },
  ZMW_ACCOUNT: {
    accepted: [
      { phoneNumber: "+260712345678", provider: "TNM" },
      { phoneNumber: "+260712345678", provider: "AIRTEL" },
      { phoneNumber: "+260712345678", provider: "ZAMTEL" },
      { phoneNumber: "+260712345678", provider: "MTN" },
      { phoneNumber: "+260000000102", provider: "TNM" },
      { phoneNumber: "+260998877665", provider: "TNM" }
    ],
    refused: [
      ["phoneNumber", { phoneNumber: "+26071234567", provider: "TNM" }],
      ["phoneNumber", { phoneNumber: "+2607123456789", provider: "TNM" }],
      ["phoneNumber", { phoneNumber: "260712345678", provider: "TNM" }],
      ["phoneNumber", { phoneNumber: "00260712345678", provider: "TNM" }],
      ["phoneNumber", { phoneNumber: "+260 712345678", provider: "TNM" }],
      ["phoneNumber", { phoneNumber: "+26071234567８", provider: "TNM" }],
      ["phoneNumber", { phoneNumber: "+17123456789", provider: "TNM" }],
      ["phoneNumber", { provider: "TNM" }],
      ["provider", { phoneNumber: "+260712345678" }],
      ["provider", { phoneNumber: "+260712345678", provider: "WAVE" }],
      ["provider", { phoneNumber: "+260712345678", provider: "tnm" }],
      ["bankName", { phoneNumber: "+260712345678", provider: "TNM", bankName: "MTN" }]
    ]
  }
} satisfies Readonly<Record<string, Vectors>>
