import type { Random } from "./Random.ts"

/** The shape of a text. Lengths count UTF-16 units, as the attributes `minlength` and `maxlength` of HTML do. */
export interface Format {
  /** The whole text, without anchors, as the attribute `pattern` of HTML takes it. */
  readonly pattern: string
  readonly minLength: number
  readonly maxLength: number
  /** What the text must be, in words that follow "It must be". */
  readonly says: string
  /** What the pattern cannot say. */
  readonly always?: Check
  /** What only production checks: sandbox outcomes are chosen by the last characters, which check digits would forbid. */
  readonly production?: CheckDigits
  readonly sample: (random: Random) => string
}

/** A rule of code, such as a check digit. It is asked of texts that match the pattern. */
export interface Check {
  readonly says: string
  readonly holds: (text: string) => boolean
}

/**
 * A check digit or a checksum. Some find any single wrong digit, but for blind spots that the scheme itself has (CPF and
 * CNPJ); some find most, and a length finds none.
 */
export interface CheckDigits extends Check {
  readonly findsEveryDigit: boolean
}

interface Named<N extends string> {
  readonly name: N
  readonly label: string
  readonly required: boolean
}

/** A text of one format. */
export interface TextField<N extends string = string> extends Named<N> {
  readonly type: "text"
  readonly format: Format
  /** Set where the value is one of the `bankName`s that GET /discoveries answers, to the byte. */
  readonly fromDiscoveries?: boolean
}

/** One of a few texts. */
export interface ChoiceField<N extends string = string> extends Named<N> {
  readonly type: "choice"
  readonly choices: Choices
  /** In place of the choices, where they are too many to name. */
  readonly says?: string
}

/** A text whose format another field of the same variant chooses. */
export interface DependentField<N extends string = string> extends Named<N> {
  readonly type: "dependent"
  readonly on: string
  readonly formats: Readonly<Record<string, Format>>
}

/** One field of an account. */
export type Field<N extends string = string> = TextField<N> | ChoiceField<N> | DependentField<N>

/** At least one text to choose from. */
export type Choices = readonly [string, ...ReadonlyArray<string>]

/** A required text. */
export const text = <const N extends string>(name: N, label: string, format: Format): TextField<N> => ({
  type: "text",
  name,
  label,
  required: true,
  format
})

/** A required choice. */
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

/** The same field, which may be left out. */
export const optional = <F extends Field>(field: F): F => ({ ...field, required: false })
