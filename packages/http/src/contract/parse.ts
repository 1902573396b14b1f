/** How parts of a call are read: all that is wrong is told at once. */
export const PARSE = { errors: "all" } as const

/** And of a body, a field that nobody knows is wrong as well. */
export const PARSE_PAYLOAD = { errors: "all", onExcessProperty: "error" } as const
