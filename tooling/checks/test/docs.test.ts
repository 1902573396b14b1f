import type { Kind } from "@countersign/account-types"
import { describe, expect, it } from "vitest"
import { accountsPage } from "../src/docs/accounts.ts"
import { drift, strays } from "../src/docs/drift.ts"
import { endpointsPage, matrixModule } from "../src/docs/endpoints.ts"
import { errorsPage } from "../src/docs/errors.ts"
import { withMap } from "../src/docs/generators.ts"
import { hostsPage } from "../src/docs/hosts.ts"
import { machinesPage } from "../src/docs/machines.ts"
import { optionsPage } from "../src/docs/options.ts"
import { withPowers } from "../src/docs/security.ts"
import { isPrinted } from "../src/printed/formatted.ts"
import { parse } from "../src/workspace/Manifest.ts"

describe("machines.md", () => {
  it("gives each machine a heading, its diagram and its table", () => {
    const machines = [{ name: "OneTimeCode", mermaid: "stateDiagram-v2", table: "| a |\n|---|\n" }]
    expect(machinesPage({ machines })).toContain("## OneTimeCode\n\n```mermaid\nstateDiagram-v2\n```\n\n| a |\n|---|\n")
  })
})

describe("accounts.md", () => {
  const labels = { label: "" }
  const format = { pattern: ".", minLength: 1, maxLength: 9, sample: () => "1" }
  const iban = {
    ...format,
    says: "an IBAN",
    production: { rules: [{ says: "real", holds: () => true }] as const, findsEveryDigit: true }
  }
  const euro: Kind = {
    accountType: "EUR_ACCOUNT",
    label: "",
    currencies: ["EUR"],
    variants: [
      {
        ...{ name: "IBAN", label: "", identifier: "iban", rails: ["SEPA"] },
        fields: [
          { ...labels, type: "text", name: "iban", required: true, format: iban },
          { ...labels, type: "choice", name: "rail", required: false, choices: ["A", "B"] }
        ]
      },
      {
        ...{ name: "KEY", label: "", identifier: "key", rails: [] },
        fields: [
          {
            ...labels,
            type: "dependent",
            name: "key",
            on: "rail",
            required: true,
            formats: { A: { ...format, says: "a|b" } }
          }
        ]
      }
    ],
    destination: "EUR",
    source: { asOf: "2026-06", note: "ISO" }
  }

  it("prints one row for each kind, its variants, and the checks that only production makes", () => {
    const rows = accountsPage(new Map([["EUR_ACCOUNT", euro]])).split("\n")
    expect(rows.filter((line) => line.includes("_ACCOUNT`"))).toEqual([
      "| `EUR_ACCOUNT` | EUR | `iban` an IBAN; `rail` (optional) A or B<br>or: `key` A: a\\|b | real | `iban`, `key` | SEPA | required | ISO (2026-06) |"
    ])
  })
})

describe("the map of packages", () => {
  const room = (folder: string, description?: string) => parse(folder, JSON.stringify({ name: folder, description }))
  const page = "# A\n\n```text output=map\nold\n```\n\nEnd.\n"

  it("has a line for each workspace, with the description of its package.json", () => {
    expect(withMap(page, [room("."), room("packages/a", "One"), room("tooling/long", "Two")])).toBe(
      "# A\n\n```text output=map\npackages/a    One\ntooling/long  Two\n```\n\nEnd.\n"
    )
  })

  it("rejects a workspace without a description, and a page without the block", () => {
    expect(() => withMap(page, [room("packages/a")])).toThrow("packages/a/package.json has no description")
    expect(() => withMap("# A", [room("packages/a", "One")])).toThrow("output=map")
  })
})

