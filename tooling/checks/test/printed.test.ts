import type { Declaration } from "@countersign/core"
import { collections } from "@countersign/harness/tables"
import { collectionsSql } from "@countersign/postgres"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { formatted, isPrinted, MARK, withImports } from "../src/printed/formatted.ts"
import { tableFiles, tablesModule } from "../src/printed/tables.ts"
import { bodyOf, commentOf, shapeOf, typeOf } from "../src/printed/typescript.ts"

const Place = Schema.Struct({ country: Schema.String }).annotate({ description: "A place" })
const at = Schema.String.annotate({ format: "date-time", description: "ISO 8601, UTC" })
const named = new Map([[shapeOf(Place.ast), { name: "Place", description: "A place." }]])
const nameOf = (shape: string) => named.get(shape)

describe("the type of a schema", () => {
  it("is the JSON side, with optional fields, lists, instants and the values of literals", () => {
    const schema = Schema.Struct({
      kind: Schema.Literals(["A", "B"]),
      count: Schema.optionalKey(Schema.FiniteFromString),
      tags: Schema.Array(Schema.String),
      at,
      gone: Schema.NullOr(Schema.Boolean),
      any: Schema.Record(Schema.String, Schema.Json)
    })
    expect(shapeOf(schema.ast)).toBe(
      '{ readonly kind: "A" | "B"; readonly count?: string; readonly tags: ReadonlyArray<string>; readonly at: Instant; readonly gone: boolean | null; readonly any: JsonFields }'
    )
  })

  it("names a part by its shape, and documents a field by its own description", () => {
    const schema = Schema.Struct({
      from: Place,
      to: Schema.optionalKey(Place).annotateKey({ description: "Absent for a stay" }),
      note: Schema.String.annotate({ description: "Any text" })
    })
    expect(bodyOf(schema.ast, nameOf)).toBe(
      "{\nreadonly from: Place\n/** Absent for a stay. */\nreadonly to?: Place\n/** Any text. */\nreadonly note: string\n}"
    )
    expect(typeOf(Schema.Array(Place).ast, nameOf)).toBe("ReadonlyArray<Place>")
  })

  it("is an error for a schema without a type in JSON", () => {
    expect(() => shapeOf(Schema.BigInt.ast)).toThrow("a schema of BigInt has no TypeScript type")
    expect(() => shapeOf(Schema.Tuple([Schema.String]).ast)).toThrow("a tuple has no name for its items")
  })
})

describe("a printed source", () => {
  it("wraps a long comment at 120 columns", () => {
    const text = "word ".repeat(40).trim()
    expect(
      commentOf(text)
        .split("\n")
        .every((line) => line.length <= 120)
    ).toBe(true)
    expect(
      commentOf(text)
        .replaceAll(/\n \* |\/\*\*|\n \*\/\n/gu, " ")
        .trim()
    ).toBe(text)
  })

  it("imports the names that it uses outside of comments, and no others", () => {
    const source = "/** Not an Other. */\nexport type A = Used | Base"
    expect(withImports(source, { "./z.ts": ["Used", "Other"], "./b.ts": ["Base"] })).toBe(
      `import type { Base } from "./b.ts"\nimport type { Used } from "./z.ts"\n\n${source}`
    )
  })

  it("has the mark of printed files and the form of the formatter, which refuses a source that does not parse", () => {
    const source = formatted("packages/x/src/a.ts", "export type A = {readonly b:string}")
    expect(source).toBe(`${MARK}\n\nexport type A = { readonly b: string }\n`)
    expect(isPrinted(source)).toBe(true)
    expect(isPrinted(`\n${source}`)).toBe(false)
    expect(() => formatted("packages/x/src/a.ts", "export type A = [object Object]")).toThrow("Object")
  })
})

describe("the migration of the tables", () => {
  it("has the table of each collection, those of the sandbox too, and is a printed file", () => {
    const [[, source = ""] = []] = tableFiles()
    expect(isPrinted(source)).toBe(true)
    const created = [...source.matchAll(/^create table "countersign"\."(\w+)"/gmu)].map(([, name]) => name)
    expect(created).toEqual(collections.map(({ name }) => name))
    expect(created).toContain("journal")
  })

  it("has the keys and indexes of a new collection", () => {
    const pets: Declaration = {
      name: "pets",
      unique: { chip: ["chipId"] },
      indexes: { owner: ["ownerId", "_tag"] },
      prefixes: { ownerId: "Customer" },
      due: "dueAt"
    }
    const lines = tablesModule(collectionsSql([pets])).split("\n")
    expect(lines).toContain('  "owner_id" uuid,')
    expect(lines).toContain('  constraint "pets_chip_key" unique (environment, "chip_id")')
    expect(lines.filter((line) => line.startsWith("create index"))).toEqual([
      expect.stringMatching(
        /^create index "pets_owner" on .*\(environment, "owner_id", "tag", created_at, id\) where /u
      ),
      expect.stringMatching(/^create index "pets_due" on .*\(environment, due_at, id\) where due_at is not null;/u)
    ])
  })
})
