import type { WebhookFaultWord } from "@countersign/core"

/** Why a post came to nothing, inside this adapter. */
export class Fault extends Error {
  override readonly name = "Fault"
  readonly word: WebhookFaultWord

  constructor(word: WebhookFaultWord, cause?: unknown) {
    super(word, { cause })
    this.word = word
  }
}
