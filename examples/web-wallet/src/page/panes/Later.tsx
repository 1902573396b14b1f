import type { PaneName } from "../State.ts"
import { Clock } from "./Clock.tsx"
import { Events } from "./Events.tsx"
import { History } from "./History.tsx"
import { Sessions } from "./Sessions.tsx"

export { CredentialList } from "@countersign/react/account"
export { Preparation } from "./Preparation.tsx"
export { Recovery } from "./Recovery.tsx"

/** The panes that a wallet does not open with. */
export const Later = ({ shown }: { readonly shown: PaneName }) => (
  <>
    <Sessions shown={shown} />
    <History shown={shown} />
    <Events shown={shown} />
    <Clock shown={shown} />
  </>
)
