import type { HostConversationOptions } from "@countersign/testkit"

/** A framework with Countersign in it, as the conversation asks for one. */
export interface Host {
  readonly name: string
  /** How Countersign is mounted, in a few words. */
  readonly mounting: string
  readonly listen: HostConversationOptions["listen"]
  /** The body parsers that stand in front in some stories. */
  readonly parsers: ReadonlyArray<string>
  /** The setting by which the framework trusts a proxy, where it has one. */
  readonly proxySetting?: string
  /** Stories that this host cannot keep, by name, each with the reason. The tests show that it does not keep them. */
  readonly exempt?: Readonly<Record<string, string>>
}
