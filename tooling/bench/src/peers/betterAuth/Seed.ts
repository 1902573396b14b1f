/** What the load needs to know: where the codes arrive. */
export interface Seed {
  readonly letters: number
}

/** Where better-auth stands, by its own default. */
export const MOUNT = "/api/auth"
