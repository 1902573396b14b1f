/** What the load introspects, and as whom. */
export interface Seed {
  /** The `authorization` of a resource server. */
  readonly authorization: string
  /** Opaque access tokens, one a user. */
  readonly tokens: ReadonlyArray<string>
}

/** Where tokens are introspected, by the provider's own default. */
export const INTROSPECTION = "/token/introspection"
