import { collections } from "@countersign/harness/tables"
import { describe, expect, it } from "vitest"
import { type Column, columnsOf, type View, views } from "../src/views/views.ts"

/** A schema, as far as its members go. */
interface Ast {
  readonly _tag: string
  readonly types?: ReadonlyArray<Ast>
  readonly propertySignatures?: ReadonlyArray<{ readonly name: PropertyKey; readonly type: Ast }>
  readonly checks?: ReadonlyArray<{ readonly annotations?: { readonly idPrefix?: unknown } | undefined }> | undefined
}

/** The members of a schema, by name: of each state of a union those that it has. */
const membersOf = (ast: Ast): ReadonlyMap<string, Ast> =>
  new Map(
    (ast.types ?? [ast]).flatMap(({ propertySignatures = [] }) =>
      propertySignatures.map(({ name, type }): [string, Ast] => [String(name), type])
    )
  )

const schemaOf = ({ of }: View): Ast => {
  const found = collections.find(({ name }) => name === of)
  if (found === undefined || !("schema" in found)) throw new Error(`no collection is named ${of}`)
  return Object(found.schema).ast
}

const prefixOf = ({ checks = [] }: Ast) =>
  checks.map(({ annotations }) => annotations?.idPrefix).find((each) => each !== undefined)

const camel = (name: string): string =>
  name === "tag" ? "_tag" : name.replaceAll(/_(.)/gu, (_, letter: string) => letter.toUpperCase())

/** The member that a column shows. The id of a record is the member with the prefix of its ids. */
const memberOf = ({ column, member, prefix }: Column, members: ReadonlyMap<string, Ast>): string | undefined => {
  if (member !== undefined) return member.split(".")[0]
  if (column !== "id") return camel(column ?? "")
  return [...members].find(([, type]) => prefixOf(type) === prefix)?.[0]
}

/** Names of members that may be secrets. */
const SECRET =
  /sealed|secret|digest|sha256|hash|key$|^keys|code$|token$|stamp|signature|payload|material|bundle|password/iu
const PLAIN = ["currency.code", "failedStamps"]

describe.each(views.map((view): [string, View] => [view.name, view]))("the view v1_%s", (_, view) => {
  const members = membersOf(schemaOf(view))
  const shown = view.columns.map((column) => memberOf(column, members))

  it("shows or withholds each member of its records, so that a new one is a decision", () => {
    const withheld = Object.keys(view.withheld)
    expect([...members.keys()].filter((name) => !shown.includes(name) && !withheld.includes(name))).toEqual([])
    expect(withheld.filter((name) => !members.has(name) || shown.includes(name))).toEqual([])
    // Every record has these two in the table, and most in the body too.
    const own = ["createdAt", "updatedAt"]
    expect(shown.filter((name) => name === undefined || (!members.has(name) && !own.includes(name)))).toEqual([])
  })

  it("finds each path in the schema", () => {
    const missing = view.columns.flatMap(({ member = "" }) => {
      const [outer = "", inner] = member.split(".")
      const found = members.get(outer)
      if (inner === undefined || found === undefined) return []
      const known = membersOf(found)
      // The record of an event may be of any collection.
      return known.has(inner) || (known.size === 0 && outer === "subject") ? [] : [member]
    })
    expect(missing).toEqual([])
  })

  it("shows no member that is named like a secret", () => {
    const names = view.columns.map(({ member = "", column = "" }) => `${member}${column}`)
    expect(names.filter((name) => SECRET.test(name) && !PLAIN.includes(name))).toEqual([])
  })

  it("has columns of different names, each with one sentence", () => {
    const columns = columnsOf(view)
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
    expect(
      columns.filter(({ name, says }) => !/^[a-z_]+$/u.test(name) || says.length < 5 || says.endsWith("."))
    ).toEqual([])
  })
})
