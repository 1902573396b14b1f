import { name } from "./name.ts"

/** An operator of mobile money, where no list of codes is published. */
export const providerName = name(255, ["ORANGE", "MTN", "MASCOM"])
