import { generatedPage } from "../workspace/markdown.ts"

type Documented = typeof import("@countersign/http")["catalogue"]["Defect"]
type Refusal = Documented & { readonly tag: string }

/** Prints `catalogue` of `@countersign/http`: a section for each code, and in it a section for each refusal. */
export const errorsPage = (catalogue: Readonly<Record<string, Documented>>): string => {
  const refusals = Object.entries(catalogue)
    .map(([tag, refusal]) => ({ tag, ...refusal }))
    .sort((one, other) => one.status - other.status || compare(one.tag, other.tag))
  const codes = [...new Set(refusals.map(({ code }) => code))].sort(compare)
  const index = codes.map((code) => `[${code}](#${code.toLowerCase()})`).join(" · ")
  const sections = codes.flatMap((code) => [
    `## ${code}\n`,
    ...refusals.filter((refusal) => refusal.code === code).flatMap(section)
  ])
  return generatedPage("Errors", INTRODUCTION, `${index}\n`, ...sections)
}

const INTRODUCTION = `Every refusal of the API (I16), by \`code\`. The body is JSON with \`status\`, \`code\`, \`message\`, \`docs\` and, for most,
\`reason\` and \`details\`. Programs compare \`code\`, and \`details.check\` where several refusals share a code. \`reason\` and
\`message\` are for people. \`docs\` is the path of this page with the section, or a link to [\`errorsUrl\`](options.md).
`

/** The heading is the tag, so its anchor equals the one in `docs` of the response. */
const section = ({ cause, check, docs, message, reason, remedy, status, tag }: Refusal): ReadonlyArray<string> => {
  if (!docs.endsWith(`#${tag.toLowerCase()}`))
    throw new Error(`${tag}: the anchor in docs differs from the anchor of its section`)
  if (cause === "" || remedy === "") throw new Error(`${tag} has no cause or no remedy`)
  const facts = [
    `Status ${status}`,
    ...(check === undefined ? [] : [`check \`${check}\``]),
    ...(reason === undefined ? [] : [`reason \`${reason}\``])
  ]
  return [
    `### ${tag}\n`,
    `${facts.join(", ")}.\n`,
    `> ${line(message)}\n`,
    `- **Cause:** ${line(cause)}`,
    `- **Remedy:** ${line(remedy)}\n`
  ]
}

const line = (text: string): string => text.replaceAll("\n", " ")

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)
