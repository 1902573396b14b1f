import type { Vectors } from "./KnownAnswers.ts"
import { africa } from "./vectors/africa.ts"
import { americas } from "./vectors/americas.ts"
import { asia } from "./vectors/asia.ts"
import { europe } from "./vectors/europe.ts"
import { wallets } from "./vectors/wallets.ts"

/** The vectors of every account type, by the name of the type. */
export const vectors: ReadonlyMap<string, Vectors> = new Map(
  Object.entries<Vectors>({ ...africa, ...americas, ...asia, ...europe, ...wallets })
)
