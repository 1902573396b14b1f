import type { Vectors } from "../Vectors.ts"

export const vectors: Vectors = {
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
}