describe("endpoints.md", () => {
  const shape = { identifier: "sendThing", method: "POST", path: "/things", headers: {}, payload: { size: 1 } }
  const sent = {
    shape,
    ground: "rails",
    scope: "TRANSACT",
    body: "lenient" as const,
    isRepeatable: true,
    isSecret: true,
    ofUser: { owner: "accountId" }
  }
  const read = { shape: { ...shape, identifier: "readThing", method: "GET" }, ground: undefined, scope: "VIEW" }

  const endpoints = [
    { ...sent, refusals: ["RequestUnknown", "StampMissing"] },
    {
      ...read,
      body: "none" as const,
      isRepeatable: false,
      isSecret: false,
      ofUser: undefined,
      refusals: ["StampMissing"]
    },
    { ...sent, ofUser: { owner: "none" }, refusals: [] }
  ]

  it("has a row for each endpoint, with its checks in the order of execution", () => {
    expect(endpointsPage({ BODY_LIMIT: 65_536, endpoints })).toContain(
      [
        "| `POST /things` | rails | TRANSACT | 64 KiB, or none | takes a key | once | retry | `accountId` | `sendThing` |",
        "| `GET /things` |  | VIEW |  |  |  | stamp |  | `readThing` |",
        "| `POST /things` | rails | TRANSACT | 64 KiB, or none | takes a key | once |  | yes | `sendThing` |"
      ].join("\n")
    )
  })

  it("prints the matrix as resources/index.ts, above its exports", () => {
    expect(matrixModule(endpoints)).toContain(
      [
        "//                 mode   user  scope     body     key  decodes  own        signs",
        "// POST   /things  rails  yes   TRANSACT  lenient  yes  -h-b     accountId  retry",
        "// GET    /things               VIEW                    -h-b                stamp",
        "// POST   /things  rails  yes   TRANSACT  lenient  yes  -h-b",
        "",
        'export { endpoints, resources } from "./groups.ts"\n'
      ].join("\n")
    )
    expect(isPrinted(matrixModule([]))).toBe(true)
    expect(matrixModule([])).not.toContain("/things ")
  })

  it("prints the rows of SECURITY.md, one for the endpoints with the same scope and effect", () => {
    const tokenAlone = { achieves: "Sends.", because: "It may.", writes: ["things"] }
    const powers = [
      { shape, scope: "MANAGE", tokenAlone },
      { shape: { method: "GET", path: "/things/:id" }, scope: "VIEW", tokenAlone: { ...tokenAlone, writes: [] } },
      { shape: { method: "DELETE", path: "/things/:id" }, scope: "MANAGE", tokenAlone: { ...tokenAlone } }
    ]
    expect(withPowers("# A\n\n| Calls |\n| --- |\n| former |\n\nEnd\n", powers)).toBe(
      [
        "# A\n",
        "| Calls | Scope | A token alone achieves | Because | Records written |",
        "| --- | --- | --- | --- | --- |",
        "| `POST /things`, `DELETE /things/{id}` | MANAGE | Sends. | It may. | `things` |",
        "| `GET /things/{id}` | VIEW | Sends. | It may. |  |",
        "\nEnd\n"
      ].join("\n")
    )
    expect(() => withPowers("# A", powers)).toThrow("no table of calls")
  })
})

