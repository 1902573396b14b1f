/** Where a command reads its settings, writes its words, and finds the person in front of it. */
export interface Terminal {
  readonly env: { readonly [name: string]: string | undefined }
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether what is written to `out` may be coloured. */
  readonly hasColours: boolean
  /** Whether `err` shows one line that is written over: a person watches it. */
  readonly isWatched: boolean
  /** Asks the person in front of it. Absent where nobody sits there. */
  readonly ask?: (question: string) => Promise<string>
  /** Resolves when whoever runs the command wants it to end. Not asked, that ends the command at once. */
  readonly stopped: () => Promise<void>
}
