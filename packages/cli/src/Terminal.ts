/** Where a command reads its settings and writes its words. */
export interface Terminal {
  readonly env: { readonly [name: string]: string | undefined }
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}
