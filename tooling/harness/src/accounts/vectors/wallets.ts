import { vectors as evmVectors } from "../evmAddress.ts"
import type { Vectors } from "../KnownAnswers.ts"

const address = "spark1pgss9wr5chlrmsf82f5n7f4ejvsyxrylm57lmdmxfkkl8m93a02778g28z4avy"

export const wallets = {
  BASE_WALLET: evmVectors,
  ETHEREUM_WALLET: evmVectors,
  LIGHTNING: {
    accepted: [
      {
        invoice:
          "lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh"
      },
      { bolt12: "lno1hwcl8cy2d8yhjygpnm8lkvf47aka6arpmfusak947yl9vrv24s3zemg9fufy" },
      { lightningAddress: "ada@example.com" },
      { lightningAddress: "ada.002@pay.example.com", vaspName: "Acme" }
    ],
    refused: [
      ["invoice", {}],
      [
        "invoice",
        {
          invoice:
            "lnbc2600u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh"
        },
        "production"
      ],
      [
        "invoice",
        {
          invoice:
            "LNBC2500U1PVJLUEZSP5ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYGSPP5QQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQYPQDQ5XYSXXATSYP3K7ENXV4JSXQZPU9QRSGQUK0RL77NJ30YXDY8J9VDX85FKPMDLA2087NE0XH8NHEDH8W27KYKE0LP53UT353S06FV3QFEGEXT0EH0YMJPF39TUVEN09SAM30G4VGPFNA3RH"
        }
      ],
      [
        "invoice",
        {
          invoice:
            "lntb2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh"
        },
        "production"
      ],
      [
        "bolt12",
        {
          invoice:
            "lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh",
          bolt12: "lno1hwcl8cy2d8yhjygpnm8lkvf47aka6arpmfusak947yl9vrv24s3zemg9fufy"
        }
      ],
      [
        "lightningAddress",
        {
          bolt12: "lno1hwcl8cy2d8yhjygpnm8lkvf47aka6arpmfusak947yl9vrv24s3zemg9fufy",
          lightningAddress: "ada@example.com"
        }
      ],
      ["bolt12", { bolt12: "lnx1hwcl8cy2d8yhjygpnm8lkvf47aka6arpmfusak947yl9vrv24s3zemg9fufy" }],
      ["lightningAddress", { lightningAddress: "Ada@example.com" }],
      ["lightningAddress", { lightningAddress: "ada@example" }],
      [
        "invoice",
        {
          invoice:
            "lnbc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
        }
      ]
    ]
  },
  PLASMA_WALLET: evmVectors,
  POLYGON_WALLET: evmVectors,
  SOLANA_WALLET: {
    accepted: [
      { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" },
      { address: "So11111111111111111111111111111111111111112" },
      { address: "11111111111111111111111111111111", vaspName: "Acme" }
    ],
    refused: [
      ["address", {}],
      ["address", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT0OIl" }],
      ["address", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4" }],
      ["address", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v1" }],
      ["address", { address: "111111111111111111111111111111111" }, "production"],
      ["address", { address: "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz" }, "production"],
      ["beneficiary", { address: "EPjFWdD5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", beneficiary: 7 }]
    ]
  },
  SPARK_WALLET: {
    accepted: [
      { address },
      { address: "spark1pgss9pgcpm6uuq8mztugwvddphr7n5mj7gftd7kk5jrq3kwk33gw0mtjg986r2" },
      { address: "spark1pgss93rtkcn4awgqqfadex4wex2egyjlsltxjanljtrd42jlkzeh07hpfhhn09", vaspName: "Acme" },
      { address, beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } }
    ],
    refused: [
      ["address", {}],
      ["address", { address: address.replace("9wr5", "8wr5") }, "production"],
      ["address", { address: address.replace("spark1", "sparkrt1") }, "production"],
      ["address", { address: address.toUpperCase() }],
      ["address", { address: address.replace("spark1", "bc1") }],
      ["address", { address: `${address.slice(0, -3)}102` }],
      ["address", { address: "spark1pgss9wr5chlrm" }],
      ["address", { address: `spark1${"q".repeat(250)}` }],
      ["beneficiary.fullName", { address, beneficiary: { beneficiaryType: "INDIVIDUAL" } }],
      ["iban", { address, iban: "DE89370400440532013000" }]
    ]
  },
  TRON_WALLET: {
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
} satisfies Readonly<Record<string, Vectors>>
