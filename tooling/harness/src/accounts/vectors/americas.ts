import type { Vectors } from "../KnownAnswers.ts"

const accounts = {
  BRL_ACCOUNT: {
    accepted: [
      { pixKeyType: "CPF", pixKey: "11144477735", taxId: "52998224725" },
      { pixKeyType: "CNPJ", pixKey: "11222333000181", taxId: "11222333000181" },
      { pixKeyType: "CNPJ", pixKey: "12ABC34501DE35", taxId: "12ABC34501DE35" },
      { pixKeyType: "EMAIL", pixKey: "ada@example.com", taxId: "52998224725", bankName: "Nubank" },
      { pixKeyType: "PHONE", pixKey: "+5511987654321", taxId: "52998224725" },
      { pixKeyType: "RANDOM", pixKey: "123e4567-e89b-42d3-a456-426614174000", taxId: "52998224725" }
    ],
    refused: [
      ["pixKey", { pixKeyType: "CPF", pixKey: "11144477736", taxId: "52998224725" }, "production"],
      ["pixKey", { pixKeyType: "CPF", pixKey: "111.444.777-35", taxId: "52998224725" }],
      ["pixKey", { pixKeyType: "CPF", pixKey: "11111111111", taxId: "52998224725" }, "production"],
      ["pixKey", { pixKeyType: "CNPJ", pixKey: "12ABC34501DE36", taxId: "52998224725" }, "production"],
      ["pixKey", { pixKeyType: "CNPJ", pixKey: "12abc34501de35", taxId: "52998224725" }],
      ["pixKey", { pixKeyType: "EMAIL", pixKey: "ada@example", taxId: "52998224725" }],
      [
        "pixKey",
        {
          pixKeyType: "EMAIL",
          pixKey: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com",
          taxId: "52998224725"
        }
      ],
      ["pixKey", { pixKeyType: "PHONE", pixKey: "5511987654321", taxId: "52998224725" }],
      ["pixKey", { pixKeyType: "RANDOM", pixKey: "123e4567e89b42d3a456426614174000", taxId: "52998224725" }],
      ["pixKeyType", { pixKeyType: "__proto__", pixKey: "11144477735", taxId: "52998224725" }],
      ["pixKeyType", { pixKeyType: "cpf", pixKey: "11144477735", taxId: "52998224725" }],
      ["taxId", { pixKeyType: "CPF", pixKey: "11144477735", taxId: "52998224724" }, "production"],
      ["taxId", { pixKeyType: "CPF", pixKey: "11144477735", taxId: "123456789012" }],
      ["taxId", { pixKeyType: "CPF", pixKey: "11144477735" }]
    ]
  },
  CAD_ACCOUNT: {
    accepted: [
      { bankCode: "001", branchCode: "00012", accountNumber: "1234567" },
      { bankCode: "001", branchCode: "00012", accountNumber: "123456789012" },
      { bankCode: "815", branchCode: "00012", accountNumber: "1234567" }
    ],
    refused: [
      ["bankCode", { bankCode: "01", branchCode: "00012", accountNumber: "1234567" }],
      ["bankCode", { bankCode: "0001", branchCode: "00012", accountNumber: "1234567" }],
      ["branchCode", { bankCode: "001", branchCode: "0012", accountNumber: "1234567" }],
      ["branchCode", { bankCode: "001", accountNumber: "1234567" }],
      ["accountNumber", { bankCode: "001", branchCode: "00012", accountNumber: "123456" }],
      ["accountNumber", { bankCode: "001", branchCode: "00012", accountNumber: "1234567890123" }]
    ]
  },
  COP_ACCOUNT: {
    accepted: [
      { bankName: "Bancolombia", accountNumber: "03112345678", bankAccountType: "SAVINGS" },
      { bankName: "Bancolombia", accountNumber: "03112345678", bankAccountType: "CHECKING" },
      { bankName: "Nequi", phoneNumber: "+573001234567" }
    ],
    refused: [
      ["bankAccountType", { bankName: "Bancolombia", accountNumber: "03112345678" }],
      [
        "phoneNumber",
        {
          bankName: "Bancolombia",
          accountNumber: "03112345678",
          bankAccountType: "SAVINGS",
          phoneNumber: "+573001234567"
        }
      ],
      ["bankName", { phoneNumber: "+573001234567" }],
      ["phoneNumber", { bankName: "Nequi", phoneNumber: "3001234567" }],
      ["phoneNumber", { bankName: "Nequi", phoneNumber: "+57 300 1234567" }],
      ["phoneNumber", { bankName: "Nequi", phoneNumber: "+00573001234567" }],
      ["bankAccountType", { bankName: "Nequi", phoneNumber: "+573001234567", bankAccountType: "SAVINGS" }],
      ["accountNumber", { bankName: "Bancolombia", accountNumber: "0311\u00002345", bankAccountType: "SAVINGS" }],
      ["accountNumber", { bankName: "Bancolombia", bankAccountType: "SAVINGS" }]
    ]
  },
  GTQ_ACCOUNT: {
    accepted: [
      { bankName: "Banco Industrial", accountNumber: "1234567890", bankAccountType: "SAVINGS" },
      { bankName: "Banco Industrial", accountNumber: "1234567890", bankAccountType: "CHECKING" },
      {
        bankName: "Banco Industrial",
        accountNumber: "1234567890",
        bankAccountType: "SAVINGS",
        beneficiary: {
          beneficiaryType: "INDIVIDUAL",
          fullName: "Ada Lovelace",
          phoneNumber: "+50212345678",
          countryOfResidence: "GT"
        }
      }
    ],
    refused: [
      ["bankName", { accountNumber: "1234567890", bankAccountType: "SAVINGS" }],
      ["accountNumber", { bankName: "Banco Industrial", bankAccountType: "SAVINGS" }],
      ["bankAccountType", { bankName: "Banco Industrial", accountNumber: "1234567890" }],
      ["bankAccountType", { bankName: "Banco Industrial", accountNumber: "1234567890", bankAccountType: "MONETARY" }],
      [
        "beneficiary.phoneNumber",
        {
          bankName: "Banco Industrial",
          accountNumber: "1234567890",
          bankAccountType: "SAVINGS",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", countryOfResidence: "GT" }
        }
      ],
      [
        "beneficiary.countryOfResidence",
        {
          bankName: "Banco Industrial",
          accountNumber: "1234567890",
          bankAccountType: "SAVINGS",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", phoneNumber: "+50212345678" }
        }
      ]
    ]
  },
  HTG_ACCOUNT: {
    accepted: [{ phoneNumber: "+50934101234" }, { phoneNumber: "+50931234567" }, { phoneNumber: "+50934101102" }],
    refused: [
      ["phoneNumber", {}],
      ["phoneNumber", { phoneNumber: "50934101234" }],
      ["phoneNumber", { phoneNumber: "+509 34101234" }],
      ["phoneNumber", { phoneNumber: "+0050934101234" }],
      ["phoneNumber", { phoneNumber: 50934101234 }],
      ["provider", { phoneNumber: "+50934101234", provider: "MONCASH" }]
    ]
  },
  JMD_ACCOUNT: {
    accepted: [
      { bankName: "NCB", branchCode: "00062", accountNumber: "062123456", bankAccountType: "SAVINGS" },
      { bankName: "NCB", branchCode: "00062", accountNumber: "062123456", bankAccountType: "CHECKING" },
      {
        bankName: "NCB",
        branchCode: "00062",
        accountNumber: "062123456",
        bankAccountType: "SAVINGS",
        beneficiary: {
          beneficiaryType: "INDIVIDUAL",
          fullName: "Ada Lovelace",
          phoneNumber: "+18761234567",
          address: { line1: "1 Main Street", city: "Kingston", postalCode: "JMAAW01", country: "JM" }
        }
      }
    ],
    refused: [
      ["branchCode", { bankName: "NCB", accountNumber: "062123456", bankAccountType: "SAVINGS" }],
      ["branchCode", { bankName: "NCB", branchCode: "0062", accountNumber: "062123456", bankAccountType: "SAVINGS" }],
      ["branchCode", { bankName: "NCB", branchCode: "000620", accountNumber: "062123456", bankAccountType: "SAVINGS" }],
      ["accountNumber", { bankName: "NCB", branchCode: "00062", bankAccountType: "SAVINGS" }],
      [
        "bankAccountType",
        { bankName: "NCB", branchCode: "00062", accountNumber: "062123456", bankAccountType: "savings" }
      ],
      [
        "beneficiary.address",
        {
          bankName: "NCB",
          branchCode: "00062",
          accountNumber: "062123456",
          bankAccountType: "SAVINGS",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", phoneNumber: "+18761234567" }
        }
      ],
      [
        "beneficiary.phoneNumber",
        {
          bankName: "NCB",
          branchCode: "00062",
          accountNumber: "062123456",
          bankAccountType: "SAVINGS",
          beneficiary: {
            beneficiaryType: "INDIVIDUAL",
            fullName: "Ada Lovelace",
            address: { line1: "1 Main Street", city: "Kingston", postalCode: "JMAAW01", country: "JM" }
          }
        }
      ]
    ]
  },
  MXN_ACCOUNT: {
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
  },
  SLV_ACCOUNT: {
    accepted: [
      { accountNumber: "7890123456", bankAccountType: "CHECKING" },
      { bankName: "Banco Cuscatlan", accountNumber: "7890123456", bankAccountType: "SAVINGS" },
      { phoneNumber: "+50371234567" },
      { phoneNumber: "+50371234567", bankName: "Tigo Money" }
    ],
    refused: [
      ["bankName", { accountNumber: "7890123456", bankAccountType: "SAVINGS", bankName: "" }],
      ["bankAccountType", { bankName: "Banco Cuscatlan", accountNumber: "7890123456", bankAccountType: "CURRENT" }],
      [
        "phoneNumber",
        {
          bankName: "Banco Cuscatlan",
          accountNumber: "7890123456",
          bankAccountType: "SAVINGS",
          phoneNumber: "+50371234567"
        }
      ],
      ["phoneNumber", { phoneNumber: "50371234567" }],
      ["phoneNumber", { phoneNumber: "+5037" }],
      ["accountNumber", { bankName: "Banco Cuscatlan", accountNumber: "7890 123", bankAccountType: "SAVINGS" }],
      ["bankAccountType", { phoneNumber: "+50371234567", bankAccountType: "SAVINGS" }]
    ]
  },
  USD_ACCOUNT: {
    accepted: [
      { accountNumber: "1234567890", routingNumber: "021000021" },
      { accountNumber: "1234567890", routingNumber: "111000025", bankAccountType: "SAVINGS", bankName: "Chase" },
      { accountNumber: "1234567890", routingNumber: "021000021", accountCategory: "CHECKING" },
      {
        accountNumber: "1234567890",
        routingNumber: "026009593",
        accountCategory: "SAVINGS",
        bankAccountType: "SAVINGS"
      }
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
} satisfies Readonly<Record<string, Vectors>>

export const americas = {
  ...accounts,
  // Another spelling of the same account.
  US_ACCOUNT: accounts.USD_ACCOUNT
} satisfies Readonly<Record<string, Vectors>>
