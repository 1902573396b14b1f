import * as fc from "fast-check"
import type { Input } from "../edge/Input.ts"
import type { Stage } from "../edge/stage.ts"
import { ceremonyInputs } from "./families/ceremonies.ts"
import { contractInputs } from "./families/contract.ts"
import { tokenInputs } from "./families/identityTokens.ts"
import { recordedInputs } from "./families/recorded.ts"
import { sealedInputs } from "./families/sealedCodes.ts"
import { signedInputs } from "./families/signedLegs.ts"
import { webhookInputs } from "./families/webhookUrls.ts"

/** Inputs of every family. Inputs that need a signature or encryption are expensive and less frequent. */
export const inputsOf = (stage: Stage): fc.Arbitrary<Input> =>
  fc.oneof(
    { weight: 24, arbitrary: contractInputs(stage) },
    { weight: 6, arbitrary: recordedInputs(stage) },
    { weight: 1, arbitrary: signedInputs(stage) },
    { weight: 1, arbitrary: sealedInputs(stage) },
    { weight: 1, arbitrary: tokenInputs(stage) },
    { weight: 1, arbitrary: ceremonyInputs(stage) },
    { weight: 1, arbitrary: webhookInputs }
  )
