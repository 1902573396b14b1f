import { type Environment, environmentKey } from "@countersign/core"

/** Everybody is of one platform: that environments are apart (I9) is not what is modelled here. */
export const here: Environment = { platformId: "model", mode: "production" }
export const environment = environmentKey(here)
