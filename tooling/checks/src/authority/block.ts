import { withBlock } from "../docs/block.ts"
import { escaped } from "../docs/threats.ts"
import type { TokenPower } from "./tokenPowers.ts"

/** A page with the table of token powers between its two marks. Throws where a mark is missing. */
export const withTokenPowers = (page: string, powers: ReadonlyArray<TokenPower>): string =>
  withBlock(page, BEGIN, tableOf(powers))

const BEGIN = "<!-- Written by `npm run docs` from tooling/checks/src/authority/tokenPowers.ts. -->"

const tableOf = (powers: ReadonlyArray<TokenPower>): string =>
  [
    "| Calls | Scope | A token alone achieves | Because |",
    "| --- | --- | --- | --- |",
    ...powers.map(({ achieves, because, operations, scope }) => {
      const calls = operations.map((operation) => `\`${operation}\``).join(", ")
      return `| ${[calls, scope, `${achieves}.`, `${because}.`].map(escaped).join(" | ")} |`
    })
  ].join("\n")
