import type { Format } from "../Field.ts"
import { characters } from "../Random.ts"

/** An e-mail address. */
export const email = (maxLength: number): Format => ({
  pattern: "[A-Za-z0-9.!#$&'*+\\/=?^_`\\{\\|\\}~\\-]+@[A-Za-z0-9.\\-]+\\.[A-Za-z]{2,}",
  minLength: 6,
  maxLength,
  says: `an e-mail address of at most ${maxLength} characters`,
  sample: (random) => `ada.${characters(random, 3)}@example.com`
})
