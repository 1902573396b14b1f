/** Connections of a server to its database: the same for every kind, or the pool is what is measured. */
export const POOL_SIZE = 20