describe("errors.md", () => {
  const texts = { message: "No such thing. Look again.", cause: "The id is wrong.", remedy: "Send another id." }
  const catalogue = {
    Late: { status: 404 as const, code: "NOT_FOUND", ...texts, docs: "errors.md#late" },
    OtpWrong: {
      status: 401 as const,
      code: "UNAUTHORIZED",
      reason: "Invalid OTP code",
      check: "OTP_WRONG",
      ...texts,
      message: "Wrong. Try\nagain.",
      docs: "errors.md#otpwrong"
    },
    Missing: { status: 401 as const, code: "UNAUTHORIZED", ...texts, docs: "errors.md#missing" }
  }
  const page = errorsPage(catalogue)

  it("has a section for each code and for each refusal, and a link to each code", () => {
    const headings = ["## NOT_FOUND", "### Late", "## UNAUTHORIZED", "### Missing", "### OtpWrong"]
    expect(page.match(/^##+ .*$/gmu)).toEqual(headings)
    expect(page).toContain("[NOT_FOUND](#not_found) · [UNAUTHORIZED](#unauthorized)")
  })

  it("prints status, check, reason, message, cause and remedy of a refusal", () => {
    expect(page.slice(page.indexOf("### OtpWrong"))).toBe(
      [
        "### OtpWrong",
        "",
        "Status 401, check `OTP_WRONG`, reason `Invalid OTP code`.",
        "",
        "> Wrong. Try again.",
        "",
        "- **Cause:** The id is wrong.",
        "- **Remedy:** Send another id.",
        ""
      ].join("\n")
    )
  })

  it.each(["cause", "remedy"])("rejects a refusal with an empty %s", (text) => {
    expect(() => errorsPage({ Late: { ...catalogue.Late, [text]: "" } })).toThrow(text)
  })

  it("rejects a link whose anchor is not the section of its refusal", () => {
    const astray = { ...catalogue.Late, docs: "errors.md#early" }
    expect(() => errorsPage({ Late: astray })).toThrow(
      "Late: the anchor in docs differs from the anchor of its section"
    )
  })
})

describe("hosts.md", () => {
  const column = {
    name: "Express 5",
    mounting: "`app.use`",
    prefixes: ["/", "/a|b"],
    parsers: ["json"],
    proxySetting: "trust proxy",
    chapters: [
      { name: "the real service", stories: 20, exempt: 0 },
      { name: "headers", stories: 9, exempt: 0 }
    ],
    exempt: []
  }
  const { proxySetting: _, ...other } = { ...column, name: "Other", parsers: [] }
  const chapters = [{ name: "headers", stories: 9, exempt: 2 }]
  const matrix = [column, { ...other, chapters, exempt: [{ story: "it keeps a|b", reason: "it cannot" }] }]

  it("has a column for each host, a row for each chapter, and the real service last", () => {
    const rows = hostsPage(matrix)
      .split("\n")
      .filter((line) => line.startsWith("|"))
    expect(rows).toEqual([
      "|  | Express 5 | Other |",
      "| --- | --- | --- |",
      "| mounted by | `app.use` | `app.use` |",
      "| mounted under | `/` `/a\\|b` | `/` `/a\\|b` |",
      "| body parsers in front | none, json | none |",
      "| behind a proxy | with and without `trust proxy` | no such setting |",
      "| headers | 9 | 7 of 9 |",
      "| the real service | 20 |  |",
      "| all stories | 29 | 7 of 9 |",
      "| Story | Why |",
      "| --- | --- |",
      "| it keeps a\\|b | it cannot |"
    ])
  })

  it("lists the exemptions of each host, and omits hosts without exemptions", () => {
    expect(hostsPage(matrix).match(/^## .*$/gmu)).toEqual(["## Stories that Other does not pass"])
  })
})

describe("options.md", () => {
  const source = (docstring: string) => `
    /** All options. */
    export interface CountersignOptions {
      /** The outer option. */
      readonly outer?: Outer
    }
    /** A part. */
    export interface Outer {
      ${docstring}
      readonly inner: string
    }
    export interface Unrelated {
      readonly other: string
    }`

  it("prints every interface that the options reach, with each docstring", () => {
    const page = optionsPage("a.ts", source("/** The inner option. */"), {})
    expect(page).toContain("| `outer?` | `Outer` | The outer option. |")
    expect(page).toContain("## Outer\n\nA part.\n")
    expect(page).toContain("| `inner` | `string` | The inner option. |")
    expect(page).not.toContain("Unrelated")
  })

  it("rejects an option without a docstring, and names it", () => {
    expect(() => optionsPage("a.ts", source(""), {})).toThrow("Outer.inner")
  })
})

describe("drift", () => {
  it("reports nothing when the files on disk match the generated text", () => {
    expect(drift(new Map([["a.md", "x"]]), new Map([["a.md", "x"]]))).toEqual([])
    expect(strays(new Set(["a.md"]), ["a.md"])).toEqual([])
  })

  it("reports a different or missing file with the command that writes it", () => {
    const printed = new Map([
      ["a.md", "x"],
      ["b.md", "x"]
    ])
    const found = drift(printed, new Map([["a.md", "y"]]))
    expect(found.map((line) => line.split("  ")[0])).toEqual(["a.md", "b.md"])
    expect(found[0]).toContain("npm run docs")
  })

  it("reports a file that no generator prints", () => {
    expect(strays(new Set(), ["old.md"])).toHaveLength(1)
  })
})
