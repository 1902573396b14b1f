import type { Random } from "./Random.ts"

/** The format of a text. Lengths count UTF-16 units, as the HTML attributes `minlength` and `maxlength` do. */
export interface Format {
  /** A pattern for the whole text, without anchors, as the HTML attribute `pattern` expects it. */
  readonly pattern: string
  readonly minLength: number
  readonly maxLength: number
  /** Completes the sentence "It must be". */
  readonly says: string
  /** Returns the one spelling that is checked, stored and shown, for texts that people write in several ways. */
  readonly spelling?: (sent: string) => string
  /** A rule that the pattern cannot express. */
  readonly always?: Check
  /** Checked only in production: the last characters choose sandbox outcomes, which check digits would prevent. */
  readonly production?: ProductionRules
  readonly sample: (random: Random) => string
}

/** A rule in code, such as a check digit. It runs only on texts that match the pattern. */
export interface Check {
  readonly says: string
  readonly holds: (text: string) => boolean
}

/** Check digits, a checksum and what the digits must encode. A text is rejected with the first rule that it breaks. */
export interface ProductionRules {
  readonly rules: readonly [Check, ...ReadonlyArray<Check>]
  /** Whether they detect every wrong digit, but for blind spots of the scheme (CPF, CNPJ). A length detects none. */
  readonly findsEveryDigit: boolean
}

export const checkDigits = (says: string, holds: Check["holds"], findsEveryDigit = true): ProductionRules => ({
  rules: [{ says, holds }],
  findsEveryDigit
})

interface Named<N extends string> {
  readonly name: N
  readonly label: string
  readonly required: boolean
}

export interface TextField<N extends string = string> extends Named<N> {
  readonly type: "text"
  readonly format: Format
  /** Set when the value must be exactly one of the `bankName`s of GET /discoveries. */
  readonly fromDiscoveries?: boolean
}

export interface ChoiceField<N extends string = string> extends Named<N> {
  readonly type: "choice"
  readonly choices: Choices
  /** Replaces the choices in messages when there are too many to list. */
  readonly says?: string
}

/** A text whose format depends on another field of the same variant. */
export interface DependentField<N extends string = string> extends Named<N> {
  readonly type: "dependent"
  readonly on: string
  readonly formats: Readonly<Record<string, Format>>
}

/** One field of an account. */
export type Field<N extends string = string> = TextField<N> | ChoiceField<N> | DependentField<N>

/** A non-empty list of choices. */
export type Choices = readonly [string, ...ReadonlyArray<string>]

export const text = <const N extends string>(name: N, label: string, format: Format): TextField<N> => ({
  type: "text",
  name,
  label,
  required: true,
  format
})

export const choice = <const N extends string>(name: N, label: string, choices: Choices): ChoiceField<N> => ({
  type: "choice",
  name,
  label,
  required: true,
  choices
})

/** A required text whose format follows the choice made in the field `on`. */
export const dependent = <const N extends string>(
  name: N,
  label: string,
  on: string,
  formats: Readonly<Record<string, Format>>
): DependentField<N> => ({ type: "dependent", name, label, required: true, on, formats })

export const optional = <F extends Field>(field: F): F => ({ ...field, required: false })
