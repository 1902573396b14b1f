import type { Shape } from "./openApi.ts"

/** A field as a row of a table: where it is, whether it must be there, what it is. */
interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly shape: Shape
}

/** A schema as markdown: a table of its fields, or of each of its alternatives, or a line where it has none. */
export const shapeAsMarkdown = (shape: Shape): ReadonlyArray<string> => {
  const ways = waysOf(shape)
  if (ways.length > 0 && ways.some(({ properties }) => properties !== undefined)) {
    return ways.flatMap((way) => [`One way: ${namesOf(way)}`, "", ...shapeAsMarkdown(way)])
  }
  const fields = fieldsOf(shape)
  if (fields.length === 0) return [typeOf(shape), ""]
  return ["| Field | Must | Is | Means |", "|---|---|---|---|", ...fields.map(row), ""]
}

/** What a value may be, in a few words. */
export const typeOf = (shape: Shape): string => {
  if (shape.$ref !== undefined) return link(shape.$ref)
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${String(value)}\``).join(" or ")
  if (shape.const !== undefined) return `\`${String(shape.const)}\``
  const ways = waysOf(shape)
  if (ways.length > 0) return [...new Set(ways.map(typeOf))].join(" or ")
  if (shape.allOf !== undefined) return [...new Set(shape.allOf.map(typeOf))].join(" and ")
  const { items, type } = shape
  if (type === "array") return typeof items === "object" ? `list of ${typeOf(items)}` : "list"
  return [typeof type === "string" ? type : (type ?? ["any"]).join(" or "), limitsOf(shape)].filter(Boolean).join(", ")
}

const limitsOf = ({ maxLength, maximum, minLength, minimum }: Shape): string => {
  const [least, most] = [minLength ?? minimum, maxLength ?? maximum]
  const unit = maxLength === undefined && minLength === undefined ? "" : " characters"
  if (most !== undefined && most < Number.MAX_SAFE_INTEGER) return `${least ?? 0} to ${most}${unit}`
  return least === undefined ? "" : `at least ${least}${unit}`
}

const waysOf = ({ anyOf, oneOf }: Shape): ReadonlyArray<Shape> => anyOf ?? oneOf ?? []

/** An alternative by the one value of its first field, which is what tells it apart. */
const namesOf = ({ properties = {}, ...shape }: Shape): string => {
  const [first] = Object.entries(properties).filter(([, { enum: values }]) => values?.length === 1)
  return first === undefined ? typeOf(shape) : `\`${first[0]}\` is \`${String(first[1].enum?.[0])}\``
}

const fieldsOf = (shape: Shape, prefix = ""): ReadonlyArray<Field> => [
  ...(shape.allOf ?? []).flatMap((part) => fieldsOf(part, prefix)),
  ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
    { name: prefix + name, isRequired: (shape.required ?? []).includes(name), shape: inner },
    ...fieldsOf(inner, `${prefix}${name}.`),
    ...(typeof inner.items === "object" ? fieldsOf(inner.items, `${prefix}${name}[].`) : [])
  ])
]

const row = ({ isRequired, name, shape }: Field): string =>
  `| \`${name}\` | ${isRequired ? "yes" : ""} | ${cell(typeOf(shape))} | ${cell(shape.description ?? "")} |`

/** The error codes that a body is restricted to; none where it may be any. */
export const codesOf = (shape: Shape): ReadonlyArray<string> =>
  [shape, ...(shape.allOf ?? []), ...waysOf(shape)].flatMap(({ properties }) =>
    (properties?.code?.enum ?? []).map(String)
  )

/** Text inside a table's cell. */
export const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const link = (ref: string): string => {
  const name = ref.split("/").at(-1) ?? ""
  return `[${name}](schemas.html#${name.toLowerCase()})`
}
