const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"])

/** Whether a web `Request` cannot carry a method (Fetch standard, section 2.2.1). No endpoint has one of them. */
export const isForbidden = (method: string): boolean => FORBIDDEN.has(method.toUpperCase())
