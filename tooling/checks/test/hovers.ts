import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Statement, TSSignature } from "oxc-parser"
import { parsed } from "../src/workspace/source.ts"

/**
 * Returns what an entry point exports without a sentence in its hover: exported declarations, and the members of
 * interfaces with methods. `entry` is a declaration file of the build output.
 */
export const unexplained = (entry: string): ReadonlyArray<string> => exportsOf(entry).flatMap(gapsIn)

interface Exported {
  readonly file: string
  readonly name: string
}

/** Follows re-exports to the files that declare the names. */
const exportsOf = (file: string): ReadonlyArray<Exported> =>
  programOf(file).body.flatMap((statement): ReadonlyArray<Exported> => {
    if (statement.type === "ExportAllDeclaration") return exportsOf(beside(file, statement.source.value))
    if (statement.type !== "ExportNamedDeclaration") return []
    const { declaration, source, specifiers } = statement
    if (declaration !== null) return namesOf(declaration).map((name) => ({ file, name }))
    // A type of another package is checked at the entry point of that package.
    if (source === null || !source.value.startsWith(".")) return []
    const wanted = specifiers.flatMap(({ local }) => (local.type === "Identifier" ? [local.name] : []))
    return exportsOf(beside(file, source.value)).filter(({ name }) => wanted.includes(name))
  })

const beside = (file: string, specifier: string): string =>
  join(dirname(file), specifier.replace(/(?:\.js|\.tsx?)?$/u, ".d.ts"))

const gapsIn = ({ file, name }: Exported): ReadonlyArray<string> => {
  const { body, isExplained } = programOf(file)
  // Of overloads, the first has the sentence.
  const [statement] = body.flatMap((each) =>
    each.type === "ExportNamedDeclaration" && each.declaration !== null && namesOf(each.declaration).includes(name)
      ? [{ ...each, declaration: each.declaration }]
      : []
  )
  if (statement === undefined) return [`${file}: ${name} is not declared`]
  const { declaration } = statement
  const members = declaration.type === "TSInterfaceDeclaration" ? declaration.body.body : []
  const isCallable = members.some(isMethod)
  return [
    ...(isExplained(statement) ? [] : [name]),
    ...members.filter((member) => isCallable && !isExplained(member)).map((member) => `${name}.${nameOf(member)}`)
  ]
}

const isMethod = (member: TSSignature): boolean =>
  member.type === "TSMethodSignature" ||
  (member.type === "TSPropertySignature" && member.typeAnnotation?.typeAnnotation.type === "TSFunctionType")

const nameOf = (member: TSSignature): string =>
  (member.type === "TSPropertySignature" || member.type === "TSMethodSignature") && member.key.type === "Identifier"
    ? member.key.name
    : member.type

const namesOf = (declaration: NonNullable<Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]>) => {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
  }
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : []
}

const programOf = (file: string) => {
  const { commentOf, program } = parsed(file, readFileSync(file, "utf8"))
  return {
    body: program.body,
    /** Whether a documentation comment with a sentence ends right before a node. */
    isExplained: (node: { readonly start: number }): boolean =>
      /^\*[\s*]*[A-Z`\d].*[a-z]/su.test(commentOf(node)?.value ?? "")
  }
}
