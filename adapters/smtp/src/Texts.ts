/** One mail as its reader sees it. Plain text; what could break out of a line is taken out of both parts. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

/** What a mail with a code may say. */
export interface CodeFacts {
  readonly product: string
  readonly platformId: string
  readonly code: string
  /** The code in groups of three or four, to be read. */
  readonly spaced: string
  /** How long the code is good for from now on, at least 1. */
  readonly minutes: number
}

/** What word to an old address may say. Where codes go from now on is not among it. */
export interface EmailChangedFacts {
  readonly product: string
  readonly platformId: string
  readonly changedAt: Date
}

/** The words of each mail. */
export interface Texts {
  readonly code: (facts: CodeFacts) => Letter
  readonly emailChanged: (facts: EmailChangedFacts) => Letter
}

/** In plain English, without a link. The code is in the body alone: subjects are logged, and seen on locked screens. */
export const defaultTexts: Texts = {
  code: ({ minutes, product, spaced }) => ({
    subject: `Your ${product} code`,
    text: lines(
      `Your code to sign in to ${product}:`,
      "",
      `    ${spaced}`,
      "",
      `It works once, for about ${minutes === 1 ? "1 minute" : `${minutes} minutes`}. A newer code replaces it.`,
      "",
      `Nobody from ${product} will ever ask you for it.`,
      "If you did not want to sign in, ignore this mail."
    )
  }),
  emailChanged: ({ changedAt, product }) => ({
    subject: `Your ${product} codes go to another address now`,
    text: lines(
      `The e-mail address of your ${product} account was changed`,
      `on ${changedAt.toISOString().slice(0, 16).replace("T", " at ")} UTC. Codes to sign in are no longer sent here.`,
      "",
      `If that was not you, tell ${product} at once.`
    )
  })
}

const lines = (...each: ReadonlyArray<string>): string => `${each.join("\n")}\n`

/** `123456` as `123 456`: groups of three, of four where that comes out even, else a longer group at the end. */
export const spaced = (code: string): string => {
  const size = code.length % 4 === 0 ? 4 : 3
  const groups = Math.max(1, Math.floor(code.length / size))
  return Array.from({ length: groups }, (_, at) =>
    code.slice(at * size, at === groups - 1 ? undefined : (at + 1) * size)
  ).join(" ")
}

/** Whole minutes between two instants, to the nearest, and never none. */
export const minutesBetween = (from: number, to: number): number => Math.max(1, Math.round((to - from) / 60_000))
