/** The kinds of servers there are; `kinds.ts` says how each is started. */
export type KindName = "floor" | "ours" | "better-auth" | "oidc-provider"

export type Mount = "node" | "express" | "koa" | "web"

/** One server to start. It runs in a process of its own. */
export interface ServerSpec {
  readonly kind: KindName
  readonly mount: Mount
  readonly store: "memory" | "postgres"
  /** A `postgres://` address of a database of its own. */
  readonly database?: string
  /** How many subjects it has; as many as a run needs unless given. */
  readonly subjects?: number
}

/** A server that takes requests. */
export interface Running {
  readonly port: number
  /** Statements sent to the store so far, for requests. */
  readonly statements: () => number
  /** JSON: what the load needs to make requests. */
  readonly seed: unknown
  readonly close: () => Promise<void>
}

/** One kind of server. */
export interface ServerKind {
  readonly start: (spec: ServerSpec) => Promise<Running>
}
