import { WireError } from "./errors.ts"

/** Half of a surrogate pair. With the `u` flag a whole pair is one code point and does not match. */
export const LONE_SURROGATE = /\p{Surrogate}/u

/** What text with half of a pair is refused with where its bytes count. */
export const loneSurrogate = (): WireError => new WireError("UTF8_MALFORMED", "A lone surrogate has no UTF-8 form")
