import { backOffice } from "./backOffice.ts"
import { businesses } from "./business.ts"
import { makeBackend } from "./Caller.ts"
import { clocked, environments, lab, liveLab } from "./cast.ts"
import { clumsyAtTheEdge } from "./clumsyEdge.ts"
import { clumsyWithMoney } from "./clumsyPayer.ts"
import { clumsyWithKeys } from "./clumsySigner.ts"
import { compliance } from "./compliance.ts"
import { heirs } from "./heir.ts"
import type { Party, Simulation } from "./Simulation.ts"
import { shoppers } from "./shopper.ts"
import { tester } from "./tester.ts"
import { makeVisitor } from "./visitor.ts"

/** The parties that play rarely, by name: developers in environments of their own, and visitors. */
export const makeDevelopers = (simulation: Simulation): ReadonlyArray<[string, Party]> => [
  ...(
    [
      ["clumsy caller", lab, clumsyAtTheEdge],
      ["clumsy signer", lab, clumsyWithKeys],
      ["clumsy payer", lab, clumsyWithMoney],
      ["clumsy shopper", lab, shoppers],
      ["business", lab, businesses],
      ["business", liveLab, businesses],
      ["back office", lab, backOffice],
      ["back office", liveLab, backOffice],
      ["heir", liveLab, heirs],
      ["compliance", lab, compliance],
      ["compliance", liveLab, compliance],
      ["tester", clocked, tester]
    ] as const
  ).map(([name, home, actsOf]): [string, Party] => {
    const backend = makeBackend(simulation, home, name)
    return [`${name} ${home.key}`, { owner: backend.owner, acts: actsOf(backend, simulation) }]
  }),
  ...environments
    .filter((_, nth) => nth === 0 || nth === 3)
    .map((home): [string, Party] => [`visitor ${home.key}`, makeVisitor(simulation, home)])
]
