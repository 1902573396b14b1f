import { escaped } from "../docs/threats.ts"
import type { TokenPower } from "./tokenPowers.ts"

const BEGIN = "<!-- Written by `npm run docs` from tooling/checks/src/authority/tokenPowers.ts. -->"
const END = "<!-- The end of what is written. -->"

/** A page with the table of token powers between its two marks. Throws where a mark is missing. */
export const withTokenPowers = (page: string, powers: ReadonlyArray<TokenPower>): string => {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error("authority: the marks of the table are not in the page")
  return `${page.slice(0, from + BEGIN.length)}\n\n${tableOf(powers)}\n\n${page.slice(to)}`
}

const tableOf = (powers: ReadonlyArray<TokenPower>): string =>
  [
    "| Calls | Scope | A token alone achieves | Because |",
    "| --- | --- | --- | --- |",
    ...powers.map(({ achieves, because, operations, scope }) => {
      const calls = operations.map((operation) => `\`${operation}\``).join(", ")
      return `| ${[calls, scope, `${achieves}.`, `${because}.`].map(escaped).join(" | ")} |`
    })
  ].join("\n")
